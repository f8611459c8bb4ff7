/** Carries out a plan: each script on its own, guarded by the revision that it was based on. */
import type { Client } from '../../api/client.ts'
import { isOutcomeUnknown } from '../../api/lost-answer.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import { conflictHint, type DeleteStep, type ResolvedStep, twoVersionsHint } from '../plan/conflicts.ts'
import { type Action, failed, type Outcome } from '../plan/outcome.ts'
import type { AdoptStep, CreateStep, UpdateStep } from '../plan/plan.ts'
import { contentOf, readScript } from '../remote/remote.ts'
import { CONTENT_FIELDS, type ContentField, contentHash, type ScriptContent } from '../script/content.ts'
import type { Intend } from '../state/send-journal.ts'
import type { SyncState } from '../state/state.ts'
import { backUp } from './backup.ts'
import { type Batch, type Pace, runBatch } from './batch.ts'

export interface ApplyOptions {
  root: string
  client: Client
  state: SyncState
  /** Address of the service, as the state names it. */
  address: string
  webAddress: (slug: string) => string | undefined
  /** Names the backups of this run. */
  stamp: string
  pace: Pace
}

const noted: Record<Exclude<ResolvedStep['action'], 'create' | 'update' | 'delete'>, Action> = {
  unchanged: 'unchanged',
  adopt: 'unchanged',
  'remote-ahead': 'remote-ahead',
  conflict: 'conflict',
  older: 'conflict',
  skip: 'skipped',
  orphan: 'orphan',
}

/** Each step on its own: what the service refuses of one script does not hold up the others. */
export async function applyPlan(steps: readonly ResolvedStep[], options: ApplyOptions): Promise<Batch> {
  if (!steps.some(({ action }) => writes.has(action))) return inBatch(steps, options)
  await options.state.prepare()
  const batch = await inBatch(steps, options)
  await options.state.sweep()
  return batch
}

function inBatch(steps: readonly ResolvedStep[], options: ApplyOptions): Promise<Batch> {
  return runBatch(
    steps,
    async (step) => {
      try {
        return await carryOut(step, options)
      } catch (error) {
        if (!(error instanceof KnownError)) throw error
        const refusal = refused[error.code]
        if (!refusal) throw error
        return { ...failed(outcomeOf(step, 'failed'), error), ...refusal }
      }
    },
    (step) => outcomeOf(step, 'not-done'),
    options.pace,
  )
}

const writes = new Set<ResolvedStep['action']>(['create', 'update', 'adopt', 'delete'])

/** What a refusal means in a push. */
const refused: Partial<Record<string, Partial<Outcome>>> = {
  TOPO_CONFLICT: {
    action: 'conflict',
    reason: 'changed on the service meanwhile',
    hint: twoVersionsHint,
  },
  TOPO_SLUG_TAKEN: {
    hint: 'The slug is taken, perhaps by a script of somebody else: rename the file, or set "slug" in its header.',
  },
}

async function carryOut(step: ResolvedStep, options: ApplyOptions): Promise<Outcome> {
  switch (step.action) {
    case 'create':
      return done(
        step,
        'created',
        await create(step, { ...options, intend: intendOf(step, options) }),
        options,
      )
    case 'update':
      return done(
        step,
        'updated',
        await update(step, { ...options, intend: intendOf(step, options) }),
        options,
      )
    case 'delete':
      return remove(step, options)
    case 'adopt':
      await remember(step, step.remote, options)
  }
  return outcomeOf(step, noted[step.action], options)
}

const intendOf =
  ({ path }: ResolvedStep, { state, address }: ApplyOptions): Intend =>
  (sending) =>
    state.intend(address, path, sending)

/** As it is on the service then, be it that the answer was lost. It is written down before it is sent. */
export async function create(
  { file }: { file: Pick<CreateStep['file'], 'content'> },
  { client, intend }: Pick<ApplyOptions, 'client'> & { intend: Intend },
): Promise<Script> {
  const { readme, ...content } = file.content
  await intend({ slug: content.slug, hash: contentHash(file.content) })
  try {
    return (await client.scripts.create({ body: readme === null ? content : { ...content, readme } })).item
  } catch (error) {
    // The answer may have been lost after the script was made.
    return arrived(error, client, file.content.slug, file.content)
  }
}

/** The same; what is overwritten unseen is saved first. */
export async function update(
  step: Pick<UpdateStep, 'id' | 'expectedUpdatedAt' | 'changed' | 'overwrites'> & {
    file: Pick<UpdateStep['file'], 'content'>
    remote: Pick<UpdateStep['remote'], 'content'>
  },
  options: Pick<ApplyOptions, 'client' | 'root' | 'stamp'> & { intend: Intend },
): Promise<Script> {
  const { file, id, remote, expectedUpdatedAt, changed } = step
  if (step.overwrites && remote.content) await save(remote.content, options)
  const body = { ...pick(file.content, changed), expectedUpdatedAt }
  await options.intend({ id, slug: file.content.slug, hash: contentHash(file.content) })
  try {
    return (await options.client.scripts.update({ params: { id }, body })).item
  } catch (error) {
    return arrived(error, options.client, id, file.content)
  }
}

/** What goes is saved first; what somebody has changed since the last sync stays. */
async function remove(step: DeleteStep, options: ApplyOptions): Promise<Outcome> {
  const { client, state, address } = options
  const { id, path, hash } = step
  const script = await readScript(client, id)
  if (script) {
    const content = contentOf(script)
    if (contentHash(content) !== hash) {
      const reason = 'changed on the service since it was here'
      const hint = 'Pull it to see what changed, or delete it with "topo script delete".'
      return { ...outcomeOf(step, 'conflict', options), reason, hint, exitCode: ExitCode.conflict }
    }
    await save(content, options)
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

/** Where the answer was lost: the script, if the service has it as it was sent; else the error as it was. */
async function arrived(
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

async function done(
  step: CreateStep | UpdateStep,
  action: Action,
  script: Script,
  options: ApplyOptions,
): Promise<Outcome> {
  await remember(step, script, options)
  const { id, updatedAt = null } = script
  return { ...outcomeOf(step, action, options), id, updatedAt }
}

async function remember(
  step: CreateStep | UpdateStep | AdoptStep,
  { id, slug, updatedAt = '' }: Pick<Script, 'id' | 'slug' | 'updatedAt'>,
  { state, address }: ApplyOptions,
): Promise<void> {
  const { file, hash } = step
  const there = step.action === 'adopt' ? step.remote.content : undefined
  await state.update(
    address,
    file.path,
    { id, slug, updatedAt, hash },
    hash === file.hash ? file.content : there,
  )
}

async function save(
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
  if (step.action === 'orphan') return 'Push with --delete to delete it on the service too, or pull it.'
  if (step.action === 'older') return step.hint
  return step.action === 'conflict' ? conflictHint(step) : null
}

function pick(content: ScriptContent, fields: readonly ContentField[]): Partial<ScriptContent> {
  const wanted = new Set(fields)
  return Object.fromEntries(
    CONTENT_FIELDS.filter((field) => wanted.has(field)).map((field) => [field, content[field]]),
  )
}
