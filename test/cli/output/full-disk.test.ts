/** A result that cannot be written in full is a failure with a sentence, whatever the command. */
// @module-tag posix
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bin, ended, folder, script } from '../topo.ts'

const boxes = Array.from(
  { length: 40 },
  (_, n) => `t.createProcess({ id: 'n${n}', label: 'N' })`,
).join('\n')
const files = {
  'a.topology.js': `const t = new TopologyBuilder(true)\n${boxes}\nawait t.apply()\n`,
  'b.topology.js': script('b'),
}

/** Runs topo where a file takes 512 or 1,024 bytes: the system writes a part of a longer text, then refuses the rest. */
async function intoFullFile(command: string) {
  const cwd = folder(files)
  const line = `ulimit -f 1; exec '${process.execPath}' '${bin}' ${command} > out`
  const env = { ...process.env, HOME: cwd, TOPO_CONFIG_HOME: join(cwd, 'config'), NO_COLOR: '1' }
  const run = await ended(spawn('bash', ['-c', line], { cwd, env }))
  return { ...run, cwd }
}

const SENTENCE =
  'error Cannot write to standard output: it would be larger than this system allows. The result is incomplete. [TOPO_FILE]'

test.each([
  '--help',
  'help push',
  'push --help --json',
  'validate --rules',
  'validate --format sarif',
  'render a.topology.js --format svg -o -',
  'render a.topology.js --format json -o -',
  'completion bash',
])('topo %s into a file that cannot grow exits 1 and says so', async (command) => {
  const { code, stderr, cwd } = await intoFullFile(command)
  expect([code, stderr]).toEqual([1, expect.stringContaining(SENTENCE)])
  expect(stderr).not.toMatch(/^\s+at /m)
  // A part was written, so that only the exit code and the sentence tell.
  expect(readFileSync(join(cwd, 'out')).length).toBeGreaterThan(0)
})

test('the exit code of a command that says more than "done" stays', async () => {
  const { code, stderr } = await intoFullFile('diff a.topology.js b.topology.js --exit-code --json')
  expect([code, stderr]).toEqual([3, expect.stringContaining(SENTENCE)])
})
