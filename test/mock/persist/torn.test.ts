/** What a kill or a power cut leaves of a journal: which damage is repaired, and which is reported. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, asyncProperty, constantFrom, integer } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import type { Snapshot } from '../../../src/mock/database/snapshot.ts'
import type { RowChange } from '../../../src/mock/database/table.ts'
import { nodeFiles } from '../../../src/mock/persist/files.ts'
import { Folder } from '../../../src/mock/persist/folder.ts'
import { makeFolder } from '../../project/folder.ts'

const snapshot: Snapshot = { version: 1, tables: { users: [{ id: 'alice' }, { id: 'bob' }] } }
const commit = (id: string): RowChange[] => [
  { table: 'users', id, after: { id, name: `Ü ${'x'.repeat(20)}` } as { id: string } },
]
const commits = ['one', 'two', 'three'].map(commit)

let whole: Buffer
/** Offset of each line, and the length of the file. */
let starts: number[]

const journalIn = (data: string) => join(data, 'journal-1.ndjson')

beforeAll(async () => {
  const data = mkdtempSync(join(tmpdir(), 'topo-torn-'))
  const folder = await Folder.open(data, systemClock)
  folder.replace(snapshot)
  for (const changes of commits) folder.append(changes)
  folder.close()
  whole = readFileSync(journalIn(data))
  starts = [0]
  for (let end = whole.indexOf('\n'); end >= 0; end = whole.indexOf('\n', end + 1))
    starts.push(end + 1)
})

const lastStart = () => starts.at(-2) as number

async function reopen(data: string, files = nodeFiles) {
  const warnings: string[] = []
  const folder = await Folder.open(data, systemClock, {
    files,
    onWarning: (text) => warnings.push(text),
  })
  try {
    return { folder, warnings, stored: folder.restore() }
  } catch (error) {
    folder.close()
    throw error
  }
}

/** The last record is dropped once, with one warning, and the next commit takes its place. */
async function expectDropped(bytes: Buffer, kept: readonly RowChange[][], why: RegExp) {
  const data = makeFolder().root
  writeFileSync(journalIn(data), bytes)
  const { folder, warnings, stored } = await reopen(data)
  expect(stored).toEqual({ snapshot, commits: kept })
  const line = kept.length + 3
  expect(warnings).toEqual([
    expect.stringContaining(`dropped line ${line} of ${journalIn(data)}: `),
  ])
  expect(warnings[0]).toMatch(why)
  folder.close()

  // Repaired by the first start, also if it writes nothing else.
  const second = await reopen(data)
  expect([second.warnings, second.stored]).toEqual([[], { snapshot, commits: kept }])
  second.folder.append(commit('next'))
  second.folder.close()
  const third = await reopen(data)
  expect([third.warnings, third.stored]).toEqual([
    [],
    { snapshot, commits: [...kept, commit('next')] },
  ])
  third.folder.close()
}

async function expectDamaged(bytes: Buffer, line: number | undefined) {
  const data = makeFolder().root
  writeFileSync(journalIn(data), bytes)
  const place =
    line === undefined ? '' : `line ${line} of ${journalIn(data)} (from byte ${starts[line - 1]})`
  await expect(reopen(data)).rejects.toMatchObject({
    code: 'TOPO_DATA_DAMAGED',
    message: expect.stringContaining(place),
    hint: expect.stringContaining(`Restore a copy of ${data}`),
  })
  expect(readFileSync(journalIn(data)).equals(bytes)).toBe(true)
  expect(readdirSync(data)).toEqual(['journal-1.ndjson'])
}

const wasComplete =
  /it was complete before\. A power cut, or a copy that was cut off, lost this change$/
const unconfirmed = /it was not completely written, so no answer had confirmed it$/

/** The header counts a commit after it was written, and a kill may come between. */
const withCount = (bytes: Buffer, count: number) =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replace(/"written":"\d{15}"/, `"written":"${String(count).padStart(15, '0')}"`),
    'latin1',
  )

test('the last record is dropped with a warning wherever it is cut', async () => {
  for (let end = lastStart(); end < whole.length; end++) {
    const cut = whole.subarray(0, end)
    await expectDropped(cut, commits.slice(0, 2), wasComplete)
    // Without a byte of it, there is nothing to drop.
    if (end > lastStart()) await expectDropped(withCount(cut, 2), commits.slice(0, 2), unconfirmed)
  }
}, 60_000)

test('zeros after a cut, or in a complete line, are a torn record too', async () => {
  const cuts = Array.from({ length: whole.length - lastStart() }, (_, at) => lastStart() + at)
  await assert(
    asyncProperty(constantFrom(...cuts), constantFrom(1, 9, 4096), async (end, zeros) => {
      const torn = Buffer.concat([whole.subarray(0, end), Buffer.alloc(zeros)])
      await expectDropped(torn, commits.slice(0, 2), wasComplete)
    }),
    { numRuns: 40 },
  )
  await assert(
    asyncProperty(integer({ min: lastStart(), max: whole.length - 2 }), async (from) => {
      const torn = Buffer.from(whole)
      torn.fill(0, from, Math.min(from + 9, whole.length - 1))
      await expectDropped(torn, commits.slice(0, 2), wasComplete)
      await expectDropped(Buffer.concat([torn, Buffer.alloc(50)]), commits.slice(0, 2), wasComplete)
    }),
    { numRuns: 40 },
  )
  // A file that is longer than what was written lost nothing.
  await expectDropped(Buffer.concat([whole, Buffer.alloc(3000)]), commits, unconfirmed)
}, 60_000)

test('a header and a snapshot are whole before they get their name: each cut of them is damage', async () => {
  for (let end = 0; end < (starts[1] as number); end++)
    await expectDamaged(whole.subarray(0, end), 1)
  for (let end = starts[1] as number; end < (starts[2] as number); end++)
    await expectDamaged(whole.subarray(0, end), 2)
})

test('a cut that loses more than the last record is damage', async () => {
  for (let end = starts[2] as number; end < lastStart(); end++) {
    const line = starts.findLastIndex((start) => start <= end) + 1
    await expectDamaged(whole.subarray(0, end), line)
  }
})

test('a changed byte is damage, also in the last record; so are zeros before it', async () => {
  await assert(
    asyncProperty(
      integer({ min: 0, max: whole.length - 2 }),
      integer({ min: 1, max: 255 }),
      async (at, by) => {
        const changed = Buffer.from(whole)
        changed[at] = (whole[at] as number) ^ by
        const becomesZero = changed[at] === 0
        const lineIsSplit = changed[at] === 0x0a || whole[at] === 0x0a
        // The count of commits may be too low after a kill.
        const isCount = at < (starts[1] as number)
        if (isCount || lineIsSplit || (becomesZero && at >= lastStart())) return
        await expectDamaged(changed, starts.findLastIndex((start) => start <= at) + 1)
      },
    ),
    { numRuns: 60 },
  )
  const zeros = Buffer.from(whole)
  zeros.fill(0, (starts[2] as number) + 5, lastStart())
  await expectDamaged(zeros, 3)
  await expectDamaged(Buffer.concat([whole, Buffer.from('garbage\n')]), 6)
  await expectDamaged(Buffer.concat([whole, Buffer.from('gar\0bage\nmore\n')]), 6)
})

test('a disk that refuses the repair is read, and repaired with the first write that it accepts', async () => {
  const data = makeFolder().root
  writeFileSync(journalIn(data), whole.subarray(0, -4))
  let isFull = true
  const full = () => {
    if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  const files: typeof nodeFiles = {
    ...nodeFiles,
    write: (...given) => {
      full()
      return nodeFiles.write(...given)
    },
    truncate: (...given) => {
      full()
      nodeFiles.truncate(...given)
    },
  }
  const { folder, warnings, stored } = await reopen(data, files)
  expect([warnings.length, stored?.commits]).toEqual([1, commits.slice(0, 2)])
  expect(() => folder.append(commit('refused'))).toThrow(/cannot be written \(ENOSPC\)/)
  isFull = false
  folder.append(commit('next'))
  folder.close()
  const again = await reopen(data)
  expect([again.warnings, again.stored?.commits]).toEqual([
    [],
    [...commits.slice(0, 2), commit('next')],
  ])
  again.folder.close()
})
