import { describe, expect, it } from 'vitest'
import { contentHash } from '../../../src/project/script/content-hash.ts'
import type { PlannedFile } from '../../../src/sync/plan/input.ts'
import { needsContent, type PlanStep, planSync } from '../../../src/sync/plan/plan.ts'
import type { RemoteScript } from '../../../src/sync/remote/read-remote.ts'
import type { SyncRecords } from '../../../src/sync/state/sync-record.ts'
import { content, file, record, remote, resolveConflicts, unread } from './plan-parts.ts'

describe('plan of one script', () => {
  const mine = (code: string) => file('a', code)
  const theirs = (code: string, updatedAt?: string) => remote('a', code, updatedAt)
  const synced = { 'a.topology.js': record('a', '1') }
  const seconds = '2026-03-01T10:00:00Z'
  const sameSecond = { ...theirs('theirs', seconds), hash: contentHash(content('a', 'theirs')) }
  const answered = { ...record('a', '1'), answered: contentHash(content('a', '1 tidied')) }
  const first = { hash: contentHash(content('a', '1')) }
  const t1 = { remote: { updatedAt: 't1' } }
  const t2 = { remote: { updatedAt: 't2' } }
  const neverSynced = { changed: ['code'], reason: expect.stringContaining('never synced') }
  const all = { changed: expect.arrayContaining(['code', 'name', 'readme']) }
  const renamed = { id: 'id-a', changed: ['slug', 'name'] }
  const at = (revision: string) => ({ 'a.topology.js': record('a', '1', revision) })

  it.each<
    [
      string,
      PlanStep['action'],
      {
        local: PlannedFile | null
        remoteState: RemoteScript | null
        more?: object
        records?: SyncRecords
      },
    ]
  >([
    [
      'a new script',
      'create',
      {
        local: mine('1'),
        remoteState: null,
        more: { path: 'a.topology.js', slug: 'a' },
        records: {},
      },
    ],
    [
      'the same, never synced',
      'adopt',
      { local: mine('1'), remoteState: theirs('1'), more: { id: 'id-a', ...first }, records: {} },
    ],
    [
      'different, never synced',
      'conflict',
      { local: mine('2'), remoteState: theirs('1'), more: neverSynced, records: {} },
    ],
    ['both sides the same', 'unchanged', { local: mine('1'), remoteState: unread(theirs('1')) }],
    [
      'the recorded revision with other bytes: the service tidied them',
      'unchanged',
      {
        local: mine('1'),
        remoteState: theirs('1 tidied', '2026-03-01T10:00:00.000Z'),
        more: {},
        records: at('2026-03-01 10:00:00+00'),
      },
    ],
    [
      'changed locally, the recorded revision with other bytes',
      'update',
      { local: mine('2'), remoteState: theirs('1 tidied'), more: t1 },
    ],
    [
      'other bytes at a revision in whole seconds',
      'conflict',
      { local: mine('2'), remoteState: sameSecond, more: {}, records: at(seconds) },
    ],
    [
      'another revision with the bytes that the service answered',
      'adopt',
      {
        local: mine('1'),
        remoteState: theirs('1 tidied', 't2'),
        more: first,
        records: { 'a.topology.js': answered },
      },
    ],
    [
      'the same change on both sides',
      'adopt',
      { local: mine('2'), remoteState: theirs('2', 't2') },
    ],
    ['only updatedAt changed', 'adopt', { local: mine('1'), remoteState: theirs('1', 't2') }],
    [
      'changed locally',
      'update',
      { local: mine('2'), remoteState: theirs('1'), more: { ...t1, changed: ['code'] } },
    ],
    [
      'changed locally, and the remote updatedAt',
      'update',
      { local: mine('2'), remoteState: theirs('1', 't2'), more: t2 },
    ],
    [
      'changed locally, the remote not read',
      'update',
      { local: mine('2'), remoteState: unread(theirs('1')), more: all },
    ],
    [
      'changed remotely',
      'remote-ahead',
      { local: mine('1'), remoteState: theirs('2', 't2'), more: { changed: ['code'] } },
    ],
    [
      'both sides changed',
      'conflict',
      {
        local: mine('2'),
        remoteState: theirs('3', 't2'),
        more: { reason: 'changed on both sides' },
      },
    ],
    [
      'the remote deleted',
      'conflict',
      { local: mine('1'), remoteState: null, more: { reason: 'deleted on the service' } },
    ],
    [
      'deleted and created again',
      'conflict',
      { local: mine('2'), remoteState: remote('a', '1', 't1', 'other'), more: { id: 'other' } },
    ],
    [
      'the file deleted',
      'orphan',
      {
        local: null,
        remoteState: unread(theirs('1')),
        more: { path: 'a.topology.js', id: 'id-a', ...t1 },
      },
    ],
    [
      'moved',
      'update',
      {
        local: file('a', '2', 'new/a.topology.js'),
        remoteState: theirs('1'),
        more: { movedFrom: 'a.topology.js' },
      },
    ],
    [
      'renamed together with its slug',
      'update',
      {
        local: file('b', '1'),
        remoteState: theirs('1'),
        more: { ...renamed, movedFrom: 'a.topology.js', reason: 'renamed locally: a → b' },
      },
    ],
    [
      'the slug renamed on the service',
      'remote-ahead',
      { local: mine('1'), remoteState: remote('b', '1', 't2', 'id-a'), more: renamed },
    ],
    [
      'the slug renamed locally',
      'update',
      { local: file('b', '1', 'a.topology.js'), remoteState: theirs('1'), more: renamed },
    ],
  ])('%s: %s', (_, action, { local, remoteState, more = {}, records = synced }) => {
    const steps = planSync({
      files: local ? [local] : [],
      records,
      remotes: remoteState ? [remoteState] : [],
    })
    expect(steps).toHaveLength(1)
    expect(steps[0]).toMatchObject({ action, ...more })
  })

  it('has no step if the script was deleted on both sides', () => {
    expect(
      planSync({ files: [], records: { 'a.topology.js': record('a', '1') }, remotes: [] }),
    ).toEqual([])
  })

  it('changes nothing if the remote code is the unbundled code with types', () => {
    const typed = { ...file('a', 'bundled'), hashAsWritten: contentHash(content('a', 'written')) }
    const input = { files: [typed], records: {}, remotes: [remote('a', 'written')] }
    const [step] = planSync(input)
    expect(step).toMatchObject({ action: 'adopt', hash: typed.hashAsWritten })
    const records = { 'a.topology.js': record('a', 'written') }
    expect(planSync({ ...input, records })[0]?.action).toBe('unchanged')
    expect(needsContent({ ...input, records, remotes: [unread(remote('a', 'written'))] })).toEqual(
      [],
    )
  })

  it('assigns the script to one file at most: the synced one', () => {
    const files = [file('a', '1', 'copy.topology.js'), file('b', '1', 'a.topology.js')]
    const steps = planSync({
      files,
      records: { 'a.topology.js': record('a', '1') },
      remotes: [remote('a', '1')],
    })
    expect(steps.map(({ action }) => action)).toEqual(['create', 'update'])
  })
})

it('two files with records of one script do not both match the script', () => {
  const files = [file('a', '2', 'a.topology.js'), file('b', '2', 'b.topology.js')]
  const records = { 'a.topology.js': record('a', '1'), 'b.topology.js': record('a', '1') }
  const steps = planSync({ files, records, remotes: [remote('a', '1')] })
  expect(steps.map(({ action }) => action)).toEqual(['update', 'create'])
})

describe('needsContent', () => {
  it('lists a script whose file is gone only if a new file may be the renamed one', () => {
    const input = {
      records: { 'a.topology.js': record('a', '1') },
      remotes: [unread(remote('a', '1'))],
    }
    expect(needsContent({ ...input, files: [] })).toEqual([])
    expect(needsContent({ ...input, files: [file('b', '1')] })).toEqual(input.remotes)
  })

  it('does not list a script that is unchanged on both sides', () => {
    const files = Array.from({ length: 1000 }, (_, i) => file(`s${i}`, '1'))
    const records = Object.fromEntries(files.map(({ path, slug }) => [path, record(slug, '1')]))
    const remotes = files.map(({ slug }) => unread(remote(slug, '1')))
    expect(needsContent({ files, records, remotes })).toEqual([])
    expect(new Set(planSync({ files, records, remotes }).map(({ action }) => action))).toEqual(
      new Set(['unchanged']),
    )
  })

  it.each([
    ['with another revision', file('a', '1'), record('a', '1', 't0')],
    ['that will be overwritten', file('a', '2'), record('a', '1')],
    ['that was never synced', file('a', '1'), undefined],
  ])('lists a script %s', (_, local, known) => {
    const records: SyncRecords = known ? { 'a.topology.js': known } : {}
    const ids = needsContent({ files: [local], records, remotes: [unread(remote('a', '1'))] }).map(
      ({ id }) => id,
    )
    expect(ids).toEqual(['id-a'])
  })
})

describe('a conflict', () => {
  const conflict = planSync({ files: [file('a', '2')], records: {}, remotes: [remote('a', '1')] })
  const deleted = planSync({
    files: [file('a', '2')],
    records: { 'a.topology.js': record('a', '1') },
    remotes: [],
  })

  it('is overwritten with the known revision as its guard', () => {
    expect(resolveConflicts(conflict, 'overwrite')).toMatchObject([
      {
        action: 'update',
        id: 'id-a',
        remote: { updatedAt: 't1' },
        changed: ['code'],
        hash: file('a', '2').hash,
      },
    ])
  })

  it('is overwritten by a create if the remote was deleted', () => {
    const [step] = resolveConflicts(deleted, 'overwrite')
    expect(step).toMatchObject({ action: 'create', hash: file('a', '2').hash })
  })

  it('fails, or is skipped', () => {
    expect(resolveConflicts(conflict, 'fail')).toEqual(conflict)
    expect(resolveConflicts(conflict, 'skip')).toMatchObject([{ action: 'skip' }])
  })
})

describe('two files that swap their names', () => {
  const swapped = (codes: [string, string]) => ({
    files: [file('b', codes[0], 'a.topology.js'), file('a', codes[1], 'b.topology.js')],
    records: { 'a.topology.js': record('a', '1'), 'b.topology.js': record('b', '2') },
    remotes: [remote('a', '1'), remote('b', '2')],
  })

  it('keep their scripts by the slugs in their headers', () => {
    expect(planSync(swapped(['2', '1']))).toMatchObject([
      { action: 'adopt', path: 'a.topology.js', id: 'id-b' },
      { action: 'adopt', path: 'b.topology.js', id: 'id-a' },
    ])
  })

  it('and a copy does not take the script of its original', () => {
    const { records, remotes } = swapped(['2', '1'])
    const files = [file('b', '2', 'a.topology.js'), file('b', '2')]
    const steps = planSync({ files, records, remotes })
    expect(steps.map((step) => [step.path, 'id' in step && step.id])).toEqual([
      ['a.topology.js', 'id-a'],
      ['b.topology.js', 'id-b'],
    ])
  })
})
