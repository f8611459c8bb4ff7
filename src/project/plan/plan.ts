/** Decides what has to be done with each script; a pure function, used by everything that syncs. */

import type { Divergence } from '../merge/divergence.ts'
import type { RemoteScript } from '../remote/remote.ts'
import { CONTENT_FIELDS, type ContentField, changedFields, contentHash } from '../script/content.ts'
import type { SyncRecord } from '../state/sync-record.ts'
import type { PlanInput, PlannedFile } from './input.ts'
import { type Match, matchScripts, type Orphan } from './match.ts'

interface Common {
  path: string
  slug: string
  /** One sentence without its full stop: why. */
  reason: string
}

interface WithFile extends Common {
  file: PlannedFile
  /** The path that the file had at its last sync: to be forgotten once the step is done. */
  movedFrom?: string | undefined
}

interface WithRemote {
  id: string
  remote: RemoteScript
}

/** To be remembered as the `hash` of the record once the step is done. */
interface Recorded {
  hash: string
}

export interface CreateStep extends WithFile, Recorded {
  action: 'create'
}
/** The same here and there; nothing is sent. */
export interface UnchangedStep extends WithFile, WithRemote {
  action: 'unchanged'
}
/** The same here and there, but the record is missing or old: only the record is written. */
export interface AdoptStep extends WithFile, WithRemote, Recorded {
  action: 'adopt'
}
export interface UpdateStep extends WithFile, WithRemote, Recorded {
  action: 'update'
  /** The revision that is replaced; the service answers 409 if there is a newer one. */
  expectedUpdatedAt: string
  /** All of them where the content on the service was not read. */
  changed: ContentField[]
  /** What is on the service was not seen here before: it is saved first. */
  overwrites?: boolean | undefined
}
/** `pull` brings it here; `push` leaves it alone. */
export interface RemoteAheadStep extends WithFile, WithRemote {
  action: 'remote-ahead'
  changed: ContentField[]
}
export interface ConflictStep extends WithFile {
  action: 'conflict'
  /** Absent where the script was deleted on the service. */
  id?: string | undefined
  remote?: RemoteScript | undefined
  changed: ContentField[]
  /** Filled in for whoever decides; the plan itself knows only hashes of what was. */
  divergence?: Divergence | undefined
}
/** Synced before, and the file is gone. Deleted on the service only when that is asked for. */
export interface OrphanStep extends Common, WithRemote {
  action: 'orphan'
  expectedUpdatedAt: string
  /** Of what it held when it was last here; what holds anything else is not deleted. */
  hash: string
}

export type PlanStep =
  | CreateStep
  | UnchangedStep
  | AdoptStep
  | UpdateStep
  | RemoteAheadStep
  | ConflictStep
  | OrphanStep

/**
 * One step for each file, in their order, then one for each orphan.
 *
 * A file belongs to the script with the id of its record, else to the one with its slug; a file that was
 * moved keeps its record. Content decides, not dates: where only `updatedAt` has moved, nothing has changed.
 * A script that was synced and then deleted on the service is a conflict, for the deletion may have been
 * meant; overwriting it means creating it again.
 */
export function planSync(input: PlanInput, { matches, orphans } = matchScripts(input)): PlanStep[] {
  return [...matches.map(stepFor), ...orphans.map(orphanStep)]
}

/**
 * The scripts that have to be read in full before `plan` can decide: those whose revision is not the one of
 * the last sync, and those about to be overwritten, so only what differs is sent and the rest can be saved.
 * Nothing for a script that has changed on neither side.
 */
export function needsContent(input: PlanInput): RemoteScript[] {
  return matchScripts(input).matches.flatMap(({ file, record, remote }) =>
    remote && !remote.content && !isSame(file, knownHash(record, remote)) ? [remote] : [],
  )
}

function stepFor({ file, record, remote, movedFrom }: Match): PlanStep {
  const base = { path: file.path, slug: file.slug, file, movedFrom }
  if (!remote && !record) return { ...base, action: 'create', reason: REASON.create, hash: file.hash }
  if (!remote) return { ...base, action: 'conflict', reason: REASON.deleted, changed: [...CONTENT_FIELDS] }

  const known = { ...base, id: remote.id, remote }
  const hash = hashOf(record, remote)
  if (isSame(file, hash)) {
    const onRecord = !movedFrom && record && isCurrent(record, remote, hash)
    if (onRecord) return { ...known, action: 'unchanged', reason: REASON.unchanged }
    return { ...known, action: 'adopt', reason: REASON.adopt, hash }
  }
  const changed = remote.content ? changedFields(remote.content, file.content) : [...CONTENT_FIELDS]
  if (!record) return { ...known, action: 'conflict', reason: REASON.unknown, changed }
  if (hash === record.hash) {
    const expectedUpdatedAt = remote.updatedAt
    return { ...known, action: 'update', reason: REASON.update, expectedUpdatedAt, changed, hash: file.hash }
  }
  if (isSame(file, record.hash)) return { ...known, action: 'remote-ahead', reason: REASON.ahead, changed }
  return { ...known, action: 'conflict', reason: REASON.both, changed }
}

function orphanStep({ path, remote, hash }: Orphan): OrphanStep {
  const { id, slug, updatedAt } = remote
  return {
    action: 'orphan',
    path,
    slug,
    reason: REASON.orphan,
    id,
    remote,
    hash,
    expectedUpdatedAt: updatedAt,
  }
}

const REASON = {
  create: 'not on the service yet',
  unchanged: 'the same here and on the service',
  adopt: 'the same here and on the service, which was not on record',
  update: 'changed here',
  ahead: 'changed on the service',
  both: 'changed here and on the service',
  unknown: 'differs from the service, and was never synced from here',
  deleted: 'deleted on the service',
  orphan: 'the file is gone, the script is still on the service',
}

const isSame = (file: PlannedFile, hash: string | undefined): boolean =>
  hash === file.hash || (hash !== undefined && hash === file.hashAsWritten)

const isCurrent = (record: SyncRecord, remote: RemoteScript, hash: string): boolean =>
  record.hash === hash && record.updatedAt === remote.updatedAt && record.slug === remote.slug

function hashOf(record: SyncRecord | undefined, remote: RemoteScript): string {
  const hash = knownHash(record, remote)
  if (hash === undefined) throw new Error(`plan() needs the content of ${remote.id}: ask needsContent()`)
  return hash
}

/** The record stands for the content of a script whose revision has not moved since; else what was read of it before. */
function knownHash(record: SyncRecord | undefined, remote: RemoteScript): string | undefined {
  if (remote.content) return contentHash(remote.content)
  return record?.updatedAt === remote.updatedAt ? record.hash : remote.hash
}
