import { describe, expect, it } from 'vitest'
import {
  type ConflictPolicy,
  type ResolvedStep,
  resolveConflict,
} from '../../../src/project/plan/conflicts.ts'
import type { PlannedFile } from '../../../src/project/plan/input.ts'
import { needsContent, type PlanStep, planSync } from '../../../src/project/plan/plan.ts'
import type { RemoteScript } from '../../../src/project/remote/remote.ts'
import { contentHash } from '../../../src/project/script/content.ts'
import type { SyncRecords } from '../../../src/project/state/sync-record.ts'
import { content, file, record, remote, unread } from './plan-parts.ts'

/** Each conflict answered the same. */
const resolveConflicts = (steps: readonly PlanStep[], policy: ConflictPolicy): ResolvedStep[] =>
  steps.map((step) => (step.action === 'conflict' ? resolveConflict(step, policy) : step))

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
      { action: 'conflict', reason: 'changed on both sides' },
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
    const steps = planSync({ files, records, remotes })
    expect(steps).toHaveLength(1)
    expect(steps[0]).toMatchObject(expected)
  })

  it('that is deleted on both sides needs no step', () => {
    expect(planSync({ files: [], records: { 'a.topology.js': record('a', '1') }, remotes: [] })).toEqual([])
  })

  it('with types is unchanged where the service holds it as written', () => {
    const typed = { ...file('a', 'bundled'), hashAsWritten: contentHash(content('a', 'written')) }
    const input = { files: [typed], records: {}, remotes: [remote('a', 'written')] }
    const [step] = planSync(input)
    expect(step).toMatchObject({ action: 'adopt', hash: typed.hashAsWritten })
    const records = { 'a.topology.js': record('a', 'written') }
    expect(planSync({ ...input, records })[0]?.action).toBe('unchanged')
    expect(needsContent({ ...input, records, remotes: [unread(remote('a', 'written'))] })).toEqual([])
  })

  it('belongs to one file at most, and to the one that was synced', () => {
    const files = [file('a', '1', 'copy.topology.js'), file('b', '1', 'a.topology.js')]
    const steps = planSync({
      files,
      records: { 'a.topology.js': record('a', '1') },
      remotes: [remote('a', '1')],
    })
    expect(steps.map(({ action }) => action)).toEqual(['create', 'update'])
  })
})

describe('two files with the record of one script', () => {
  it('do not both get it', () => {
    const files = [file('a', '2', 'a.topology.js'), file('b', '2', 'b.topology.js')]
    const records = { 'a.topology.js': record('a', '1'), 'b.topology.js': record('a', '1') }
    const steps = planSync({ files, records, remotes: [remote('a', '1')] })
    expect(steps.map(({ action }) => action)).toEqual(['update', 'create'])
  })
})

describe('reading in full', () => {
  it('is not needed for what is unchanged on both sides', () => {
    const files = Array.from({ length: 1000 }, (_, i) => file(`s${i}`, '1'))
    const records = Object.fromEntries(files.map(({ path, slug }) => [path, record(slug, '1')]))
    const remotes = files.map(({ slug }) => unread(remote(slug, '1')))
    expect(needsContent({ files, records, remotes })).toEqual([])
    expect(new Set(planSync({ files, records, remotes }).map(({ action }) => action))).toEqual(
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
  const conflict = planSync({ files: [file('a', '2')], records: {}, remotes: [remote('a', '1')] })
  const deleted = planSync({
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
