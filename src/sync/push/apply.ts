/** Applies a plan: each script separately, guarded by the revision that the plan is based on. */
import type { Client } from '../../api/client/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError, refusedError } from '../../errors.ts'
import type { ScriptContent } from '../../project/script/content.ts'
import { contentHash } from '../../project/script/content-hash.ts'
import {
  conflictHint,
  type DeleteStep,
  type ResolvedStep,
  twoVersionsHint,
} from '../plan/conflicts.ts'
import { type Action, failed, type Outcome, outcomeWith } from '../plan/outcome.ts'
import type { AdoptStep, CreateStep, UpdateStep } from '../plan/plan.ts'
import { refusesGuard } from '../remote/guard.ts'
import { contentOf, readScript, toRemote } from '../remote/read-remote.ts'
import { type Batch, type Pace, runBatch } from '../send/batch.ts'
import {
  answeredHash,
  backUpContent,
  createScript,
  deleteScript,
  type SendOptions,
  type Sent,
} from '../send/send-script.ts'
import { sendUpdate } from '../send/update-script.ts'
import type { SyncState } from '../state/state.ts'

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

const ACTIONS: Record<
  Exclude<ResolvedStep['action'], 'create' | 'update' | 'delete' | 'hidden'>,
  Action
> = {
  unchanged: 'unchanged',
  adopt: 'unchanged',
  'remote-ahead': 'remote-ahead',
  conflict: 'conflict',
  older: 'conflict',
  skip: 'skipped',
  orphan: 'orphan',
}

/** Applies each step separately: if the service refuses one script, the others are still sent. */
export async function applyPlan(
  steps: readonly ResolvedStep[],
  options: ApplyOptions,
): Promise<Batch> {
  if (!steps.some(({ action }) => writes.has(action))) return applyInBatch(steps, options)
  const { client, state, address } = options
  await state.prepare()
  const batch = await applyInBatch(steps, options)
  if (refusesGuard(client)) (await state.remoteHashes(address)).refusesGuard = true
  await state.sweep()
  return batch
}

function applyInBatch(steps: readonly ResolvedStep[], options: ApplyOptions): Promise<Batch> {
  return runBatch(
    steps,
    async (step, sent) => {
      try {
        return await applyStep(step, options, sent)
      } catch (error) {
        if (!(error instanceof KnownError)) throw error
        const refusal = REFUSALS[error.code]?.(step)
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
const REFUSALS: Partial<Record<string, (step: ResolvedStep) => Partial<Outcome>>> = {
  TOPO_CONFLICT: ({ slug }) => ({
    action: 'conflict',
    reason: 'changed on the service since it was last read',
    hint: twoVersionsHint(slug),
  }),
  TOPO_SLUG_TAKEN: () => ({
    hint: 'The slug is taken, maybe by another user. Rename the file, or set "slug" in its header.',
  }),
}

async function applyStep(
  step: ResolvedStep,
  options: ApplyOptions,
  sent: () => void,
): Promise<Outcome> {
  switch (step.action) {
    case 'create':
    case 'update': {
      const send = sendOptions(step, options)
      const answer =
        step.action === 'create'
          ? await createScript(step.file.content, send)
          : await sendUpdate(step, send)
      if (answer.kept && answer.isUnwritten) throw answer.kept
      await intendAnswered(step, answer, send)
      sent()
      const outcome = await recordSent(step, answer, options)
      if (answer.kept) throw answer.kept
      return outcome
    }
    case 'delete':
      return remove(step, options)
    case 'hidden':
      throw otherUserError(step)
    case 'adopt':
      await writeRecord(step, step.remote, options)
  }
  return outcomeOf(step, ACTIONS[step.action], options)
}

const sendOptions = (
  { path }: ResolvedStep,
  { client, root, stamp, state, address }: ApplyOptions,
): SendOptions => ({
  client,
  root,
  stamp,
  intend: (sending) => state.intend(address, path, sending),
  withdraw: () => state.settle(address, path),
})

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
    await deleteScript(client, toRemote(script))
  }
  await state.remove(address, path)
  return outcomeOf(step, 'deleted', options)
}

/** Until the record is written, a kill must not make what the service tidied look like the change of somebody else. */
async function intendAnswered(
  step: CreateStep | UpdateStep,
  { script }: Sent,
  { intend }: SendOptions,
) {
  const hash = answeredHash(script)
  if (hash === undefined || hash === step.file.hash) return
  await intend({ id: 'id' in step ? step.id : undefined, slug: step.file.content.slug, hash })
}

async function recordSent(
  step: CreateStep | UpdateStep,
  { script, wasThere }: Sent,
  options: ApplyOptions,
): Promise<Outcome> {
  await writeRecord(step, { ...script, hash: answeredHash(script) }, options)
  const { id, updatedAt = null } = script
  if (wasThere) {
    const reason = 'another client sent the same at the same time'
    return { ...outcomeOf(step, 'unchanged', options), id, updatedAt, reason }
  }
  const action = step.action === 'create' ? 'created' : 'updated'
  return { ...outcomeOf(step, action, options), id, updatedAt }
}

async function writeRecord(
  step: CreateStep | UpdateStep | AdoptStep,
  remote: Pick<Script, 'id' | 'slug' | 'updatedAt'> & { hash?: string | undefined },
  { state, address }: ApplyOptions,
): Promise<void> {
  const { id, slug, updatedAt = '', hash: answered } = remote
  const { file, hash } = step
  const remoteContent = step.action === 'adopt' ? step.remote.content : undefined
  await state.update(
    address,
    file.path,
    { id, slug, updatedAt, hash, answered },
    hash === file.hash ? file.content : remoteContent,
  )
}

function contentIn(step: ResolvedStep): ScriptContent | undefined {
  if ('file' in step && step.file) return step.file.content
  return 'remote' in step ? step.remote?.content : undefined
}

function outcomeOf(step: ResolvedStep, action: Action, options?: ApplyOptions): Outcome {
  const { path, slug, reason } = step
  const content = contentIn(step)
  return outcomeWith({
    path,
    slug,
    action,
    reason,
    id: ('id' in step && step.id) || null,
    url: (content?.isPublic && options?.webAddress(slug)) || null,
    updatedAt: ('remote' in step && step.remote?.updatedAt) || null,
    hint: hintFor(step),
    ...(action === 'updated' && renameOf(step)),
    ...(step.action === 'conflict' && step.divergence && { divergence: step.divergence }),
    exitCode: action === 'conflict' ? ExitCode.conflict : ExitCode.ok,
  })
}

const renameOf = (step: ResolvedStep): Pick<Outcome, 'renamedFrom'> =>
  step.action === 'update' && step.remote.slug !== step.slug
    ? { renamedFrom: step.remote.slug }
    : {}

function hintFor(step: ResolvedStep): string | null {
  if (step.action === 'orphan')
    return 'Push with --delete to delete it on the service too, with its comments and stars, or pull to restore the file.'
  if (step.action === 'older') return step.hint
  return step.action === 'conflict' ? conflictHint(step) : null
}

const otherUserError = ({ slug, reason }: ResolvedStep): KnownError =>
  refusedError(`"${slug}" is ${reason}.`, {
    code: 'TOPO_OTHER_USER',
    hint: 'Use the key that synced it. To push it as your own script, copy the file and give the copy another slug.',
  })
