/** Compares a warm host with processes: the same commands, in both orders, twice. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { as, reset } from '../control.ts'
import { folder, type Run, script, sharedMock, topo, topoProcess } from '../topo.ts'

const service = sharedMock()
beforeEach(() => reset(service.url))

interface Line {
  words: string[]
  env?: Record<string, string>
  input?: string
}

const bad = script('bad').replace("'bad-db', {", "'bad-bd', {")
const secret = 'ca_warm_host_0123456789'

/** Each leaves something in the process: a secret, an exit code, a guarded stream, a key, a lock. */
const lines: Line[] = [
  { words: ['--version'] },
  { words: ['push', '--help'] },
  { words: ['pusj', '--json'] },
  { words: ['validate', '--frobnicate'] },
  { words: ['validate', '--json'] },
  { words: ['validate', '-', '--json'], input: bad },
  { words: ['validate', '--format', 'github'], env: { FORCE_COLOR: '1' } },
  { words: ['whoami'], env: { TOPO_API_KEY: secret } },
  { words: ['api', 'POST', '/v1/collections', '--input', '-'], input: '{"name":"Warm"}' },
  { words: ['script', 'import', '-', '--json-stream', '--yes'], input: '{"slug":"row"}\n' },
  { words: ['script', 'search', secret] },
  { words: ['config', 'set', 'webUrl', 'https://example.com'] },
  { words: ['push', 'good.topology.js', '--json'] },
  { words: ['push', 'good.topology.js'] },
  { words: ['status'] },
  { words: ['script', 'list', '--json'], env: { TOPO_API_KEY: '' } },
  { words: ['script', 'list', '--local'] },
  { words: ['doctor', '--local'] },
]

/** Runs the lines in a new folder; returns the output of each and the files at the end. */
async function session(run: typeof topo, order: readonly Line[]): Promise<object[]> {
  await reset(service.url)
  const cwd = folder({ 'good.topology.js': script('good'), 'bad.topology.js': bad })
  const seen: object[] = []
  for (const { words, env = {}, input } of order) {
    const end = await run(words, {
      cwd,
      env: { ...as(service.url), ...env },
      ...(input ? { input } : {}),
    })
    seen.push({ words, ...same(end, cwd), files: filesIn(cwd) })
  }
  return seen
}

/** Removes what differs between runs: folder, ids, times, durations. */
function same({ code, signal, stdout, stderr }: Run, cwd: string) {
  const clean = (text: string) =>
    text
      .replaceAll(cwd, 'FOLDER')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/\b\d+(\.\d+)? ?(ms|s)\b/g, 'TOOK')
      .replaceAll(/\bmock-\d+/g, 'REQUEST')
  return { code, signal, stdout: clean(stdout), stderr: clean(stderr) }
}

const filesIn = (cwd: string): string[] =>
  readdirSync(cwd)
    .sort()
    .map((name) =>
      name.endsWith('.json') ? `${name}: ${readFileSync(join(cwd, name), 'utf8')}` : name,
    )

test('a warm host has the same output and files as a process, after any other command', {
  timeout: 120_000,
}, async () => {
  const some = oneOf(4, lines)
  for (const order of oneOf(2, [some.toReversed(), some])) {
    const fresh = await session(topoProcess, order)
    expect(await session(topo, order)).toEqual(fresh)
    expect(await session(topo, order)).toEqual(fresh)
  }
})

test('a host that a command killed is replaced', { tags: 'signals' }, async () => {
  const preload = `data:text/javascript,${encodeURIComponent('process.chdir = () => process.abort()')}`
  const ended = await topo(['script', 'list', '--local'], {
    env: { NODE_OPTIONS: `--import=${preload}` },
  })
  expect([ended.signal, ended.stderr]).toEqual([
    'SIGABRT',
    expect.stringContaining('the warm host ended'),
  ])
  expect(existsSync(folder())).toBe(true)
  expect(await topo(['--version'])).toMatchObject({ code: 0 })
})
