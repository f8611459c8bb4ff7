/** Import: scripts from a table, a list, a folder or a pipe, also after an interruption. */
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { cases } from '../../cases.ts'
import { advanceClock, as, fault, requests, reset, rows, writes } from '../control.ts'
import {
  folder,
  heard,
  script,
  sharedMock,
  start,
  startLive,
  topo,
  topoOnTerminal,
} from '../topo.ts'

const service = sharedMock()
beforeEach(() => reset(service.url))
const env = () => as(service.url)

const named = (count: number) => Array.from({ length: count }, (_, n) => `row-${n}`)
const table = (...slugs: string[]) =>
  ['slug,code', ...slugs.map((slug) => `${slug},"${script(slug)}"`)].join('\n')
/** Sorted, because several are created in parallel. */
const ours = async () =>
  (await rows(service.url, 'scripts'))
    .map(({ slug }) => String(slug))
    .filter((slug) => /^row-/.test(slug))
    .sort()
const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
/** The file may end with a truncated line before the added one. */
const journal = (text: string) => lines(text.replaceAll(/^\n/gm, ''))

describe('invalid rows', () => {
  const bad = [
    'slug,nmae,code,file,public',
    'Bad Slug,a,,,maybe',
    'here,a,"await 1',
    '",,',
    'there,a,,../out.js,',
    'there,a,x,y,',
  ].join('\n')

  test('are reported with row and column, and nothing is written', async () => {
    const cwd = folder({ 'bad.csv': bad })
    const { code, stdout, stderr } = await topo(['script', 'import', 'bad.csv'], {
      cwd,
      env: env(),
    })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('row 1, column nmae: Unknown column `nmae`. Did you mean `name`?')
    expect(stderr).toContain('row 2, column slug: `Bad Slug` is not a slug')
    expect(stderr).toContain('row 2, column public: `public` is "maybe"')
    expect(stderr).toContain('row 2, column code: The row has neither code nor a file.')
    expect(stderr).toContain(
      'row 4, line 5, column file: ../out.js is outside the folder of bad.csv.',
    )
    expect(stderr).toContain('row 5, line 6, column file: The row has both code and a file.')
    expect(stderr).toContain('bad.csv row 3:1:1  ✖ error  The script creates no TopologyBuilder')
    expect(stderr).toContain(
      '5 rows cannot be imported, so nothing was imported. [TOPO_IMPORT_INVALID]',
    )
    expect(await writes(service.url)).toEqual([])
    expect(existsSync(join(cwd, '.topo'))).toBe(false)
  })

  test('are one document with --json', async () => {
    const run = await topo(['script', 'import', '-', '--json'], { env: env(), input: bad })
    expect([run.code, run.stderr]).toEqual([1, ''])
    const { error } = JSON.parse(run.stdout)
    expect(error.details.items[0]).toEqual({
      row: 1,
      line: 1,
      column: 'nmae',
      message: 'Unknown column `nmae`.',
      fix: 'Did you mean `name`?',
    })
    expect(error.details.items.map(({ row }: { row: number }) => row)).toContain(3)
  })

  test('print no control characters on a terminal', async () => {
    const cwd = folder({
      'bad.ndjson': JSON.stringify({ slug: '\u001b[31m\u0007x', 'a\u001bc': 1 }),
    })
    const { code, stderr } = await topo(['script', 'import', 'bad.ndjson'], { cwd, env: env() })
    expect(code).toBe(1)
    expect(stderr).not.toMatch(/[\u001b\u0007]/)
  })
})

describe('import reads rows', () => {
  test('from a pipe, however slow, in the format of their content', async () => {
    const row = { slug: 'row-0', code: script('row-0'), tags: ['a'], public: true, readme: '# R' }
    const run = await startLive(['script', 'import', '-', '--json'], { env: env() })
    run.send(JSON.stringify(row).slice(0, 9))
    // A pause in the middle of a row.
    await wait(800)
    run.send(JSON.stringify(row).slice(9))
    run.send()
    const { code, stdout } = await run.ended
    expect(code).toBe(0)
    expect(JSON.parse(stdout).items).toMatchObject([{ row: 1, slug: 'row-0', action: 'created' }])
    const [made] = (await rows(service.url, 'scripts')).filter(({ slug }) => slug === 'row-0')
    expect(made).toMatchObject({
      tags: ['a'],
      isPublic: true,
      readme: '# R',
      code: script('row-0'),
    })
  })

  test('in the given format; a missing source is an error', async () => {
    const import_ = async (args: string[], input = '') => {
      const run = await topo(['script', 'import', ...args], { env: env(), input })
      return [run.code, /\[(TOPO_\w+)\]/.exec(run.stderr)?.[1]]
    }
    expect(await import_(['-', '--format', 'ndjson'], '[{}]\n')).toEqual([1, 'TOPO_IMPORT_INVALID'])
    expect(await import_(['nowhere.csv'])).toEqual([2, 'TOPO_NO_SOURCE'])
    expect(await import_(['-'])).toEqual([2, 'TOPO_NO_SOURCE'])
    const empty = await topo(['script', 'import', '-'], { env: env(), input: '' })
    expect(empty.stderr).toContain('Nothing to import in ')
    const typed = await topo(['script', 'import', '-'], { env: env(), columns: 100 })
    expect([typed.code, typed.stderr]).toEqual([
      2,
      expect.stringMatching(/but that is a terminal\..*\[TOPO_USAGE\]/),
    ])
  })

  test('O9: and prints a line for each, then the summary', async () => {
    const args = ['script', 'import', '-', '--json-stream', '--concurrency', '1']
    const { code, stdout } = await topo(args, { env: env(), input: table('row-0', 'row-1') })
    const told = lines(stdout)
    expect([code, told.at(-1)]).toEqual([
      0,
      { type: 'summary', totalCount: 2, counts: { created: 2 }, exitCode: 0 },
    ])
    expect(told.slice(0, -1).map(({ type, row, action }) => [type, row, action])).toEqual([
      ['outcome', 2, 'created'],
      ['outcome', 3, 'created'],
    ])
  })
})

test('import --dry-run shows each step and its cost, and writes nothing', async () => {
  const cwd = folder({ 'all.csv': `${table('row-0', 'row-1')}\nalice-shop,"${script('mine')}"\n` })
  const args = ['script', 'import', 'all.csv', '--dry-run', '--result-file', 'result.ndjson']
  const { code, stdout } = await topo([...args, '--json'], { cwd, env: env() })
  const { items, quota } = JSON.parse(stdout)
  expect([code, items.map(({ action }: { action: string }) => action)]).toEqual([
    6,
    ['create', 'create', 'conflict'],
  ])
  expect(quota).toEqual([
    { key: 'draftsPerDay', needed: 2, left: 20, windowSeconds: 86_400 },
    { key: 'publishPerDay', needed: 0, left: 5, windowSeconds: 86_400 },
  ])
  expect(readdirSync(cwd)).toEqual(['all.csv'])
  expect(await writes(service.url)).toEqual([])
  const shown = await topo(args, { cwd, env: env(), columns: 100 })
  const screen = stripVTControlCharacters(shown.stdout + shown.stderr)
  expect(screen).toMatch(/ROW +STEP +SCRIPT +WHY/)
  expect(screen).toContain('draftsPerDay: needs 2, 20 left')
})

test('import --dry-run says why a row is invalid, in one sentence', async () => {
  const cwd = folder({ 'all.csv': 'slug,script\na,b\n' })
  const args = ['script', 'import', 'all.csv', '--dry-run', '--json']
  const { stdout } = await topo(args, { cwd, env: env() })
  const [{ reason }] = JSON.parse(stdout).items
  expect(reason).toMatch(/Unknown column `script`; row 1: The first row has neither .*\w$/)
})

test('import of a script that differs is a conflict, with a prompt on a terminal', {
  tags: 'terminal',
}, async () => {
  const cwd = folder({ 'all.csv': `${table('row-0')}\nalice-shop,"${script('mine')}"\n` })
  const refused = await topo(['script', 'import', 'all.csv'], { cwd, env: env() })
  expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('alice-shop')])
  expect(await writes(service.url)).toEqual([])
  const answer = { '[o]verwrite': 'o\r' }
  const { code, screen } = await topoOnTerminal(['script', 'import', 'all.csv'], {
    cwd,
    env: env(),
    answer,
  })
  expect([code, screen.trimEnd().split('\n').at(-1)]).toEqual([0, '1 created, 1 updated'])
  expect(readdirSync(join(cwd, '.topo/backup'))).toHaveLength(1)
})

test('O12: import shows its progress to a person', async () => {
  await fault(service.url, { method: 'POST', path: '/v1/scripts', latencyMs: 400 })
  const cwd = folder({ 'all.csv': table(...named(5)) })
  const args = ['script', 'import', 'all.csv', '--concurrency', '1']
  const { code, stderr } = await topo(args, { cwd, env: env(), columns: 100 })
  expect([code, stripVTControlCharacters(stderr)]).toEqual([
    0,
    expect.stringMatching(/Importing {2}█+░+ \d of 5, \d\.\d\/s, \d s left/),
  ])
})

describe('F14: an import that is interrupted', () => {
  test('by a quota reports what remains and when to resume, and resumes', async () => {
    const cwd = folder({ 'all.csv': table(...named(22)) })
    const args = ['script', 'import', 'all.csv', '--result-file', 'result.ndjson']
    const first = await topo(args, { cwd, env: env() })
    expect(first.code).toBe(5)
    // Before the first row is sent.
    expect(first.stderr).toMatch(
      /^22 to create, 20 drafts left today: 2 will not fit\. topo imports what fits .* exit code 5\./,
    )
    expect(first.stderr).toMatch(/The quota draftsPerDay of 20 is used up; 2 of 22 rows remain\./)
    expect(first.stderr).toMatch(
      /free again by \d{4}-\d\d-\d\dT[\d:.]+Z at the latest; --wait waits for it/,
    )
    const written = lines(readFileSync(join(cwd, 'result.ndjson'), 'utf8'))
    expect(written.map(({ row }) => row)).toEqual(named(22).map((_, n) => n + 2))
    expect(written.filter(({ action }) => action === 'created')).toHaveLength(20)
    await advanceClock(service.url, 86_401)
    const again = await topo([...args, '--json'], { cwd, env: env() })
    expect([again.code, JSON.parse(again.stdout).counts]).toEqual([0, { created: 22 }])
    expect(again.stderr).toBe('Resuming an earlier run: 20 of 22 rows are done.\n')
    expect(await ours()).toEqual(named(22).sort())
    expect(readdirSync(join(cwd, '.topo/import'))).toEqual([])
  })

  test('waits for the quota with --wait, up to the limit', async () => {
    const cwd = folder({ 'all.csv': table(...named(21)) })
    const short = ['script', 'import', 'all.csv', '--wait', '--max-wait', '10']
    expect((await topo(short, { cwd, env: env() })).code).toBe(5)
    const run = await startLive(['script', 'import', 'all.csv', '--wait'], { cwd, env: env() })
    const stderr = heard(run.stderr)
    await expect.poll(stderr, { timeout: 15_000 }).toContain('waiting until')
    expect(stderr()).toContain('20 of 21 rows are done')
    await advanceClock(service.url, 86_401)
    expect(await run.ended).toMatchObject({ code: 0 })
    expect(await ours()).toHaveLength(21)
  })

  test('by Ctrl-C while it waits exits 130, with a complete journal', {
    tags: 'signals',
  }, async () => {
    const cwd = folder({ 'all.csv': table(...named(21)) })
    const child = start(['script', 'import', 'all.csv', '--wait'], { cwd, env: env() })
    const said = 'The quota draftsPerDay of 20 is used up; waiting until'
    await expect.poll(heard(child.stderr), { timeout: 15_000 }).toContain(said)
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([130, null])
    const [name = ''] = readdirSync(join(cwd, '.topo/import'))
    expect(journal(readFileSync(join(cwd, '.topo/import', name), 'utf8'))).toHaveLength(20)
  })

  const moments = [400, 150, 650, 900].slice(0, cases(4))
  test.each(moments)('by kill -9 after %i ms sends every row exactly once', async (late) => {
    const cwd = folder({ 'all.csv': table(...named(12)) })
    await fault(service.url, { method: 'POST', path: '/v1/scripts', latencyMs: 120 })
    const args = ['script', 'import', 'all.csv', '--concurrency', '2']
    const child = start(args, { cwd, env: env() })
    // A fast machine may finish before the kill.
    const closed = once(child, 'close')
    const begun = async () => (await requests(service.url)).length > 0
    while (!(await begun())) await wait(10)
    await wait(late)
    child.kill('SIGKILL')
    await closed
    const again = await topo([...args, '--json'], { cwd, env: env() })
    expect([again.code, JSON.parse(again.stdout).totalCount]).toEqual([0, 12])
    expect(await ours()).toEqual(named(12).sort())
    // The row in progress may have been created, and is not created again.
    const creations = (await requests(service.url)).filter(
      ({ method, status }) => method === 'POST' && status === 200,
    )
    expect(creations).toHaveLength(12)
  })

  test('by an outage exits 75 and explains how to resume; --from-file sends only listed rows', async () => {
    const cwd = folder({ 'all.csv': table(...named(4)), list: 'row-2\nrow-3\n' })
    await fault(service.url, { method: 'POST', path: '/v1/scripts', status: 503 })
    const args = ['script', 'import', 'all.csv', '--from-file', 'list']
    const down = await topo(args, { cwd, env: env() })
    expect([down.code, down.stderr]).toEqual([75, expect.stringContaining('2 of 2 rows remain')])
    await fetch(`${service.url}/__mock/faults`, { method: 'DELETE' })
    expect((await topo(args, { cwd, env: env() })).code).toBe(0)
    expect(await ours()).toEqual(['row-2', 'row-3'])
  })
})
