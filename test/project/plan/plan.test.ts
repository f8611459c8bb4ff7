import { describe, expect, it } from 'vitest'
import {
  type ConflictPolicy,
  type ResolvedStep,
  resolveConflict,
} from '../../../src/project/plan/conflicts.ts'
import type { PlannedFile } from '../../../src/project/plan/input.ts'
import { needsContent, type PlanStep, planSync } from '../../../src/project/plan/plan.ts'
import type { RemoteScript } from '../../../src/project/remote/read-remote.ts'
import { contentHash } from '../../../src/project/script/content.ts'
import type { SyncRecords } from '../../../src/project/state/sync-record.ts'
import { content, file, record, remote, unread } from './plan-parts.ts'

/** Resolves all conflicts with the same policy. */
const resolveConflicts = (steps: readonly PlanStep[], policy: ConflictPolicy): ResolvedStep[] =>
  steps.map((step) => (step.action === 'conflict' ? resolveConflict(step, policy) : step))

describe('plan of one script', () => {
  it.each<[string, PlannedFile[], SyncRecords, RemoteScript[], object]>([
    [
      'creates a new script',
      [file('a', '1')],
      {},
      [],
      { action: 'create', path: 'a.topology.js', slug: 'a' },
    ],
    [
      'adopts a remote script that is the same but was never synced',
      [file('a', '1')],
      {},
      [remote('a', '1')],
      { action: 'adopt', id: 'id-a', hash: contentHash(content('a', '1')) },
    ],
    [
      'reports a conflict with a different remote script that was never synced',
      [file('a', '2')],
      {},
      [remote('a', '1')],
      { action: 'conflict', changed: ['code'], reason: expect.stringContaining('never synced') },
    ],
    [
      'changes nothing if both sides are the same',
      [file('a', '1')],
      { 'a.topology.js': record('a', '1') },
      [unread(remote('a', '1'))],
      { action: 'unchanged' },
    ],
    [
      'changes nothing if the recorded revision has other bytes: the service tidied them',
      [file('a', '1')],
      { 'a.topology.js': record('a', '1', '2026-03-01 10:00:00+00') },
      [remote('a', '1 tidied', '2026-03-01T10:00:00.000Z')],
      { action: 'unchanged' },
    ],
    [
      'updates a script with the recorded revision and other bytes',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1 tidied')],
      { action: 'update', remote: { updatedAt: 't1' } },
    ],
    [
      'reports a conflict with other bytes than the answered ones at a revision in whole seconds',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1', '2026-03-01T10:00:00Z') },
      [{ ...remote('a', 'theirs', '2026-03-01T10:00:00Z'), hash: contentHash(content('a', 'theirs')) }],
      { action: 'conflict' },
    ],
    [
      'changes nothing if another revision has the bytes that the service answered',
      [file('a', '1')],
      { 'a.topology.js': { ...record('a', '1'), answered: contentHash(content('a', '1 tidied')) } },
      [remote('a', '1 tidied', 't2')],
      { action: 'adopt', hash: contentHash(content('a', '1')) },
    ],
    [
      'adopts a script with the same change on both sides',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '2', 't2')],
      { action: 'adopt' },
    ],
    [
      'adopts a script if only updatedAt changed',
      [file('a', '1')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1', 't2')],
      { action: 'adopt' },
    ],
    [
      'updates a script that changed locally',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1')],
      { action: 'update', remote: { updatedAt: 't1' }, changed: ['code'] },
    ],
    [
      'updates a script that changed locally if only the remote updatedAt changed',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1', 't2')],
      { action: 'update', remote: { updatedAt: 't2' } },
    ],
    [
      'updates a script that changed locally without reading the remote',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [unread(remote('a', '1'))],
      { action: 'update', changed: expect.arrayContaining(['code', 'name', 'readme']) },
    ],
    [
      'marks a script that changed remotely as remote-ahead',
      [file('a', '1')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '2', 't2')],
      { action: 'remote-ahead', changed: ['code'] },
    ],
    [
      'reports a conflict if both sides changed',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '3', 't2')],
      { action: 'conflict', reason: 'changed on both sides' },
    ],
    [
      'reports a conflict if the remote was deleted',
      [file('a', '1')],
      { 'a.topology.js': record('a', '1') },
      [],
      { action: 'conflict', reason: 'deleted on the service' },
    ],
    [
      'reports a conflict if the remote was deleted and created again with the same slug',
      [file('a', '2')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1', 't1', 'other')],
      { action: 'conflict', id: 'other' },
    ],
    [
      'reports an orphan if the local file was deleted',
      [],
      { 'a.topology.js': record('a', '1') },
      [unread(remote('a', '1'))],
      { action: 'orphan', path: 'a.topology.js', id: 'id-a', remote: { updatedAt: 't1' } },
    ],
    [
      'follows a moved file',
      [file('a', '2', 'new/a.topology.js')],
      { 'a.topology.js': record('a', '1') },
      [remote('a', '1')],
      { action: 'update', movedFrom: 'a.topology.js' },
    ],
    [
      'keeps the script of a file that was renamed together with its slug',
      [file('b', 'the same text')],
      { 'a.topology.js': record('a', 'the same text') },
      [remote('a', 'the same text')],
      {
        ...{ action: 'update', id: 'id-a', movedFrom: 'a.topology.js', changed: ['slug', 'name'] },
        reason: 'renamed locally: a → b',
      },
    ],
    [
      'follows a slug that was renamed on the service',
      [file('a', '1')],
      { 'a.topology.js': record('a', '1') },
      [remote('b', '1', 't2', 'id-a')],
      { action: 'remote-ahead', changed: ['slug', 'name'] },
    ],
    [
      'follows a slug that was renamed locally',
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

  it('has no step if the script was deleted on both sides', () => {
    expect(planSync({ files: [], records: { 'a.topology.js': record('a', '1') }, remotes: [] })).toEqual([])
  })

  it('changes nothing if the remote code is the unbundled code with types', () => {
    const typed = { ...file('a', 'bundled'), hashAsWritten: contentHash(content('a', 'written')) }
    const input = { files: [typed], records: {}, remotes: [remote('a', 'written')] }
    const [step] = planSync(input)
    expect(step).toMatchObject({ action: 'adopt', hash: typed.hashAsWritten })
    const records = { 'a.topology.js': record('a', 'written') }
    expect(planSync({ ...input, records })[0]?.action).toBe('unchanged')
    expect(needsContent({ ...input, records, remotes: [unread(remote('a', 'written'))] })).toEqual([])
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

describe('two files with records of one script', () => {
  it('do not both match the script', () => {
    const files = [file('a', '2', 'a.topology.js'), file('b', '2', 'b.topology.js')]
    const records = { 'a.topology.js': record('a', '1'), 'b.topology.js': record('a', '1') }
    const steps = planSync({ files, records, remotes: [remote('a', '1')] })
    expect(steps.map(({ action }) => action)).toEqual(['update', 'create'])
  })
})

describe('needsContent', () => {
  it('lists a script whose file is gone only if a new file may be the renamed one', () => {
    const input = { records: { 'a.topology.js': record('a', '1') }, remotes: [unread(remote('a', '1'))] }
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
