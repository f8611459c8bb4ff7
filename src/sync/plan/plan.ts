/** Plans the sync of each script; a pure function, shared by push, pull, status and watch. */

import {
  CONTENT_FIELDS,
  type ContentField,
  changedFields,
  equalAfterTidying,
} from '../../project/script/content.ts'
import { contentHash } from '../../project/script/content-hash.ts'
import type { Divergence } from '../merge/divergence.ts'
import type { RemoteScript } from '../remote/read-remote.ts'
import { isCoarse, isSameRevision } from '../remote/revision.ts'
import type { SyncRecord } from '../state/sync-record.ts'
import type { PlanInput, PlannedFile } from './input.ts'
import { type Match, matchScripts, type Orphan } from './match-scripts.ts'

interface Common {
  path: string
  slug: string
  /** Why, as one sentence without a full stop. */
  reason: string
}

interface WithFile extends Common {
  file: PlannedFile
  /** Path at the last sync; its record is removed once the step is done. */
  movedFrom?: string | undefined
}

interface WithRemote {
  id: string
  remote: RemoteScript
}

/** `hash` for the sync record once the step is done. */
interface WithHash {
  hash: string
}

export interface CreateStep extends WithFile, WithHash {
  action: 'create'
}
/** Same on both sides; nothing is sent. */
export interface UnchangedStep extends WithFile, WithRemote {
  action: 'unchanged'
}
/** Same on both sides, but the sync record is missing or old: only the record is written. */
export interface AdoptStep extends WithFile, WithRemote, WithHash {
  action: 'adopt'
}
export interface UpdateStep extends WithFile, WithRemote, WithHash {
  action: 'update'
  /** All fields if the remote content was not read. */
  changed: ContentField[]
  /** The remote content was never synced: it is backed up first. */
  overwrites?: boolean | undefined
  /** The conflict that it overwrites, if nothing says yet that the remote script came from this project. */
  unproved?: ConflictStep | undefined
}
/** `pull` fetches it; `push` skips it. */
export interface RemoteAheadStep extends WithFile, WithRemote {
  action: 'remote-ahead'
  changed: ContentField[]
}
/** Why a remote script may be that of another repository. */
export type ForeignReason =
  /** Its content is in none of the commits of this one. */
  | 'other-content'
  /** The same, but a shallow clone lacks most commits. */
  | 'shallow'
  /** The project is in no repository. */
  | 'no-repository'

export interface ConflictStep extends WithFile {
  action: 'conflict'
  /** Absent if the remote script was deleted. */
  id?: string | undefined
  remote?: RemoteScript | undefined
  changed: ContentField[]
  /** There is no record of the remote script: it may be that of another repository. */
  neverSynced?: true
  /** It is, as far as can be known. */
  foreign?: ForeignReason
  /** Filled in for the decision: the plan itself knows only hashes of the base. */
  divergence?: Divergence | undefined
}
/** Synced before, and the local file is gone. The remote is deleted only on request. */
export interface OrphanStep extends Common, WithRemote {
  action: 'orphan'
  /** `contentHash` on the service at the last sync; a script with other content is not deleted. */
  hash: string
}

/** Synced by another user, whose script this key does not show: it may be private, or deleted. */
export interface HiddenStep extends WithFile {
  action: 'hidden'
  id: string
}

export type PlanStep =
  | CreateStep
  | UnchangedStep
  | AdoptStep
  | UpdateStep
  | RemoteAheadStep
  | ConflictStep
  | OrphanStep
  | HiddenStep

/**
 * One step for each file, in their order, then one for each orphan.
 *
 * A file belongs to the script with the id of its record, else to the one with its slug. A moved file
 * keeps its record. A revision that is the recorded one is no change; neither is a new one with the same content.
 * A synced script that was deleted on the service is a conflict, because the deletion may be
 * intended. To overwrite it means to create it again.
 */
export function planSync(input: PlanInput, { matches, orphans } = matchScripts(input)): PlanStep[] {
  return [...matches.map((match) => stepFor(match, input)), ...orphans.map(orphanStep)]
}

/**
 * Lists the scripts to read in full before `planSync` can decide. These are scripts with another revision than at
 * the last sync, and scripts to overwrite: only changed fields are sent, and the old version is backed up.
 * A script that is unchanged on both sides is not read. If files are new and others are gone, the scripts of these are read.
 */
export function needsContent(input: PlanInput): RemoteScript[] {
  const { matches, perhapsRenamed } = matchScripts(input)
  const changed = matches.flatMap(({ file, record, remote }) =>
    remote && !remote.content && !isSame(file, knownHash(record, remote)) ? [remote] : [],
  )
  return [...changed, ...perhapsRenamed]
}

function stepFor(match: Match, { hidden }: PlanInput): PlanStep {
  const { file, record, remote, movedFrom } = match
  if (remote) return stepForBoth({ ...match, remote })

  const base = { path: file.path, slug: file.slug, file, movedFrom }
  if (!record) return { ...base, action: 'create', reason: REASON.create, hash: file.hash }
  if (hidden?.has(record.id)) {
    return { ...base, action: 'hidden', reason: REASON.hidden, id: record.id }
  }
  return { ...base, action: 'conflict', reason: REASON.deleted, changed: [...CONTENT_FIELDS] }
}

function stepForBoth(match: Match & { readonly remote: RemoteScript }): PlanStep {
  const { file, record, remote, movedFrom } = match
  const base = { path: file.path, slug: file.slug, file, movedFrom, id: remote.id, remote }
  const hash = hashOf(record, remote)
  if (isSame(file, hash)) {
    const isOnRecord = !movedFrom && record && isCurrent(record, remote, hash)
    if (isOnRecord) return { ...base, action: 'unchanged', reason: REASON.unchanged }
    return { ...base, action: 'adopt', reason: REASON.adopt, hash }
  }
  if (isSameAfterTidying(match)) {
    return { ...base, action: 'adopt', reason: REASON.adopt, hash: file.hash }
  }

  const changed = remote.content ? changedFields(remote.content, file.content) : [...CONTENT_FIELDS]
  if (!record) {
    return { ...base, action: 'conflict', reason: REASON.unknown, changed, neverSynced: true }
  }
  if (hash === record.hash) {
    const isRenamed = remote.slug !== file.slug
    const reason = isRenamed ? `renamed locally: ${remote.slug} → ${file.slug}` : REASON.update
    return { ...base, action: 'update', reason, changed, hash: file.hash }
  }
  if (isSame(file, record.hash)) {
    return { ...base, action: 'remote-ahead', reason: REASON.ahead, changed }
  }
  return { ...base, action: 'conflict', reason: REASON.both, changed }
}

/** A service may tidy what it is sent: that is no difference, if the revision is not the recorded one. */
function isSameAfterTidying({
  file,
  record,
  remote,
}: Match & { readonly remote: RemoteScript }): boolean {
  const hasMoved = !record || !isUnchanged(record, remote)
  if (!hasMoved || !remote.content) return false
  return equalAfterTidying(remote.content, file.content)
}

function orphanStep({ path, remote, hash }: Orphan): OrphanStep {
  const { id, slug } = remote
  return { action: 'orphan', path, slug, reason: REASON.orphan, id, remote, hash }
}

const REASON = {
  create: 'not on the service yet',
  unchanged: 'same on both sides',
  adopt: 'same on both sides (not recorded before)',
  update: 'changed locally',
  ahead: 'changed on the service',
  both: 'changed on both sides',
  unknown: 'local and remote differ, and were never synced',
  deleted: 'deleted on the service',
  orphan: 'file deleted locally, script still on the service',
  hidden: 'not visible with this key; it was synced with the key of another user',
}

const isSame = (file: PlannedFile, hash: string | undefined): boolean =>
  hash === file.hash || (hash !== undefined && hash === file.hashAsWritten)

/** A service that tells no revisions leaves both empty: then the content decides. */
const isCurrent = (record: SyncRecord, { updatedAt, slug }: RemoteScript, hash: string): boolean =>
  record.hash === hash &&
  record.slug === slug &&
  (record.updatedAt === updatedAt || isSameRevision(record.updatedAt, updatedAt))

function hashOf(record: SyncRecord | undefined, remote: RemoteScript): string {
  const hash = knownHash(record, remote)
  if (hash === undefined)
    throw new Error(`planSync() needs the content of ${remote.id}: call needsContent() first`)
  return hash
}

/**
 * True if the revision is the recorded one. A revision in whole seconds proves that only together with the bytes, where
 * these were read.
 */
export function isUnchanged(
  record: SyncRecord,
  { updatedAt, hash, content }: RemoteScript,
): boolean {
  if (!isSameRevision(record.updatedAt, updatedAt)) return false
  const isProved =
    content === undefined || hash === undefined || [record.hash, record.answered].includes(hash)
  return isProved || !isCoarse(updatedAt)
}

/**
 * Hash of the remote content. The revision decides before the bytes do: a service may tidy what it is sent, so what it
 * answered counts as what was sent.
 */
function knownHash(record: SyncRecord | undefined, remote: RemoteScript): string | undefined {
  if (record && isUnchanged(record, remote)) return record.hash
  const hash = remote.content ? contentHash(remote.content) : remote.hash
  return record && hash !== undefined && hash === record.answered ? record.hash : hash
}
