/** Repairs a damaged folder: saves what is readable, counts the rest, removes no file. */
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { KnownError } from '../../../src/errors.ts'
import { decodeJournal } from '../../../src/mock/persist/format.ts'
import { type Repair, repair } from '../../../src/mock/persist/repair.ts'
import { cases } from '../../cases.ts'
import { checkRows } from '../invariants.ts'
import { testService } from '../service.ts'

const key = 'ca_demo_carol'
const create = (slug: string, padding = 0) => ({
  key,
  method: 'POST',
  body: JSON.stringify({ slug, name: slug, type: 'sketch', code: 'x'.repeat(padding) }),
})

function dataFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'topo-repair-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Folder with a script for each name, each from its own commit. */
async function folderOf(slugs: readonly string[], padding = 0, path = dataFolder()): Promise<string> {
  const service = testService({ data: path })
  for (const slug of slugs) {
    expect((await service.request('/v1/scripts', create(slug, padding))).status).toBe(200)
  }
  service.close()
  return path
}

const fileOf = (path: string, kind: string): string =>
  join(
    path,
    readdirSync(path)
      .sort()
      .findLast((name) => name.startsWith(kind)) as string,
  )

/** Changes a file line by line; undefined removes a line. */
function edit(file: string, change: (line: string, number: number) => string | undefined): void {
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, lines.flatMap((line, index) => change(line, index + 1) ?? []).join('\n'))
}

async function slugsIn(path: string): Promise<string[]> {
  const service = testService({ data: path })
  const slugs = (service.control.state().tables.scripts ?? []) as unknown as { slug: string }[]
  checkRows(service.control.state())
  service.close()
  return slugs.map(({ slug }) => slug).filter((slug) => /^s\d+/.test(slug))
}

const fix = (path: string): Repair => repair({ path, dryRun: false })
const many = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`)

test('repair does not change an intact folder, nor one with a truncated last line', async () => {
  const path = await folderOf(many(3))
  const before = readdirSync(path)
  expect(fix(path)).toMatchObject({ damage: [], commits: 3, lost: 0, keptIn: null })
  appendFileSync(fileOf(path, 'journal'), '12345678 4 [{"table":')
  expect(fix(path)).toMatchObject({ damage: [], commits: 3, lost: 0, keptIn: null })
  expect(readdirSync(path)).toEqual(before)
})

test('a changed line loses only its commit', async () => {
  const path = await folderOf(many(5))
  const journal = fileOf(path, 'journal')
  edit(journal, (line, number) => (number === 4 ? line.replace('sketch', 'SKETCH') : line))
  const bytes = readFileSync(journal)
  expect(() => testService({ data: path })).toThrow(
    /line 4 of .*journal-1\.ndjson was changed or is incomplete/,
  )
  const result = fix(path)
  expect(result).toMatchObject({
    damage: [{ file: 'journal-1.ndjson', line: 4, what: 'was changed or is incomplete' }],
    ...{ from: 'state-1.json', commits: 4, lost: 1, doubtful: false, dropped: {}, renamed: [] },
    keptIn: join(path, 'damaged-1'),
  })
  expect(await slugsIn(path)).toEqual(['s0', 's1', 's3', 's4'])
  expect(readFileSync(join(path, 'damaged-1', 'journal-1.ndjson')).equals(bytes)).toBe(true)
})

test('a dry run reports the same and writes nothing', async () => {
  const path = await folderOf(many(3))
  edit(fileOf(path, 'journal'), (line, number) => (number === 2 ? 'garbage' : line))
  const before = readdirSync(path)
  const result = repair({ path, dryRun: true })
  expect(result).toMatchObject({ commits: 2, lost: 1, keptIn: null })
  expect(readdirSync(path)).toEqual(before)
  expect({ ...fix(path), keptIn: null }).toEqual(result)
})

test.each([
  ['removed', (_line: string, number: number) => number === 3],
  ['at the end', (_line: string, number: number) => number === 6],
])('a line that is %s is counted as lost', async (where, isMeant) => {
  const path = await folderOf(many(5))
  const replacement = where === 'removed' ? undefined : 'x'
  edit(fileOf(path, 'journal'), (line, number) => (isMeant(line, number) ? replacement : line))
  expect(() => testService({ data: path })).toThrow(/damaged/)
  expect(fix(path)).toMatchObject({ commits: 4, lost: 1 })
  expect((await slugsIn(path)).length).toBe(4)
})

test('swapped lines are reported out of order', async () => {
  const path = await folderOf(many(3))
  const journal = fileOf(path, 'journal')
  const [header, first, second, third] = readFileSync(journal, 'utf8').split('\n')
  writeFileSync(journal, `${[header, second, first, third].join('\n')}\n`)
  expect(() => testService({ data: path })).toThrow(/is commit 3 and not 2/)
  expect(fix(path)).toMatchObject({ commits: 2, lost: 1 })
  expect(await slugsIn(path)).toEqual(['s1', 's2'])
})

describe('an unreadable snapshot', () => {
  /** Long enough for a second generation that includes the first, with commits in both. */
  const twoGenerations = async () => {
    const path = await folderOf(many(8), 100_000)
    expect(readdirSync(path).sort()).toEqual([
      'journal-1.ndjson',
      'journal-2.ndjson',
      'state-1.json',
      'state-2.json',
    ])
    return path
  }

  test.each([
    ['cut off', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 1000))],
    ['empty', (file: string) => writeFileSync(file, '')],
    ['gone', (file: string) => rmSync(file)],
    ['changed', (file: string) => edit(file, (line) => line.replace('Alice Archer', 'Alice Archar'))],
  ])('because it is %s loses nothing: the previous one and both journals suffice', async (_what, harm) => {
    const path = await twoGenerations()
    harm(fileOf(path, 'state'))
    expect(() => testService({ data: path })).toThrow(/damaged/)
    expect(fix(path)).toMatchObject({ from: 'state-1.json', commits: 8, lost: 0, doubtful: false })
    expect(await slugsIn(path)).toEqual(many(8))
  })

  test('with a damaged previous journal counts the lost commits', async () => {
    const path = await twoGenerations()
    rmSync(fileOf(path, 'state'))
    edit(join(path, 'journal-1.ndjson'), (line, number) => (number === 3 ? 'x' : line))
    expect(fix(path)).toMatchObject({ commits: 7, lost: 1 })
    expect(await slugsIn(path)).toEqual(['s0', ...many(8).slice(2)])
  })

  test('after a replacement restores the state before it', async () => {
    const path = dataFolder()
    const service = testService({ data: path })
    await service.request('/v1/scripts', create('s0'))
    await service.request('/__mock/reset', { method: 'POST' })
    await service.request('/v1/scripts', create('s1'))
    service.close()
    rmSync(fileOf(path, 'state'))
    expect(fix(path)).toMatchObject({ from: 'state-1.json', commits: 1, lost: 1 })
    expect(await slugsIn(path)).toEqual(['s0'])
  })

  test('without a previous one keeps its readable rows, and reports that', async () => {
    const path = await folderOf(many(2))
    edit(fileOf(path, 'state'), (line) => line.replace('Alice Archer', 'Alice Archar'))
    expect(fix(path)).toMatchObject({ from: 'state-1.json', commits: 2, lost: 0, doubtful: true })
    expect(await slugsIn(path)).toEqual(['s0', 's1'])
  })

  test('without anything else saves nothing and changes nothing', async () => {
    const path = await folderOf(many(2))
    writeFileSync(fileOf(path, 'state'), 'nonsense')
    const before = readdirSync(path)
    expect(() => fix(path)).toThrow(expect.objectContaining({ code: 'TOPO_DATA_LOST', exitCode: 1 }))
    expect(readdirSync(path)).toEqual(before)
  })
})

test('rows without their parent are dropped, and a reused slug stays with its new owner', async () => {
  const path = dataFolder()
  const service = testService({ data: path })
  const made = async (slug: string) =>
    (await (await service.request('/v1/scripts', create(slug))).json()).item.id as string
  const change = (id: string, body: object) =>
    service.request(`/v1/scripts/${id}`, { key, method: 'PATCH', body: JSON.stringify(body) })
  const gone = await made('s0')
  await service.request(`/v1/scripts/${gone}/star`, { key, method: 'POST' })
  const renamed = await made('s1')
  const slugCommit = decodeJournal(readFileSync(fileOf(path, 'journal'))).commits.length + 2
  expect((await change(renamed, { slug: 's2' })).status).toBe(200)
  await made('s1')
  service.close()
  edit(fileOf(path, 'journal'), (line, number) => (number === 2 || number === slugCommit ? 'x' : line))
  expect(fix(path)).toMatchObject({
    lost: 2,
    dropped: { stars: 1 },
    renamed: [{ id: renamed, from: 's1', to: 's1-2' }],
  })
  expect((await slugsIn(path)).sort()).toEqual(['s1', 's1-2'])
})

test('a second repair keeps its files separate from those of the first', async () => {
  const path = await folderOf(many(2))
  edit(fileOf(path, 'journal'), (line, number) => (number === 2 ? 'x' : line))
  expect(fix(path).keptIn).toBe(join(path, 'damaged-1'))
  await folderOf(['s7', 's8'], 0, path)
  edit(fileOf(path, 'journal'), (line, number) => (number === 2 ? 'x' : line))
  expect(fix(path).keptIn).toBe(join(path, 'damaged-2'))
  expect(await slugsIn(path)).toEqual(['s1', 's8'])
})

test('a snapshot that says it is of another generation is damaged, and costs no commit', async () => {
  const path = await folderOf(many(2))
  edit(fileOf(path, 'state'), (line) => line.replace('"generation":1', '"generation":10'))
  expect(() => testService({ data: path })).toThrow(/state-1\.json was changed or is incomplete/)
  expect(fix(path)).toMatchObject({ from: 'state-1.json', commits: 2, lost: 0, doubtful: true })
  expect(await slugsIn(path)).toEqual(['s0', 's1'])
})

test('repair refuses a missing or locked folder and an unknown format, and changes nothing', async () => {
  const path = await folderOf(many(1))
  const failure = (data: string) => {
    try {
      return fix(data)
    } catch (error) {
      return error
    }
  }
  expect(failure(join(path, 'nowhere'))).toMatchObject({ code: 'TOPO_NO_DATA', exitCode: 2 })
  expect(existsSync(join(path, 'nowhere'))).toBe(false)
  const service = testService({ data: path })
  expect(failure(path)).toMatchObject({ code: 'TOPO_DATA_LOCKED', exitCode: 75 })
  service.close()
  for (const [format, text] of [
    ['format 1', '{"version":1,"tables":{"users":[]}}'],
    ['format 3', '{"format":"topo-mock-state","version":3}\n{}\n'],
  ] as const) {
    writeFileSync(join(path, 'state-7.json'), text)
    const expected = { code: 'TOPO_DATA_FORMAT', exitCode: 1, message: expect.stringContaining(format) }
    expect(failure(path)).toMatchObject(expected)
    expect(() => testService({ data: path })).toThrow(expect.objectContaining(expected))
    expect(readFileSync(join(path, 'state-7.json'), 'utf8')).toBe(text)
  }
})

test.each([
  ['a table', '"users"', '"u#ers"', {}],
  ['a slug', '"alice-shop"', '"alice-sh#p"', { renamed: [{ from: 'alice-sh#p', to: 'alice-sh-p' }] }],
])(
  'a damaged name of %s costs no row, even if no snapshot is intact',
  async (_what, name, damaged, expected) => {
    const path = await folderOf(many(2))
    edit(fileOf(path, 'state'), (line) => line.replace(name, damaged))
    expect(fix(path)).toMatchObject({ doubtful: true, commits: 2, lost: 0, dropped: {}, ...expected })
    expect(await slugsIn(path)).toEqual(['s0', 's1'])
  },
)

describe('any corruption is detected or repaired, and never loaded partly', () => {
  // Another version digit is another version.
  const refusals = ['TOPO_DATA_DAMAGED', 'TOPO_DATA_LOST', 'TOPO_DATA_FORMAT']
  const files = ['state-1.json', 'journal-1.ndjson'] as const
  /** The result, or undefined if the folder is refused; any other error is a bug. */
  async function unlessRefused<T>(act: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await act()
    } catch (error) {
      if (refusals.includes((error as KnownError).code)) return undefined
      throw error
    }
  }

  async function check(bytes: Record<string, Buffer>): Promise<void> {
    const path = dataFolder()
    for (const file of files) writeFileSync(join(path, file), bytes[file] as Buffer)
    const started = await unlessRefused(() => slugsIn(path))
    // Only the end of a truncated line may be lost unnoticed.
    if (started) expect([6, 5]).toContain(started.length)
    const repaired = await unlessRefused(() => fix(path))
    if (!repaired) return
    const { commits, lost, dropped } = repaired
    expect(commits + lost).toBeGreaterThanOrEqual(5)
    // What was repaired starts again.
    const { length } = await slugsIn(path)
    expect(length).toBeLessThanOrEqual(commits)
    expect(length).toBeGreaterThanOrEqual(commits - (dropped.scripts ?? 0))
  }

  const intact = async () => {
    const path = await folderOf(many(6))
    return Object.fromEntries(files.map((name) => [name, readFileSync(join(path, name))]))
  }

  test('in many bytes', async () => {
    const bytes = await intact()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.nat(),
        fc.uint8Array({ minLength: 1, maxLength: 30 }),
        async (name, at, garbage) => {
          const harmed = Buffer.from(bytes[name] as Buffer)
          harmed.set(garbage.subarray(0, harmed.length - (at % harmed.length)), at % harmed.length)
          await check({ ...bytes, [name]: harmed })
        },
      ),
      { numRuns: cases(60) },
    )
  })

  // Characters that mean something in JSON or may be in an id, and bytes that are no text.
  const replacements = [...Buffer.from('#"{}[]:,\\0a \n'), 0, 0xff]

  test('in one byte that is changed, inserted or missing', async () => {
    const bytes = await intact()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.nat(),
        fc.constantFrom(...replacements),
        fc.constantFrom('changed', 'inserted', 'missing'),
        async (name, where, byte, how) => {
          const whole = bytes[name] as Buffer
          const at = where % whole.length
          const middle = how === 'missing' ? [] : [byte]
          const rest = whole.subarray(how === 'inserted' ? at : at + 1)
          await check({ ...bytes, [name]: Buffer.concat([whole.subarray(0, at), Buffer.from(middle), rest]) })
        },
      ),
      { numRuns: cases(400) },
    )
  })
})
