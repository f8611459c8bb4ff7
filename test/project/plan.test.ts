import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConflictPolicy, type ResolvedStep, resolveConflict } from '../../src/project/conflicts.ts'
import { contentHash, type ScriptContent } from '../../src/project/content.ts'
import { needsContent, type PlannedFile, plan, type RemoteScript, type Step } from '../../src/project/plan.ts'
import type { SyncRecord, SyncRecords } from '../../src/project/state.ts'

/** Each conflict answered the same. */
const resolveConflicts = (steps: readonly Step[], policy: ConflictPolicy): ResolvedStep[] =>
  steps.map((step) => (step.action === 'conflict' ? resolveConflict(step, policy) : step))

const content = (slug: string, code: string): ScriptContent => ({
  slug,
  name: slug,
  description: '',
  type: 'topology',
  code,
  tags: [],
  isPublic: false,
  readme: null,
  engineVersion: '1.0',
})
const file = (slug: string, code: string, path = `${slug}.topology.js`): PlannedFile => {
  const sent = content(slug, code)
  return { path, slug, content: sent, hash: contentHash(sent) }
}
const remote = (slug: string, code: string, updatedAt = 't1', id = `id-${slug}`): RemoteScript => ({
  id,
  slug,
  updatedAt,
  content: content(slug, code),
})
const record = (slug: string, code: string, updatedAt = 't1', id = `id-${slug}`): SyncRecord => ({
  id,
  slug,
  updatedAt,
  hash: contentHash(content(slug, code)),
})
const unread = ({ content: _, ...rest }: RemoteScript): RemoteScript => rest

describe('one script', () => {
  it.each<[string, PlannedFile[], SyncRecords, RemoteScript[], object]>([
    [
      'never synced, not there',
      [file('a', '1')],
      {},
      [],
      { action: 'create', path: 'a.topology.js', slug: 'a' },
    ],
    [
      'never synced, the same',
      [file('a', '1')],
      {},
      [remote('a', '1')],
      { action: 'adopt', id: 'id-a', hash: contentHash(content('a', '1')) },
    ],
    [
      'never synced, other',
      [file('a', '2')],
      {},
      [remote('a', '1')],
      { action: 'conflict', changed: ['code'], reason: expect.stringContaining('never synced') },
    ],
    [
      'the same',
      [file('a', '1')],
      { 'a.topology.js': record('a', '1') },
      [unread(remote('a', '1'))],
      { action: 'unchanged' },
    ],
    [
      'the same, changed likewise on both sides',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '2', 't2')],
      { action: 'adopt' },
    ],
    [
      'the same, only the date moved',
      [file('a', '1')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1', 't2')],
      { action: 'adopt' },
    ],
    [
      'changed here',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1')],
      { action: 'update', expectedUpdatedAt: 't1', changed: ['code'] },
    ],
    [
      'changed here, only the date moved there',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1', 't2')],
      { action: 'update', expectedUpdatedAt: 't2' },
    ],
    [
      'changed here, not read there',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [unread(remote('a', '1'))],
      { action: 'update', changed: expect.arrayContaining(['code', 'name', 'readme']) },
    ],
    [
      'changed there',
      [file('a', '1')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '2', 't2')],
      { action: 'remote-ahead', changed: ['code'] },
    ],
    [
      'changed here and there',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '3', 't2')],
      { action: 'conflict', reason: 'changed here and on the service' },
    ],
    [
      'deleted there',
      [file('a', '1')],
      { 'a.topology.js': record('a', '1') },
      [],
      { action: 'conflict', reason: 'deleted on the service' },
    ],
    [
      'deleted there, made again by the same slug',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1', 't1', 'other')],
      { action: 'conflict', id: 'other' },
    ],
    [
      'deleted here',
      [],
      { 'a.topology.js': record('a', '1') },
      [unread(remote('a', '1'))],
      { action: 'orphan', path: 'a.topology.js', id: 'id-a', expectedUpdatedAt: 't1' },
    ],
    [
      'moved',
      [file('a', '2', 'new/a.topology.js')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1')],
      { action: 'update', movedFrom: 'a.topology.js' },
    ],
    [
      'renamed on the service',
      [file('a', '1')],
      { 'a.topology.js': record('a', '1') },
      [remote('b', '1', 't2', 'id-a')],
      { action: 'remote-ahead', changed: ['slug', 'name'] },
    ],
    [
      'renamed here',
      [file('b', '1', 'a.topology.js')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1')],
      { action: 'update', id: 'id-a', changed: ['slug', 'name'] },
    ],
  ])('%s', (_, files, records, remotes, expected) => {
    const steps = plan({ files, records, remotes })
    expect(steps).toHaveLength(1)
    expect(steps[0]).toMatchObject(expected)
  })

  it('that is deleted on both sides needs no step', () => {
    expect(plan({ files: [], records: { 'a.topology.js': record('a', '1') }, remotes: [] })).toEqual([])
  })

  it('with types is unchanged where the service holds it as written', () => {
    const typed = { ...file('a', 'bundled'), hashAsWritten: contentHash(content('a', 'written')) }
    const input = { files: [typed], records: {}, remotes: [remote('a', 'written')] }
    const [step] = plan(input)
    expect(step).toMatchObject({ action: 'adopt', hash: typed.hashAsWritten })
    const records = { 'a.topology.js': record('a', 'written') }
    expect(plan({ ...input, records })[0]?.action).toBe('unchanged')
    expect(needsContent({ ...input, records, remotes: [unread(remote('a', 'written'))] })).toEqual([])
  })

  it('belongs to one file at most, and to the one that was synced', () => {
    const files = [file('a', '1', 'copy.topology.js'), file('b', '1', 'a.topology.js')]
    const steps = plan({ files, records: { 'a.topology.js': record('a', '1') }, remotes: [remote('a', '1')] })
    expect(steps.map(({ action }) => action)).toEqual(['create', 'update'])
  })
})

describe('two files with the record of one script', () => {
  it('do not both get it', () => {
    const files = [file('a', '2', 'a.topology.js'), file('b', '2', 'b.topology.js')]
    const records = { 'a.topology.js': record('a', '1'), 'b.topology.js': record('a', '1') }
    const steps = plan({ files, records, remotes: [remote('a', '1')] })
    expect(steps.map(({ action }) => action)).toEqual(['update', 'create'])
  })
})

describe('reading in full', () => {
  it('is not needed for what is unchanged on both sides', () => {
    const files = Array.from({ length: 1000 }, (_, i) => file(`s${i}`, '1'))
    const records = Object.fromEntries(files.map(({ path, slug }) => [path, record(slug, '1')]))
    const remotes = files.map(({ slug }) => unread(remote(slug, '1')))
    expect(needsContent({ files, records, remotes })).toEqual([])
    expect(new Set(plan({ files, records, remotes }).map(({ action }) => action))).toEqual(
      new Set(['unchanged']),
    )
  })

  it.each([
    ['whose revision moved', file('a', '1'), record('a', '1', 't0')],
    ['that is about to be overwritten', file('a', '2'), record('a', '1')],
    ['that was never synced', file('a', '1'), undefined],
  ])('is needed for a script %s', (_, local, known) => {
    const records: SyncRecords = known ? { 'a.topology.js': known } : {}
    const ids = needsContent({ files: [local], records, remotes: [unread(remote('a', '1'))] }).map(
      ({ id }) => id,
    )
    expect(ids).toEqual(['id-a'])
  })
})

describe('a conflict', () => {
  const conflict = plan({ files: [file('a', '2')], records: {}, remotes: [remote('a', '1')] })
  const deleted = plan({
    files: [file('a', '2')],
    records: { 'a.topology.js': record('a', '1') },
    remotes: [],
  })

  it('is overwritten under the guard of the revision that was seen', () => {
    expect(resolveConflicts(conflict, 'overwrite')).toMatchObject([
      { action: 'update', id: 'id-a', expectedUpdatedAt: 't1', changed: ['code'], hash: file('a', '2').hash },
    ])
  })

  it('with a deletion is overwritten by creating it again', () => {
    const [step] = resolveConflicts(deleted, 'overwrite')
    expect(step).toMatchObject({ action: 'create', hash: file('a', '2').hash })
  })

  it('stays, or is skipped', () => {
    expect(resolveConflicts(conflict, 'fail')).toEqual(conflict)
    expect(resolveConflicts(conflict, 'skip')).toMatchObject([{ action: 'skip' }])
  })
})

/** A world: for each slug what is here, there, and on record; versions are small numbers, so that they often agree. */
const side = fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined })
const script = fc.record({
  local: side,
  remote: side,
  base: side,
  sameRevision: fc.boolean(),
  recreated: fc.boolean(),
  moved: fc.boolean(),
  renamed: fc.boolean(),
})
const world = fc.array(script, { maxLength: 6 }).map((scripts) => {
  const files: PlannedFile[] = []
  const remotes: RemoteScript[] = []
  const records: SyncRecords = {}
  scripts.forEach(({ local, remote: there, base, sameRevision, recreated, moved, renamed }, i) => {
    const slug = `s${i}`
    const remoteSlug = renamed ? `r${i}` : slug
    if (local) files.push(file(slug, local))
    // The same revision means the same content.
    const code = there && base && sameRevision && !recreated && !renamed ? base : there
    if (code)
      remotes.push(
        remote(remoteSlug, code, sameRevision && !renamed ? 't1' : 't2', recreated ? `new-${i}` : `id-${i}`),
      )
    if (base)
      records[moved ? `old/${slug}.topology.js` : `${slug}.topology.js`] = record(slug, base, 't1', `id-${i}`)
  })
  return { files, records, remotes }
})

/** What push does, against a service in memory that refuses an unguarded or stale write. */
function apply(
  { files, records, remotes }: { files: PlannedFile[]; records: SyncRecords; remotes: RemoteScript[] },
  steps: ResolvedStep[],
) {
  const after = new Map(remotes.map((script) => [script.id, script]))
  const synced: SyncRecords = { ...records }
  let left = [...files]
  let revision = 10
  const remember = (path: string, { id, slug, updatedAt }: RemoteScript, hash: string) => {
    synced[path] = { id, slug, updatedAt, hash }
  }
  for (const step of steps) {
    if (step.action === 'create') {
      const { content: sent } = step.file
      const made = { id: `made-${revision}`, slug: sent.slug, updatedAt: `t${revision++}`, content: sent }
      expect([...after.values()].map(({ slug }) => slug)).not.toContain(sent.slug)
      after.set(made.id, made)
      remember(step.path, made, step.hash)
    } else if (step.action === 'update') {
      const current = after.get(step.id)
      expect(step.expectedUpdatedAt).toBe(current?.updatedAt)
      const patch = Object.fromEntries(step.changed.map((field) => [field, step.file.content[field]]))
      const content = { ...(current?.content as ScriptContent), ...patch }
      const next = { id: step.id, slug: content.slug, updatedAt: `t${revision++}`, content }
      after.set(step.id, next)
      remember(step.path, next, step.hash)
    } else if (step.action === 'adopt') {
      remember(step.path, step.remote, step.hash)
    } else if (step.action === 'remote-ahead') {
      const pulled = step.remote.content as ScriptContent
      left = left.map((f) =>
        f.path === step.path
          ? { path: f.path, slug: pulled.slug, content: pulled, hash: contentHash(pulled) }
          : f,
      )
      remember(step.path, step.remote, contentHash(pulled))
    } else if (step.action === 'orphan') {
      after.delete(step.id)
      delete synced[step.path]
    }
    if ('movedFrom' in step && step.movedFrom) delete synced[step.movedFrom]
  }
  return { files: left, records: synced, remotes: [...after.values()] }
}

/** What the design's table says of one script: nothing else decides than what is here, there and was before. */
function expected({
  local,
  there,
  base,
  deleted,
}: {
  local?: string
  there?: string
  base?: string
  deleted: boolean
}) {
  if (local === undefined) return there !== undefined && base !== undefined ? 'orphan' : undefined
  if (there === undefined) return deleted ? 'conflict' : 'create'
  if (local === there) return 'unchanged'
  if (base === undefined) return 'conflict'
  if (there === base) return 'update'
  return local === base ? 'remote-ahead' : 'conflict'
}

it('is as the table says for every combination of here, there, before and how it came about', () => {
  const versions = [undefined, '1', '2', '3']
  const yesNo = [false, true]
  let combinations = 0
  for (const local of versions)
    for (const there of versions)
      for (const base of versions)
        for (const sameRevision of yesNo)
          for (const recreated of yesNo)
            for (const moved of yesNo)
              for (const read of yesNo) {
                // The same revision is the same content, and a script made anew has another one.
                if (sameRevision && (there !== base || recreated)) continue
                if (!read && !(sameRevision && local === base)) continue
                combinations++
                const full =
                  there && remote('a', there, sameRevision ? 't1' : 't2', recreated ? 'new' : 'id-a')
                const files = local ? [file('a', local)] : []
                const path = moved ? 'old/a.topology.js' : 'a.topology.js'
                const records: SyncRecords = base ? { [path]: record('a', base) } : {}
                const remotes = full ? [read ? full : unread(full)] : []
                const known = recreated ? undefined : base
                const wanted = expected({
                  ...(local !== undefined && { local }),
                  ...(there !== undefined && { there }),
                  ...(known !== undefined && { base: known }),
                  // A record of a file elsewhere says nothing of this one, once its script is gone.
                  deleted: base !== undefined && !moved,
                })
                const [step, ...more] = plan({ files, records, remotes })
                expect(more).toEqual([])
                // The same on both sides: whether the record has to be written is another matter.
                const action = step?.action === 'adopt' ? 'unchanged' : step?.action
                expect([{ local, there, base, sameRevision, recreated, moved }, action]).toEqual([
                  { local, there, base, sameRevision, recreated, moved },
                  wanted,
                ])
                const isOnRecord = base === there && sameRevision && !moved
                if (action === 'unchanged') expect(step?.action).toBe(isOnRecord ? 'unchanged' : 'adopt')
              }
  expect(combinations).toBeGreaterThan(200)
})

const policy = fc.constantFrom<ConflictPolicy>('fail', 'overwrite', 'skip')
const runs = { numRuns: 3000 }

describe('in every combination of here, there and before', () => {
  it('each file has exactly one step, and each script one at most', () => {
    fc.assert(
      fc.property(world, policy, (input, decided) => {
        const steps = resolveConflicts(plan(input), decided)
        const ofFiles = steps.filter(({ action }) => action !== 'orphan').map(({ path }) => path)
        expect(ofFiles).toEqual(input.files.map(({ path }) => path))
        const ids = steps.flatMap((step) => ('id' in step && step.id ? [step.id] : []))
        expect(new Set(ids).size).toBe(ids.length)
        for (const { id } of input.remotes) {
          const synced = Object.values(input.records).some((known) => known.id === id)
          if (synced) expect(ids).toContain(id)
        }
      }),
      runs,
    )
  })

  it('no update is without its guard, and nothing that is the same is written', () => {
    fc.assert(
      fc.property(world, policy, (input, decided) => {
        for (const step of resolveConflicts(plan(input), decided)) {
          if (step.action !== 'update') continue
          const there = input.remotes.find(({ id }) => id === step.id)
          expect(step.expectedUpdatedAt).toBe(there?.updatedAt)
          expect(step.changed.length).toBeGreaterThan(0)
          expect(contentHash(there?.content as ScriptContent)).not.toBe(step.file.hash)
        }
      }),
      runs,
    )
  })

  it('nothing that changed there is overwritten unasked', () => {
    fc.assert(
      fc.property(world, (input) => {
        for (const step of plan(input)) {
          if (step.action !== 'update') continue
          const known = Object.values(input.records).find(({ id }) => id === step.id)
          const there = input.remotes.find(({ id }) => id === step.id)
          expect(contentHash(there?.content as ScriptContent)).toBe(known?.hash)
        }
      }),
      runs,
    )
  })

  it('doing the steps leaves nothing to do', () => {
    fc.assert(
      fc.property(world, (input) => {
        const after = apply(input, resolveConflicts(plan(input), 'overwrite'))
        expect(new Set(plan(after).map(({ action }) => action))).toEqual(
          new Set(after.files.length > 0 ? ['unchanged'] : []),
        )
      }),
      runs,
    )
  })

  it('what needsContent leaves out is not missed', () => {
    fc.assert(
      fc.property(world, (input) => {
        const bare = { ...input, remotes: input.remotes.map(unread) }
        const needed = new Set(needsContent(bare).map(({ id }) => id))
        const remotes = input.remotes.map((script) => (needed.has(script.id) ? script : unread(script)))
        const outline = (steps: ResolvedStep[]) => steps.map(({ action, path }) => [action, path])
        expect(outline(plan({ ...input, remotes }))).toEqual(outline(plan(input)))
      }),
      runs,
    )
  })
})
