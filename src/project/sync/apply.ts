/** Applies a plan: each script separately, guarded by the revision that the plan is based on. */
import type { Client } from '../../api/client.ts'
import { isOutcomeUnknown } from '../../api/lost-answer.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import { conflictHint, type DeleteStep, type ResolvedStep, twoVersionsHint } from '../plan/conflicts.ts'
import { type Action, failed, type Outcome } from '../plan/outcome.ts'
import type { AdoptStep, CreateStep, UpdateStep } from '../plan/plan.ts'
import { contentOf, readScript } from '../remote/read-remote.ts'
import { CONTENT_FIELDS, type ContentField, contentHash, type ScriptContent } from '../script/content.ts'
import type { Intend } from '../state/send-journal.ts'
import type { SyncState } from '../state/state.ts'
import { backUp } from './backup.ts'
import { type Batch, type Pace, runBatch } from './batch.ts'

export interface ApplyOptions {
  root: string
  client: Client
  state: SyncState
  /** Service address, as in the state. */
  address: string
  webAddress: (slug: string) => string | undefined
  /** Name of this run's backup folder. */
  stamp: string
  pace: Pace
}

const ACTIONS: Record<Exclude<ResolvedStep['action'], 'create' | 'update' | 'delete'>, Action> = {
  unchanged: 'unchanged',
  adopt: 'unchanged',
  'remote-ahead': 'remote-ahead',
  conflict: 'conflict',
  older: 'conflict',
  skip: 'skipped',
  orphan: 'orphan',
}

/** Applies each step separately: if the service refuses one script, the others are still sent. */
export async function applyPlan(steps: readonly ResolvedStep[], options: ApplyOptions): Promise<Batch> {
  if (!steps.some(({ action }) => writes.has(action))) return applyInBatch(steps, options)
  await options.state.prepare()
  const batch = await applyInBatch(steps, options)
  await options.state.sweep()
  return batch
}

function applyInBatch(steps: readonly ResolvedStep[], options: ApplyOptions): Promise<Batch> {
  return runBatch(
    steps,
    async (step) => {
      try {
        return await applyStep(step, options)
      } catch (error) {
        if (!(error instanceof KnownError)) throw error
        const refusal = OUTCOME_BY_CODE[error.code]
        if (!refusal) throw error
        return { ...failed(outcomeOf(step, 'failed'), error), ...refusal }
      }
    },
    (step) => outcomeOf(step, 'not-done'),
    options.pace,
  )
}

const writes = new Set<ResolvedStep['action']>(['create', 'update', 'adopt', 'delete'])

/** Outcome by error code of the service. */
const OUTCOME_BY_CODE: Partial<Record<string, Partial<Outcome>>> = {
  TOPO_CONFLICT: {
    action: 'conflict',
    reason: 'changed on the service since it was last read',
    hint: twoVersionsHint,
  },
  TOPO_SLUG_TAKEN: {
    hint: 'The slug is taken, maybe by another user. Rename the file, or set "slug" in its header.',
  },
}

async function applyStep(step: ResolvedStep, options: ApplyOptions): Promise<Outcome> {
  switch (step.action) {
    case 'create':
      return recordSent(
        step,
        'created',
        await create(step, { ...options, intend: intendOf(step, options) }),
        options,
      )
    case 'update':
      return recordSent(
        step,
        'updated',
        await update(step, { ...options, intend: intendOf(step, options) }),
        options,
      )
    case 'delete':
      return remove(step, options)
    case 'adopt':
      await writeRecord(step, step.remote, options)
  }
  return outcomeOf(step, ACTIONS[step.action], options)
}

const intendOf =
  ({ path }: ResolvedStep, { state, address }: ApplyOptions): Intend =>
  (sending) =>
    state.intend(address, path, sending)

/** Creates a script, after writing it to the journal. Succeeds even if the response is lost. */
export async function create(
  { file }: { file: Pick<CreateStep['file'], 'content'> },
  { client, intend }: Pick<ApplyOptions, 'client'> & { intend: Intend },
): Promise<Script> {
  const { readme, ...content } = file.content
  await intend({ slug: content.slug, hash: contentHash(file.content) })
  try {
    return (await client.scripts.create({ body: readme === null ? content : { ...content, readme } })).item
  } catch (error) {
    // The response may be lost after the script was created.
    return recoverLostResponse(error, client, file.content.slug, file.content)
  }
}

/** Updates a script in the same way. Backs up a remote version that was never synced. */
export async function update(
  step: Pick<UpdateStep, 'id' | 'expectedUpdatedAt' | 'changed' | 'overwrites'> & {
    file: Pick<UpdateStep['file'], 'content'>
    remote: Pick<UpdateStep['remote'], 'content'>
  },
  options: Pick<ApplyOptions, 'client' | 'root' | 'stamp'> & { intend: Intend },
): Promise<Script> {
  const { file, id, remote, expectedUpdatedAt, changed } = step
  if (step.overwrites && remote.content) await backUpContent(remote.content, options)
  const body = { ...pick(file.content, changed), expectedUpdatedAt }
  await options.intend({ id, slug: file.content.slug, hash: contentHash(file.content) })
  try {
    return (await options.client.scripts.update({ params: { id }, body })).item
  } catch (error) {
    return recoverLostResponse(error, options.client, id, file.content)
  }
}

/** Deletes a script after a backup. If it changed since the last sync, reports a conflict. */
async function remove(step: DeleteStep, options: ApplyOptions): Promise<Outcome> {
  const { client, state, address } = options
  const { id, path, hash } = step
  const script = await readScript(client, id)
  if (script) {
    const content = contentOf(script)
    if (contentHash(content) !== hash) {
      const reason = 'changed on the service since the last sync'
      const hint = 'Pull it to see the changes, or delete it with "topo script delete".'
      return { ...outcomeOf(step, 'conflict', options), reason, hint, exitCode: ExitCode.conflict }
    }
    await backUpContent(content, options)
    await deleteOnce(client, id)
  }
  await state.remove(address, path)
  return outcomeOf(step, 'deleted', options)
}

async function deleteOnce(client: Client, id: string): Promise<void> {
  try {
    await client.scripts.delete({ params: { id } })
  } catch (error) {
    const isThere = async () => (await readScript(client, id).catch(() => 'perhaps')) !== undefined
    if (!isOutcomeUnknown(error) || (await isThere())) throw error
  }
}

/** After a lost response: returns the script if it has arrived, else throws the error. */
async function recoverLostResponse(
  error: unknown,
  client: Client,
  idOrSlug: string,
  sent: ScriptContent,
): Promise<Script> {
  if (isOutcomeUnknown(error)) {
    const script = await readScript(client, idOrSlug).catch(() => undefined)
    if (script && contentHash(contentOf(script)) === contentHash(sent)) return script
  }
  throw error
}

async function recordSent(
  step: CreateStep | UpdateStep,
  action: Action,
  script: Script,
  options: ApplyOptions,
): Promise<Outcome> {
  await writeRecord(step, script, options)
  const { id, updatedAt = null } = script
  return { ...outcomeOf(step, action, options), id, updatedAt }
}

async function writeRecord(
  step: CreateStep | UpdateStep | AdoptStep,
  { id, slug, updatedAt = '' }: Pick<Script, 'id' | 'slug' | 'updatedAt'>,
  { state, address }: ApplyOptions,
): Promise<void> {
  const { file, hash } = step
  const remoteContent = step.action === 'adopt' ? step.remote.content : undefined
  await state.update(
    address,
    file.path,
    { id, slug, updatedAt, hash },
    hash === file.hash ? file.content : remoteContent,
  )
}

async function backUpContent(
  content: ScriptContent,
  { root, stamp }: Pick<ApplyOptions, 'root' | 'stamp'>,
): Promise<void> {
  await backUp({
    root,
    stamp,
    name: `${content.slug}.remote.json`,
    data: `${JSON.stringify(content, null, 2)}\n`,
  })
}

function outcomeOf(step: ResolvedStep, action: Action, options?: ApplyOptions): Outcome {
  const file = 'file' in step ? step.file : undefined
  const content = file ? file.content : 'remote' in step ? step.remote?.content : undefined
  return {
    path: step.path,
    slug: step.slug,
    action,
    reason: step.reason,
    id: 'id' in step ? (step.id ?? null) : null,
    url: (content?.isPublic && options?.webAddress(step.slug)) || null,
    updatedAt: 'remote' in step ? (step.remote?.updatedAt ?? null) : null,
    error: null,
    hint: hintFor(step),
    ...(step.action === 'conflict' && step.divergence && { divergence: step.divergence }),
    exitCode: action === 'conflict' ? ExitCode.conflict : ExitCode.ok,
  }
}

function hintFor(step: ResolvedStep): string | null {
  if (step.action === 'orphan')
    return 'Push with --delete to delete it on the service too, or pull to restore the file.'
  if (step.action === 'older') return step.hint
  return step.action === 'conflict' ? conflictHint(step) : null
}

function pick(content: ScriptContent, fields: readonly ContentField[]): Partial<ScriptContent> {
  const wanted = new Set(fields)
  return Object.fromEntries(
    CONTENT_FIELDS.filter((field) => wanted.has(field)).map((field) => [field, content[field]]),
  )
}
