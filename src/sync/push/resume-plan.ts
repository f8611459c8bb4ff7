/** Resumes a plan from a file: exactly as planned, or not at all if anything changed since. */

import { join } from 'node:path'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Client } from '../../api/client/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError, usageError } from '../../errors.ts'
import { isFile } from '../../files/is-file.ts'
import { checkScripts } from '../../project/check/check.ts'
import type { Project } from '../../project/config/project.ts'
import { reportDuplicates } from '../../project/script/duplicate-slugs.ts'
import { type LocalScript, loadOptionsOf, loadScripts } from '../../project/script/load.ts'
import type { ResolvedStep } from '../plan/conflicts.ts'
import { assertComplete, mayBeOwn, readUnlisted } from '../remote/find-unlisted.ts'
import { ownScripts, type RemoteScript, readScript, toRemote } from '../remote/read-remote.ts'
import { isSameRevision } from '../remote/revision.ts'
import { type PlanFile, type PlannedStep, plannedRevision } from './plan-file.ts'
import { type PushOptions, type PushPlan, splitByVerdict } from './push.ts'

/** A script that changed since the plan was created. */
interface Stale {
  path: string
  slug: string
  reason: string
}

type ResumePlanOptions = Pick<
  PushOptions,
  'project' | 'client' | 'state' | 'address' | 'pace' | 'failOn'
>

/**
 * @throws KnownError `TOPO_PLAN_STALE` (exit 6), with the changes as its details.
 * @throws usage error `TOPO_PLAN_INVALID` if none of its files exists in the project.
 */
export async function resumePlan(file: PlanFile, options: ResumePlanOptions): Promise<PushPlan> {
  const { project, client, state, address, pace } = options
  const limit = pLimit(pace.concurrency)
  const locals = await localsOf(file, project)
  const records = await state.read(address)
  const paths = file.steps.filter(hasFile).map(({ path }) => path)
  if (paths.length > 0 && locals.size === 0 && !paths.some((path) => path in records))
    throw otherProject(paths)
  const listed = await listedBy(file.steps, client, limit)
  const stale = file.steps.flatMap((step): Stale[] => {
    const reason = localStaleness(step, locals) ?? remoteStaleness(step, listed)
    return reason === undefined ? [] : [{ path: step.path, slug: step.slug, reason }]
  })
  if (stale.length > 0) throw staleError(stale)

  const steps = await Promise.all(
    file.steps.map((step) => limit(() => resolveStep(step, locals, listed, client))),
  )
  const doubtful = file.steps.flatMap((step) =>
    step.action === 'create' || step.action === 'update' || ('invalid' in step && step.invalid)
      ? (locals.get(step.path) ?? [])
      : [],
  )
  const { invalid, valid } = splitByVerdict(await checkScripts(doubtful), options.failOn)
  const refused = new Set(invalid.map(({ script }) => script.path))
  const changedVerdicts = file.steps
    .filter((step) => 'hash' in step && locals.has(step.path))
    .filter((step) => refused.has(step.path) !== ('invalid' in step && step.invalid === true))
    .map(({ path, slug }) => ({ path, slug, reason: 'its validation result changed' }))
  if (changedVerdicts.length > 0) throw staleError(changedVerdicts)
  return { steps, invalid, valid, staleRecords: [] }
}

/** Remote scripts by id, also those that the list lacks. A list without revisions costs one read per script. */
async function listedBy(
  steps: readonly PlannedStep[],
  client: Client,
  limit: LimitFunction,
): Promise<Map<string, RemoteScript>> {
  const own = await ownScripts(client)
  assertComplete(own)
  const ids = new Set(own.items.map(({ id }) => id))
  const missing = steps.flatMap((step): { id?: string; slug?: string }[] => {
    if (step.action === 'create') return [{ slug: step.slug }]
    if (!('id' in step) || step.id === undefined) return []
    return ids.has(step.id) ? [] : [{ id: step.id }]
  })
  const isOwn = (script: Script) => mayBeOwn(script, own)
  const unlisted = await Promise.all(
    missing.map((one) => limit(() => readUnlisted(client, isOwn, one))),
  )
  const items = [...own.items, ...unlisted.filter((script) => script !== undefined)]
  const found = await Promise.all(
    items.map(async ({ id, slug, updatedAt }): Promise<RemoteScript[]> => {
      if (updatedAt !== undefined) return [{ id, slug, updatedAt }]
      const script = await limit(() => readScript(client, id))
      return script ? [toRemote(script)] : []
    }),
  )
  return new Map(found.flat().map((remote) => [remote.id, remote]))
}

async function localsOf({ steps }: PlanFile, project: Project): Promise<Map<string, LocalScript>> {
  const { root, ignored } = project
  const paths = steps.filter(hasFile).map(({ path }) => path)
  const files: string[] = []
  for (const path of paths) {
    const file = join(root, path)
    const isMeant = !(await ignored.has(path))
    if (isMeant && (await isFile(file))) files.push(file)
  }
  const scripts = await loadScripts(files, loadOptionsOf(project))
  await reportDuplicates(scripts)
  return new Map(scripts.map((script) => [script.path, script]))
}

type WithFile = Exclude<PlannedStep, { action: 'orphan' | 'delete' }>

const hasFile = (step: PlannedStep): step is WithFile =>
  step.action !== 'orphan' && step.action !== 'delete'

function localStaleness(
  step: PlannedStep,
  locals: ReadonlyMap<string, LocalScript>,
): string | undefined {
  if (!hasFile(step)) return undefined
  const local = locals.get(step.path)
  if (!local) return 'its file is deleted or ignored now'
  return local.hash === step.hash ? undefined : 'its file changed'
}

function remoteStaleness(
  step: PlannedStep,
  listed: ReadonlyMap<string, RemoteScript>,
): string | undefined {
  if (!('id' in step) || step.id === undefined) {
    const rival = [...listed.values()].some(({ slug }) => slug === step.slug)
    return rival ? 'it exists on the service now' : undefined
  }
  if (step.action === 'hidden') return undefined
  const remote = listed.get(step.id)
  if (!remote) return 'it was deleted on the service, or this key does not show it'
  const now = plannedRevision(remote)
  const then = step.revision ?? ''
  return now === then || isSameRevision(now, then) ? undefined : 'it changed on the service'
}

/** Replaces the hashes of a planned step by the local file and the remote script. */
async function resolveStep(
  step: PlannedStep,
  locals: ReadonlyMap<string, LocalScript>,
  listed: ReadonlyMap<string, RemoteScript>,
  client: Client,
): Promise<ResolvedStep> {
  const listedNow = 'id' in step && step.id !== undefined ? listed.get(step.id) : undefined
  const full =
    step.action === 'update' && step.overwrites ? await readScript(client, step.id) : undefined
  const remote = full ? toRemote(full) : listedNow
  // The confirmation shows the current slug of the service.
  if (!hasFile(step))
    return { ...step, slug: remote?.slug ?? step.slug, remote: remote as RemoteScript }
  const hash = step.action === 'adopt' ? step.recorded : step.hash
  return { ...step, hash, file: locals.get(step.path), remote } as ResolvedStep
}

const otherProject = (paths: readonly string[]): KnownError =>
  usageError(`None of the ${paths.length} files of the plan is in this project.`, {
    code: 'TOPO_PLAN_INVALID',
    hint: 'Run the command in the project that created the plan.',
  })

function staleError(items: readonly Stale[]): KnownError {
  const [first] = items
  const more = items.length > 1 ? `, and ${items.length - 1} more` : ''
  return new KnownError(`The plan is stale: ${first?.path}: ${first?.reason}${more}.`, {
    code: 'TOPO_PLAN_STALE',
    hint: 'Nothing was done. Create a new plan and review it.',
    exitCode: ExitCode.conflict,
    details: { items, totalCount: items.length },
  })
}
