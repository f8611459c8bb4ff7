/**
 * Does the tasks of the skill as it says: writes their files, applies their changes, runs each `sh` block, and compares exit code and
 * verdict with the last line of the task.
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { programs, warmBinary } from '../host/binary.ts'
import { folder, put, topo } from '../topo.ts'

const skill = readFileSync(
  resolve(import.meta.dirname, '../../../templates/agents/SKILL.md'),
  'utf8',
)
const [, ...tasks] = skill.split(/^### /m).map((text) => {
  const blocks = [...text.matchAll(/([^\n]*)\n```(\w+)\n(.*?)```/gs)]
  const [, code, verdict = ''] = /^Exit (\d): `(.+)`$/m.exec(text) ?? []
  return {
    title: text.split('\n', 1)[0] ?? '',
    code: Number(code),
    verdict,
    lines: blocks.find(([, , kind]) => kind === 'sh')?.[3] ?? '',
    /** Each with the file that the line above names last; without one it changes the file of the block before. */
    files: blocks
      .filter(([, , kind]) => kind !== 'sh')
      .map(([, above = '', kind, content = '']) => ({
        kind,
        content,
        path: above.match(/.*`([\w./-]+\.\w+)`/)?.[1],
      })),
  }
})

/** A repository with a service that is not drawn well. */
const project = {
  'topo.config.json': '{}',
  'README.md': '# Shop\n\nOrders, payments, and a bank.\n',
  'diagrams/returns.topology.js': `const t = new TopologyBuilder(true)
t.createGroup('returns', { label: 'Returns' })
  .addProcess({ id: 'returns-api', label: 'Returns' })
  .addProcess({ id: 'orders', label: 'Orders' })
  .autoResize()
t.connect('returns-api', 'orders', { type: 'http' })
t.apply()
`,
}

test('every task of the skill works as it is written, and ends as it says', {
  tags: ['git', 'posix'],
  timeout: 120_000,
}, async () => {
  expect(tasks.length).toBeGreaterThanOrEqual(7)
  const cwd = folder(project)
  const path = programs({ topo: `exec ${await warmBinary()} "$@"` })
  const env = {
    ...process.env,
    PATH: `${path}${delimiter}${process.env.PATH}`,
    HOME: cwd,
    GIT_CONFIG_GLOBAL: '/dev/null',
  }
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], {
      cwd,
      env,
    })
  const commit = (message: string) => {
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', message)
  }
  git('init', '-q', '-b', 'main')
  commit('start')
  for (const { title, files, lines, code, verdict } of tasks) {
    // The pull request begins with the first change of a diagram.
    if (title.startsWith('Orders now has a cache')) git('checkout', '-q', '-b', 'cache')
    let last = ''
    for (const { kind, content, path: named } of files) {
      last = join(cwd, named ?? expect.unreachable(title))
      put(last, kind === 'diff' ? changed(readFileSync(last, 'utf8'), content) : content)
    }
    const run = await promisify(execFile)('sh', ['-ec', lines], { cwd, env }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      ({ code: exitCode, stdout, stderr }) => ({ code: exitCode, output: stdout + stderr }),
    )
    expect({ title, ...run }).toEqual({ title, code, output: expect.stringContaining(verdict) })
    for (const [, name = ''] of lines.matchAll(/ -o (\S+)/g))
      expect(existsSync(join(cwd, name))).toBe(true)
    commit(title)
  }
})

test('the gate of the skill, of AGENTS.md and of its tasks refuses an invented call', async () => {
  const page = readFileSync(
    resolve(import.meta.dirname, '../../../templates/agents/AGENTS.md'),
    'utf8',
  )
  const [, gate = ''] = /`(topo validate [^`]+)` must end with exit\s+code 0/.exec(page) ?? []
  const words = gate.split(/\s+/)
  expect(skill).toContain(`1. \`${words.join(' ')}\` ends with exit code 0.`)
  const invented = project['diagrams/returns.topology.js'].replace('t.apply', "t.title('x')\n$&")
  const { code, stdout } = await topo(words.slice(1), {
    cwd: folder({ 'topo.config.json': '{}', 'a.topology.js': invented }),
  })
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('unknown-method') })
  for (const { title, lines } of tasks)
    for (const [line] of lines.matchAll(/^topo validate.*$/gm))
      expect([title, line]).toEqual([title, expect.stringMatching(/--fail-on warning|--fix/)])
})

/** Applies a `diff` block without line numbers. */
function changed(text: string, diff: string): string {
  const side = (without: string) =>
    diff
      .split('\n')
      .filter((line) => !line.startsWith(without))
      .map((line) => line.slice(1))
      .join('\n')
  expect(text).toContain(side('+'))
  return text.replace(side('+'), () => side('-'))
}
