/** `push`, `pull` and `import` with --json: every exit code but 0 has an error beside the items. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { as, fault } from '../control.ts'
import { folder, mock, put, script, topo } from '../topo.ts'

const invalid = 'const t = new TopologyBuilder(true)\n'
const several = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`s${n}.topology.js`, script(`s${n}`)]),
  )

/** A batch of five uses it up. */
const quotas = { draftsPerDay: 3 }

type Files = Record<string, string>
/** Runs after the files are written, before the command. */
type Before = (url: string, cwd: string) => Promise<unknown>

const table = 'slug,code,type\n'
const row = (slug: string, code = script(slug)) =>
  `${slug},"${code.replaceAll('"', '""')}",topology\n`
const rows = (...all: string[]): Files => ({ 'in.csv': table + all.join('') })

const [a, b, c] = ['a.topology.js', 'b.topology.js', 'c.topology.js'] as const
const bad = { [a]: invalid }
const good = { [b]: script('b') }
const differs = { 'alice-shop.topology.js': script('a') }
const bothProblems = /^2 of 2 scripts have a problem: 1 invalid, 1 conflict\.$/
const theFile = /^alice-shop\.topology\.js: [^.]+\.$/

const outage: Before = (url) => fault(url, { method: 'POST', path: '/v1/scripts', status: 503 })
const refused: Before = (url) =>
  fault(url, { method: 'POST', path: '/v1/scripts', status: 403, times: 1 })
const read = { method: 'GET', path: '/v1/scripts/*-*-*-*-*' }
const unreadable: Before = (url) => fault(url, { ...read, status: 403, times: 1 })
const away: Before = (url) => fault(url, { ...read, status: 502 })
const bothSides: Before = async (url, cwd) => {
  await topo(['pull', 'alice-shop'], { cwd, env: as(url) })
  put(join(cwd, 'alice-shop.topology.js'), script('changed'))
  const other = folder({ 'alice-shop.topology.js': script('remote') })
  await topo(['push', '--adopt'], { cwd: other, env: as(url) })
}

type Case = [
  what: string,
  words: string,
  files: Files,
  expected: { exit: number; code: string; message: RegExp; before?: Before },
]
const failures: Case[] = [
  ['a conflict', 'push', differs, { exit: 6, code: 'TOPO_CONFLICT', message: theFile }],
  [
    'an invalid script',
    'push',
    { ...bad, ...good },
    { exit: 1, code: 'TOPO_INVALID', message: /^a\.topology\.js: / },
  ],
  [
    'two invalid scripts',
    'push',
    { ...bad, [b]: invalid },
    { exit: 1, code: 'TOPO_INVALID', message: /^2 of 2 scripts have a problem: 2 invalid\.$/ },
  ],
  [
    'a conflict and an invalid script',
    'push',
    { ...bad, ...differs },
    { exit: 6, code: 'TOPO_CONFLICT', message: bothProblems },
  ],
  [
    'a refused script and an invalid one',
    'push --concurrency 1',
    { ...bad, ...good, [c]: script('c') },
    {
      exit: 1,
      code: 'TOPO_BATCH_FAILED',
      message: /^2 of 3 scripts have a problem: 1 invalid, 1 failed\.$/,
      before: refused,
    },
  ],
  [
    'a quota',
    'push',
    several(5),
    { exit: 5, code: 'TOPO_QUOTA_EXCEEDED', message: /draftsPerDay/ },
  ],
  [
    'an outage',
    'push',
    several(2),
    { exit: 75, code: 'TOPO_UNAVAILABLE', message: /HTTP 503/, before: outage },
  ],
  [
    'a conflict in a plan',
    'push --dry-run',
    differs,
    { exit: 6, code: 'TOPO_CONFLICT', message: theFile },
  ],
  [
    'local changes',
    'pull alice-shop',
    {},
    { exit: 6, code: 'TOPO_CONFLICT', message: /^alice-shop\.topology\.js: /, before: bothSides },
  ],
  [
    'a refusal',
    'pull --concurrency 1',
    {},
    { exit: 1, code: 'TOPO_FORBIDDEN', message: /^alice-[a-z]+: .*HTTP 403/, before: unreadable },
  ],
  [
    'an outage',
    'pull --total-timeout 1',
    {},
    { exit: 75, code: 'TOPO_TIMEOUT', message: /longer than 1 s/, before: away },
  ],
  [
    'an invalid row',
    'import in.csv',
    rows(row('a', invalid)),
    { exit: 1, code: 'TOPO_IMPORT_INVALID', message: /^1 row cannot be imported/ },
  ],
  [
    'an invalid row of several',
    'import in.csv --continue-on-error',
    rows(row('a', invalid), row('b')),
    { exit: 1, code: 'TOPO_IMPORT_INVALID', message: /^a: / },
  ],
  [
    'a conflict',
    'import in.csv',
    rows(row('alice-shop')),
    { exit: 6, code: 'TOPO_CONFLICT', message: /^1 script differs/ },
  ],
  [
    'a conflict in a plan',
    'import in.csv --dry-run',
    rows(row('alice-shop')),
    { exit: 6, code: 'TOPO_CONFLICT', message: /^alice-shop: / },
  ],
  [
    'a quota',
    'import .',
    several(5),
    { exit: 5, code: 'TOPO_QUOTA_EXCEEDED', message: /draftsPerDay/ },
  ],
  [
    'an outage',
    'import .',
    several(2),
    { exit: 75, code: 'TOPO_UNAVAILABLE', message: /503/, before: outage },
  ],
]

test.each(oneOf(2, failures))(
  'E5: %s: topo %s',
  async (_what, words, files, { exit, code, message, before }) => {
    const { url } = await mock({ quotas })
    const cwd = folder(files)
    await before?.(url, cwd)
    const file = join(cwd, 'out', 'result.json')
    const run = await topo([...words.split(' '), '--json', '--output-file', file], {
      cwd,
      env: as(url),
    })
    const document = JSON.parse(run.stdout)
    expect([run.code, document.error?.code, document.error?.exitCode], run.stdout).toEqual([
      exit,
      code,
      exit,
    ])
    expect(document.error).toMatchObject({
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/\w/),
      retryable: exit === 75,
    })
    expect(document.items.length).toBeGreaterThan(0)
    expect(document.totalCount).toBe(document.items.length)
    if (words.startsWith('push')) expect(document.totalCount).toBe(Object.keys(files).length)
  },
)

test('a run that ends well has no error', async () => {
  const { url } = await mock({ quotas })
  const cwd = folder({ 'a.topology.js': script('a') })
  for (const words of [
    'push',
    'push --dry-run',
    'pull a',
    'import a.topology.js --on-conflict skip',
  ]) {
    const { code, stdout } = await topo([...words.split(' '), '--json'], { cwd, env: as(url) })
    expect([code, 'error' in JSON.parse(stdout)], words).toEqual([0, false])
  }
})

test('JSON lines repeat no items, and the last line has the error', async () => {
  const { url } = await mock({ quotas })
  const cwd = folder(several(5))
  const linesOf = async (folderPath: string) => {
    const { stdout } = await topo(['push', '--json-stream'], { cwd: folderPath, env: as(url) })
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .reverse()
  }
  const [last, ...outcomes] = await linesOf(cwd)
  expect([last.type, last.error.code, 'items' in last]).toEqual([
    'error',
    'TOPO_QUOTA_EXCEEDED',
    false,
  ])
  expect(outcomes.filter(({ action }) => action === 'not-done')).toHaveLength(2)
  expect(outcomes.filter(({ action }) => action === 'created')).toHaveLength(3)
  const [summary, refusedLine] = await linesOf(folder({ 'a.topology.js': invalid }))
  expect([summary.type, summary.error.code, 'items' in summary]).toEqual([
    'summary',
    'TOPO_INVALID',
    false,
  ])
  expect(refusedLine).toMatchObject({ action: 'invalid' })
})
