/** `push`, `pull` and `import` with --json: every exit code but 0 has an error beside the items. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as, fault } from '../control.ts'
import { folder, mock, put, script, topo } from '../topo.ts'

const invalid = 'const t = new TopologyBuilder(true)\n'
const several = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`s${n}.topology.js`, script(`s${n}`)]))

interface Case {
  words: string
  files?: Record<string, string>
  /** Runs after the files are written, before the command. */
  before?: (url: string, cwd: string) => Promise<unknown>
}

const outage = (url: string) => fault(url, { method: 'POST', path: '/v1/scripts', status: 503 })
const table = 'slug,code,type\n'
const row = (slug: string, code = script(slug)) => `${slug},"${code.replaceAll('"', '""')}",topology\n`

const cases: [what: string, given: Case, exit: number, code: string, message: RegExp][] = [
  [
    'push: a conflict',
    { words: 'push', files: { 'alice-shop.topology.js': script('a') } },
    ...([6, 'TOPO_CONFLICT', /^alice-shop\.topology\.js: [^.]+\.$/] as const),
  ],
  [
    'push: an invalid script',
    { words: 'push', files: { 'a.topology.js': invalid, 'b.topology.js': script('b') } },
    ...([1, 'TOPO_INVALID', /^a\.topology\.js: /] as const),
  ],
  [
    'push: two invalid scripts',
    { words: 'push', files: { 'a.topology.js': invalid, 'b.topology.js': invalid } },
    ...([1, 'TOPO_INVALID', /^2 of 2 scripts have a problem: 2 invalid\.$/] as const),
  ],
  [
    'push: a conflict and an invalid script',
    { words: 'push', files: { 'a.topology.js': invalid, 'alice-shop.topology.js': script('a') } },
    ...([6, 'TOPO_CONFLICT', /^2 of 2 scripts have a problem: 1 invalid, 1 conflict\.$/] as const),
  ],
  [
    'push: a refused script and an invalid one',
    {
      words: 'push --concurrency 1',
      files: { 'a.topology.js': invalid, 'b.topology.js': script('b'), 'c.topology.js': script('c') },
      before: (url) => fault(url, { method: 'POST', path: '/v1/scripts', status: 403, times: 1 }),
    },
    ...([1, 'TOPO_BATCH_FAILED', /^2 of 3 scripts have a problem: 1 invalid, 1 failed\.$/] as const),
  ],
  ['push: a quota', { words: 'push', files: several(22) }, 5, 'TOPO_QUOTA_EXCEEDED', /draftsPerDay/],
  [
    'push: an outage',
    { words: 'push', files: several(2), before: outage },
    75,
    'TOPO_UNAVAILABLE',
    /HTTP 503/,
  ],
  [
    'push: a conflict in a plan',
    { words: 'push --dry-run', files: { 'alice-shop.topology.js': script('a') } },
    ...([6, 'TOPO_CONFLICT', /^alice-shop\.topology\.js: /] as const),
  ],
  [
    'pull: local changes',
    {
      words: 'pull alice-shop',
      before: async (url, cwd) => {
        await topo(['pull', 'alice-shop'], { cwd, env: as(url) })
        put(join(cwd, 'alice-shop.topology.js'), script('changed'))
        const other = folder({ 'alice-shop.topology.js': script('remote') })
        await topo(['push', '--on-conflict', 'overwrite'], { cwd: other, env: as(url) })
      },
    },
    ...([6, 'TOPO_CONFLICT', /^alice-shop\.topology\.js: /] as const),
  ],
  [
    'pull: a script that is refused',
    {
      words: 'pull --concurrency 1',
      before: (url) => fault(url, { method: 'GET', path: '/v1/scripts/*-*-*-*-*', status: 403, times: 1 }),
    },
    ...([1, 'TOPO_FORBIDDEN', /^alice-[a-z]+: .*HTTP 403/] as const),
  ],
  [
    'pull: an outage',
    {
      words: 'pull --total-timeout 1',
      before: (url) => fault(url, { method: 'GET', path: '/v1/scripts/*-*-*-*-*', status: 502 }),
    },
    ...([75, 'TOPO_TIMEOUT', /longer than 1 s/] as const),
  ],
  [
    'import: an invalid row',
    { words: 'import in.csv', files: { 'in.csv': table + row('a', invalid) } },
    ...([1, 'TOPO_IMPORT_INVALID', /^1 row cannot be imported/] as const),
  ],
  [
    'import: an invalid row of several',
    { words: 'import in.csv --continue-on-error', files: { 'in.csv': table + row('a', invalid) + row('b') } },
    ...([1, 'TOPO_IMPORT_INVALID', /^a: /] as const),
  ],
  [
    'import: a conflict',
    { words: 'import in.csv', files: { 'in.csv': table + row('alice-shop') } },
    ...([6, 'TOPO_CONFLICT', /^1 script differs/] as const),
  ],
  [
    'import: a conflict in a plan',
    { words: 'import in.csv --dry-run', files: { 'in.csv': table + row('alice-shop') } },
    ...([6, 'TOPO_CONFLICT', /^alice-shop: /] as const),
  ],
  ['import: a quota', { words: 'import .', files: several(22) }, 5, 'TOPO_QUOTA_EXCEEDED', /draftsPerDay/],
  [
    'import: an outage',
    { words: 'import .', files: several(2), before: outage },
    75,
    'TOPO_UNAVAILABLE',
    /503/,
  ],
]

test.each(cases)('%s', async (_what, { words, files = {}, before }, exit, code, message) => {
  const { url } = await mock()
  const cwd = folder(files)
  await before?.(url, cwd)
  const file = join(cwd, 'out', 'result.json')
  const run = await topo([...words.split(' '), '--json', '--output-file', file], { cwd, env: as(url) })
  const document = JSON.parse(run.stdout)
  expect([run.code, document.error?.code, document.error?.exitCode], run.stdout).toEqual([exit, code, exit])
  expect(document.error).toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.stringMatching(/\w/),
    retryable: exit === 75,
  })
  expect(document.items.length).toBeGreaterThan(0)
  expect(document.totalCount).toBe(document.items.length)
})

test('a run that ends well has no error', async () => {
  const { url } = await mock()
  const cwd = folder({ 'a.topology.js': script('a') })
  for (const words of ['push', 'push --dry-run', 'pull a', 'import a.topology.js --on-conflict skip']) {
    const { code, stdout } = await topo([...words.split(' '), '--json'], { cwd, env: as(url) })
    expect([code, 'error' in JSON.parse(stdout)], words).toEqual([0, false])
  }
})

test('JSON lines repeat no items, and the last line has the error', async () => {
  const { url } = await mock()
  const cwd = folder(several(22))
  const ended = await topo(['push', '--json-stream'], { cwd, env: as(url) })
  const last = JSON.parse(ended.stdout.trim().split('\n').at(-1) ?? '')
  expect([last.type, last.error.code, 'items' in last]).toEqual(['error', 'TOPO_QUOTA_EXCEEDED', false])
  const other = folder({ 'a.topology.js': invalid })
  const refused = await topo(['push', '--json-stream'], { cwd: other, env: as(url) })
  const summary = JSON.parse(refused.stdout.trim().split('\n').at(-1) ?? '')
  expect([summary.type, summary.error.code, 'items' in summary]).toEqual(['summary', 'TOPO_INVALID', false])
})
