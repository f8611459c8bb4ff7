import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../project/folder.ts'
import { goodCode, storedService } from '../service.ts'

const dataFolder = () => makeFolder().root

const draft = (slug: string, code = goodCode) => ({
  body: { slug, name: slug, type: 'topology', code },
})
const slugs = async (data: string) => {
  const service = await storedService({ data })
  const { items } = await service.as('alice').scripts.own()
  service.close()
  return items.map(({ slug }) => slug)
}

test('acknowledged changes survive a restart: rows, quotas, ids without repetition', async () => {
  const data = dataFolder()
  const first = await storedService({ data })
  const { item: one } = await first.as('alice').scripts.create(draft('one'))
  await first.as('alice').scripts.update({ params: { id: one.id }, body: { name: 'Changed' } })
  const { item: gone } = await first.as('alice').scripts.create(draft('gone'))
  await first.as('alice').scripts.delete({ params: { id: gone.id } })
  first.close()

  const second = await storedService({ data })
  const alice = second.as('alice')
  expect((await alice.scripts.get({ params: { idOrSlug: 'one' } })).item.name).toBe('Changed')
  expect((await alice.quota.me()).quotas[1]).toMatchObject({ key: 'draftsPerDay', used: 2 })
  const { item: two } = await alice.scripts.create(draft('two'))
  expect([one.id, gone.id]).not.toContain(two.id)
  second.close()
  expect(await slugs(data)).toEqual(['alice-notes', 'alice-shop', 'one', 'two'])
})

test('further changes survive a restart: versions, shares, pins, workspaces, messages, settings', async () => {
  const data = dataFolder()
  const first = await storedService({ data })
  const alice = first.as('alice')
  const { id } = (await alice.scripts.get({ params: { idOrSlug: 'alice-shop' } })).item
  await alice.scripts.update({ params: { id }, body: { code: `${goodCode}// second` } })
  await alice.sharing.create({ params: { id } })
  await first.as('bob').pins.create({ params: { id } })
  await first.as('bob').scripts.star({ params: { id } })
  await alice.workspaces.create({ body: { name: 'w' } })
  await alice.reminders.pause()
  await alice.ai.chat({ body: { message: 'Hello' } })
  const before = first.control.state()
  first.close()

  const second = await storedService({ data })
  expect(second.control.state()).toEqual(before)
  const count = ({ tables }: typeof before, table: string) => tables[table]?.length
  const kept = ['versions', 'pins', 'notifications', 'workspaces', 'schedules', 'messages']
  expect(kept.map((table) => count(second.control.state(), table))).toEqual([2, 1, 1, 2, 1, 2])
  expect(await second.as('alice').versions.list({ params: { id } })).toMatchObject({
    totalCount: 2,
  })
  second.close()
})

const journalIn = (data: string) =>
  join(data, readdirSync(data).find((name) => name.startsWith('journal-')) as string)

test('a partly written line was never acknowledged: it is dropped with a warning', async () => {
  const data = dataFolder()
  const first = await storedService({ data })
  await first.as('alice').scripts.create(draft('kept'))
  first.close()
  appendFileSync(journalIn(data), '[{"table":"scripts","id":"x","aft'.padEnd(9000, 'x'))
  const warnings: string[] = []
  const second = await storedService({ data, onWarning: (text) => warnings.push(text) })
  expect(warnings).toEqual([
    `dropped line 4 of ${journalIn(data)}: it was not completely written, so no answer had confirmed it`,
  ])
  // The torn line cannot swallow the next one.
  await second.as('alice').scripts.create(draft('later'))
  second.close()
  const third = await storedService({ data, onWarning: (text) => warnings.push(text) })
  expect((await third.as('alice').scripts.own()).items).toHaveLength(4)
  third.close()
  expect(warnings).toHaveLength(1)
})

test.each([
  ['in the middle of a line', 10],
  ['at the end of a line', 0],
])('a journal that was cut %s is refused, and nothing is overwritten', async (_where, more) => {
  const data = dataFolder()
  const first = await storedService({ data })
  for (let n = 1; n <= 20; n++) await first.as('alice').scripts.create(draft(`script-${n}`))
  first.close()
  const journal = journalIn(data)
  const bytes = readFileSync(journal)
  const lines = bytes.toString('latin1').split('\n').slice(0, 6)
  truncateSync(journal, lines.join('\n').length + 1 + more)
  const cut = readFileSync(journal)
  const missing = bytes.toString('latin1').split('\n').length - 7
  const place = `line 7 of ${journal} (from byte ${cut.length - more})`
  await expect(storedService({ data })).rejects.toMatchObject({
    code: 'TOPO_DATA_DAMAGED',
    message: `The data of the embedded service is damaged: ${place} is missing or incomplete: ${missing} commits were cut off.`,
  })
  expect(readFileSync(journal).equals(cut)).toBe(true)
})

test('a start killed before its generation is complete keeps the old generation', async () => {
  const data = dataFolder()
  const first = await storedService({ data })
  await first.as('alice').scripts.create(draft('kept'))
  first.close()
  writeFileSync(join(data, 'journal-99.ndjson.tmp'), '{"version":1,"tab')
  expect(await slugs(data)).toContain('kept')
})

test('a lock allows one owner in this process', async () => {
  const data = dataFolder()
  const first = await storedService({ data })
  await expect(storedService({ data })).rejects.toThrow(/in use by process/)
  first.close()
  expect(await slugs(data)).toEqual(['alice-notes', 'alice-shop'])
  expect(readdirSync(data).filter((name) => name.startsWith('lock'))).toEqual([])
})

type Change = (lines: string[]) => string[]
const swap = (lines: string[], a: number, b: number) => {
  const swapped = [...lines]
  swapped[a] = lines[b] as string
  swapped[b] = lines[a] as string
  return swapped
}

test.each<[string, number, string, Change]>([
  ['nonsense', 1, 'has no valid header', () => ['nonsense', '']],
  ['empty', 1, 'has no valid header', () => []],
  ['a changed header', 1, 'has no valid header', ([first = '', ...rest]) => [`${first} `, ...rest]],
  [
    'a changed snapshot',
    2,
    'was changed or is incomplete',
    (lines) => lines.map((l) => l.replace('alice', 'alise')),
  ],
  ['no snapshot', 2, 'is no complete snapshot', ([first = '']) => [first, '']],
  [
    'a changed commit',
    4,
    'was changed or is incomplete',
    (lines) => lines.map((l) => l.replace('change-me', 'changed')),
  ],
  [
    'a line more',
    6,
    'was changed or is incomplete',
    (lines) => [...lines.slice(0, -1), 'garbage', ''],
  ],
  ['a line less', 4, 'is commit 3 and not 2', (lines) => lines.filter((_, at) => at !== 3)],
  ['lines in another order', 3, 'is commit 2 and not 1', (lines) => swap(lines, 2, 3)],
])(
  '%s is reported with file and line, and nothing is changed',
  async (_what, line, what, change) => {
    const data = dataFolder()
    const first = await storedService({ data })
    for (const slug of ['one', 'change-me', 'three'])
      await first.as('alice').scripts.create(draft(slug))
    first.close()
    const file = journalIn(data)
    const damaged = change(readFileSync(file, 'utf8').split('\n')).join('\n')
    writeFileSync(file, damaged)
    const onWarning = () => expect.unreachable()
    const byte = damaged
      .split('\n')
      .slice(0, line - 1)
      .reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)
    await expect(storedService({ data, onWarning })).rejects.toMatchObject({
      code: 'TOPO_DATA_DAMAGED',
      exitCode: 1,
      message: `The data of the embedded service is damaged: line ${line} of ${file} (from byte ${byte}) ${what}.`,
      hint: `Nothing was changed. Restore a copy of ${data}, or move it away and start with an empty one.`,
    })
    expect(readFileSync(file, 'utf8')).toBe(damaged)
    expect(readdirSync(data)).toEqual([basename(file)])
  },
)

test('the format of another version is named, and nothing is changed', async () => {
  const data = dataFolder()
  const file = join(data, 'journal-1.ndjson')
  writeFileSync(file, '{"format":"topo-mock-journal","written":"000000000000000","version":2}\n')
  await expect(storedService({ data })).rejects.toMatchObject({
    code: 'TOPO_DATA_FORMAT',
    exitCode: 1,
    message: `${file} has format 2, which this version of topo cannot read.`,
  })
  expect(readdirSync(data)).toEqual(['journal-1.ndjson'])
})

test('a long journal is replaced by one with a new snapshot', async () => {
  const data = dataFolder()
  const first = await storedService({ data })
  for (let n = 1; n <= 5; n++)
    await first
      .as('alice')
      .scripts.create(draft(`long-${n}`, `${goodCode}// ${'x'.repeat(150_000)}`))
  const state = first.control.state()
  first.close()
  expect(readdirSync(data)).toEqual(['journal-2.ndjson'])
  const second = await storedService({ data })
  expect(second.control.state()).toEqual(state)
  second.close()
})

test('unrelated files in the folder are kept', async () => {
  const data = dataFolder()
  writeFileSync(join(data, 'notes.txt'), 'mine')
  await slugs(data)
  expect(readdirSync(data)).toContain('notes.txt')
})
