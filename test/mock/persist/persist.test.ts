import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { repair } from '../../../src/mock/persist/repair.ts'
import { goodCode, testService } from '../service.ts'

function dataFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'topo-data-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const draft = (slug: string) => ({ body: { slug, name: slug, type: 'topology', code: goodCode } })
const slugs = async (data: string) => {
  const service = testService({ data })
  const { items } = await service.as('alice').scripts.own()
  service.close()
  return items.map(({ slug }) => slug)
}

test('acknowledged changes survive a restart: rows, quotas, ids without repetition', async () => {
  const data = dataFolder()
  const first = testService({ data })
  const { item: one } = await first.as('alice').scripts.create(draft('one'))
  await first.as('alice').scripts.update({ params: { id: one.id }, body: { name: 'Changed' } })
  const { item: gone } = await first.as('alice').scripts.create(draft('gone'))
  await first.as('alice').scripts.delete({ params: { id: gone.id } })
  first.close()

  const second = testService({ data })
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
  const first = testService({ data })
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

  const second = testService({ data })
  expect(second.control.state()).toEqual(before)
  const count = ({ tables }: typeof before, table: string) => tables[table]?.length
  const kept = ['versions', 'pins', 'notifications', 'workspaces', 'schedules', 'messages']
  expect(kept.map((table) => count(second.control.state(), table))).toEqual([2, 1, 1, 2, 1, 2])
  expect(await second.as('alice').versions.list({ params: { id } })).toMatchObject({ totalCount: 2 })
  second.close()
})

test('a partly written line was never acknowledged', async () => {
  const data = dataFolder()
  const first = testService({ data })
  await first.as('alice').scripts.create(draft('kept'))
  first.close()
  const journal = readdirSync(data).find((name) => name.startsWith('journal-')) as string
  appendFileSync(join(data, journal), '[{"table":"scripts","id":"x","aft')
  expect(await slugs(data)).toContain('kept')
  // The next start has its own journal, so that the torn line cannot swallow the next one.
  const second = testService({ data })
  await second.as('alice').scripts.create(draft('later'))
  second.close()
  expect(await slugs(data)).toEqual(['alice-notes', 'alice-shop', 'kept', 'later'])
})

test.each([
  ['in the middle of a line', 10],
  ['at the end of a line', 0],
])('a journal that was cut %s is refused, and nothing is overwritten', async (_where, more) => {
  const data = dataFolder()
  const first = testService({ data })
  for (let n = 1; n <= 20; n++) await first.as('alice').scripts.create(draft(`script-${n}`))
  first.close()
  const journal = readdirSync(data).find((name) => name.startsWith('journal-')) as string
  const bytes = readFileSync(join(data, journal))
  const lines = bytes.toString('latin1').split('\n').slice(0, 6)
  truncateSync(join(data, journal), lines.join('\n').length + 1 + more)
  const cut = readFileSync(join(data, journal))
  expect(() => testService({ data })).toThrow(
    expect.objectContaining({
      code: 'TOPO_DATA_DAMAGED',
      message: `The data of the embedded service is damaged: line 7 of ${join(data, journal)} is missing or incomplete: ${bytes.toString('latin1').split('\n').length - 7} commits were cut off.`,
    }),
  )
  expect(readFileSync(join(data, journal)).equals(cut)).toBe(true)
  expect(repair({ path: data, dryRun: true }).damage).toMatchObject([{ file: journal, line: 7 }])
})

test('a start killed before its generation is complete keeps the old generation', async () => {
  const data = dataFolder()
  const first = testService({ data })
  await first.as('alice').scripts.create(draft('kept'))
  first.close()
  writeFileSync(join(data, 'state-99.json.tmp'), '{"version":1,"tab')
  expect(await slugs(data)).toContain('kept')
})

test('a lock allows one owner in this process', async () => {
  const data = dataFolder()
  const first = testService({ data })
  expect(() => testService({ data })).toThrow(/in use by process/)
  first.close()
  expect(await slugs(data)).toEqual(['alice-notes', 'alice-shop'])
  expect(readdirSync(data).filter((name) => name.startsWith('lock'))).toEqual([])
})

test('damaged data is reported and not changed', async () => {
  const data = dataFolder()
  writeFileSync(join(data, 'state-1.json'), 'nonsense')
  expect(() => testService({ data })).toThrow(/state-1\.json was changed or is incomplete/)
  expect(readdirSync(data)).toEqual(['state-1.json'])
})

test('unrelated files in the folder are kept', async () => {
  const data = dataFolder()
  writeFileSync(join(data, 'notes.txt'), 'mine')
  await slugs(data)
  expect(readdirSync(data)).toContain('notes.txt')
})
