/** Makes a script public or private, on the service and in the header of its file. */

import { isOutcomeUnknown } from '../../api/answers/lost-answer.ts'
import type { Client } from '../../api/client/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { KnownError, refusedError } from '../../errors.ts'
import { writeAtomic } from '../../files/atomic.ts'
import { bytesOf } from '../../project/check/fix.ts'
import type { Project } from '../../project/config/project.ts'
import { assertHeaderRead } from '../../project/script/assert-header-read.ts'
import { changedFields, type ScriptContent } from '../../project/script/content.ts'
import { contentHash } from '../../project/script/content-hash.ts'
import { loadOptionsOf, loadScript } from '../../project/script/load.ts'
import type { NamedScript } from '../../project/select/resolve-script.ts'
import { asSent } from '../plan/fetch-remote-state.ts'
import { isUnchanged } from '../plan/plan.ts'
import { writeVisibility } from '../pull/write-script.ts'
import { mayBeOwn } from '../remote/find-unlisted.ts'
import { contentOf, ownScripts, readScript, toRemote } from '../remote/read-remote.ts'
import { answeredHash } from '../send/send-script.ts'
import { updateScript } from '../send/update-script.ts'
import { readBase } from '../state/base-store.ts'
import { type FileOfScript, findFileOfScript } from '../state/find-file-of-script.ts'
import type { Intend } from '../state/send-journal.ts'
import type { SyncState } from '../state/state.ts'
import type { SyncRecord } from '../state/sync-record.ts'

export interface PublishOptions {
  project: Project
  client: Client
  state: SyncState
  address: string
  named: NamedScript
  isPublic: boolean
  /** Name of the backup folder. */
  stamp: string
}

export interface PublishResult {
  script: Script
  /** Code of the script; empty if its type is not "topology". */
  code: string
  /** False if the visibility was the same already. */
  changed: boolean
  /** Path of the changed file, relative to the root. */
  file?: string | undefined
  /** Why the file was not changed, as a sentence. */
  note?: string | undefined
}

/**
 * Sets the visibility. That overwrites nothing of others, so it needs no guard. Also writes `public:` to the header of the
 * script's file: otherwise the next push would undo it.
 */
export async function setVisibility(options: PublishOptions): Promise<PublishResult> {
  const { project, client, state, address, named, isPublic } = options
  const before = await readScript(client, named.name)
  if (!before) {
    throw refusedError(`You have no script "${named.name}" on the service.`, {
      code: 'TOPO_NOT_FOUND',
      hint: 'Push it first, or run "topo list" to see your scripts.',
    })
  }
  const changed = before.isPublic !== isPublic
  // Without a change nothing is sent, so the service cannot refuse.
  if (!changed && !mayBeOwn(before, await ownScripts(client))) throw notOwnerError(named)
  const records = await state.read(address)
  const own = await findFileOfScript(project, before, records, named.file)
  // The header that is not read may say `public: false`.
  if (own && isPublic) assertHeaderRead(own.local, 'Nothing was published.')
  if (own) await state.prepare()
  // The file first: if the run is killed, the next push completes it.
  const edit = own && (await writeVisibilityToFile(own, before, options))
  const script = changed ? await send(before, edit, options) : before
  // Others may have changed the script at the same time: then the earlier record shows it to the next push.
  const isAlone = changedFields(contentOf(before), contentOf(script)).every(
    (field) => field === 'isPublic',
  )
  if (edit?.synced && isAlone) {
    const { id, slug, updatedAt = '' } = script
    const content = { ...edit.before, isPublic }
    const answered = answeredHash(script)
    const record = { id, slug, updatedAt, hash: contentHash(content), answered }
    await state.update(address, edit.path, record, content)
  } else if (edit?.rebased) {
    const { record, content } = edit.rebased
    await state.update(address, edit.path, { ...record, hash: contentHash(content) }, content)
  }
  return {
    script,
    code: (contentOf(before).type === 'topology' && before.code) || '',
    changed,
    ...(edit?.file && { file: edit.file }),
    ...(edit?.note && { note: edit.note }),
  }
}

interface HeaderEdit extends Pick<PublishResult, 'file' | 'note'> {
  path: string
  /** Both sides were the same before this change. */
  synced: boolean
  /** Content at the last sync, or else on the service. */
  before: ScriptContent
  /** Only the remote changed: the last sync with the new visibility, so that the file is no change against it. */
  rebased?: { record: SyncRecord; content: ScriptContent } | undefined
  undo: () => Promise<void>
}

const unchangedFile = (
  path: string,
  sent: ScriptContent,
  isPublic: boolean,
  reason: string,
): HeaderEdit => ({
  path,
  before: sent,
  note: `The script is ${isPublic ? 'public' : 'private'} on the service, but ${path} was not changed: ${reason}`,
  synced: false,
  undo: async () => {},
})

async function writeVisibilityToFile(
  { local, record }: FileOfScript,
  before: Script,
  { project, isPublic, stamp }: PublishOptions,
): Promise<HeaderEdit> {
  const { root, config } = project
  const { path } = local
  const baseOf = (hash: string) => readBase(root, hash)
  const { content: sent = contentOf(before) } = await asSent(toRemote(before), record, baseOf)
  const [problem] = local.problems
  if (problem) return unchangedFile(path, sent, isPublic, problem.message)
  const says = local.metadata.public === isPublic
  try {
    if (!says) await writeVisibility(local, isPublic, { root, defaults: config.defaults, stamp })
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    return unchangedFile(path, sent, isPublic, error.message)
  }
  const load = () => loadScript(local.file, loadOptionsOf(project))
  const written = await load()
  const remoteHash = contentHash({ ...sent, isPublic })
  const isBase = record !== undefined && [local.hash, local.hashAsWritten].includes(record.hash)
  const base = isBase ? await baseOf(record.hash) : undefined
  const wasSynced = record !== undefined && isUnchanged(record, toRemote(before))
  return {
    path,
    before: sent,
    ...(says ? {} : { file: path }),
    ...(record && base && { rebased: { record, content: { ...base, isPublic } } }),
    synced: wasSynced || [written.hash, written.hashAsWritten].includes(remoteHash),
    undo: async () => {
      if (!says && (await load()).text === written.text)
        await writeAtomic(local.file, bytesOf(local), { root })
    },
  }
}

/** Sends the change after writing it to the journal. If the service refuses, restores the file. */
async function send(
  before: Script,
  edit: HeaderEdit | undefined,
  options: PublishOptions,
): Promise<Script> {
  const { client, state, address, isPublic, project, stamp } = options
  const file = { content: { ...contentOf(before), isPublic } }
  const intend: Intend = async (sending) => {
    if (edit?.synced) await state.intend(address, edit.path, sending)
  }
  try {
    const remote = toRemote(before)
    const step = { id: remote.id, changed: ['isPublic' as const], file, remote, unguarded: true }
    const withdraw = async () => {
      if (edit?.synced) await state.settle(address, edit.path)
    }
    return (await updateScript(step, { client, root: project.root, stamp, intend, withdraw }))
      .script
  } catch (error) {
    if (!isOutcomeUnknown(error)) await edit?.undo()
    else if (edit?.file !== undefined && error instanceof KnownError) {
      const left = `${edit.file} says "public: ${isPublic}" already, so the next push sends it.`
      throw error.withHint(error.hint === undefined ? left : `${error.hint} ${left}`)
    }
    throw error
  }
}

const notOwnerError = ({ name }: NamedScript): KnownError =>
  refusedError(`The script "${name}" belongs to another user.`, {
    code: 'TOPO_FORBIDDEN',
    hint: 'Run "topo list" to see your scripts.',
  })
