/** Pulls remote changes; never overwrites local changes unless forced. */
import { dirname, join } from 'node:path'
import { parseShareToken, sharedScript } from '../../api/calls/share.ts'
import type { Client } from '../../api/client.ts'
import { ExitCode } from '../../errors.ts'
import { reordering } from '../../validator/rules/text-direction.ts'
import { IGNORE_FILE } from '../config/ignore-rules.ts'
import type { Project } from '../config/project.ts'
import { isBelow } from '../files/path-containment.ts'
import { projectPath } from '../files/root.ts'
import { computeDivergence, type Sides, sidesOf } from '../merge/divergence.ts'
import { type MergeResult, mergeContent } from '../merge/merge.ts'
import { conflictHint } from '../plan/conflicts.ts'
import { type Action, type Outcome, outcomeWith } from '../plan/outcome.ts'
import { type PlanStep, planSync } from '../plan/plan.ts'
import {
  type RemoteScript,
  readAccessibleScript,
  readScript,
  requireReadable,
  toRemote,
} from '../remote/read-remote.ts'
import { contentHash, type ScriptContent } from '../script/content.ts'
import { type LocalScript, loadOptionsOf, loadScripts } from '../script/load.ts'
import { candidateFiles } from '../select/candidate-files.ts'
import { withSuggestion } from '../select/resolve-script.ts'
import { readSyncKnowledge } from '../state/limit-records.ts'
import type { SyncState } from '../state/state.ts'
import { byScript } from '../state/sync-record.ts'
import { type Batch, type Pace, runBatch } from './batch.ts'
import { fetchRemoteState } from './fetch-remote-state.ts'
import { FolderNames, writeScript } from './write-script.ts'

export interface PullOptions {
  project: Project
  client: Client
  state: SyncState
  address: string
  webAddress: (slug: string) => string | undefined
  /** Ids, slugs or share URLs; empty means all of the caller's scripts. */
  scripts: readonly string[]
  /** Absolute folder for scripts without a file. */
  folder: string
  /** Overwrite local changes, after a backup to `.topo/backup/`. */
  force: boolean
  /** Merge the changes of both sides, and mark conflicts. */
  merge?: boolean
  /** Report what would be pulled, and write nothing. */
  dryRun?: boolean
  /** Name of this run's backup folder. */
  stamp: string
  pace: Pace
}

/** Reason of an outcome that made, or would make, a new file. */
export const NO_FILE_YET = 'no local file yet'

/** One script to pull. */
interface Task {
  remote: RemoteScript
  /** Planned step; undefined without a local file. */
  step: PlanStep | undefined
  local: LocalScript | undefined
  /** Path of its file, if ignored. */
  ignored: string | undefined
  /** Belongs to the caller. Other scripts get no sync record, because they are never pushed. */
  own: boolean
  /** The versions to merge; only for a conflict. */
  sides: Sides | undefined
}

/** Returns one outcome per script, sorted by slug. A conflict changes neither side. */
export async function pull(options: PullOptions): Promise<Batch> {
  const tasks = await tasksOf(options)
  const settled = new Map(tasks.map((task) => [task, skippedOutcome(task, options)]))
  const names = new FolderNames()
  const writes = !options.dryRun && tasks.some((task) => task.own && !settled.get(task))
  if (writes) await options.state.prepare()
  const batch = await runBatch(
    tasks,
    async (task, written) =>
      settled.get(task) ??
      (options.dryRun ? previewOne(task, options) : pullOne(task, names, options, written)),
    (task) => outcomeOf(task, 'not-done', '', options),
    options.pace,
  )
  if (writes) await options.state.sweep()
  return batch
}

async function tasksOf(options: PullOptions): Promise<Task[]> {
  const { project, client, state, address, folder } = options
  const { root } = project
  const records = await state.read(address)
  const files = await candidateFiles(project, Object.keys(records), folder)
  const locals = await loadScripts(files, loadOptionsOf(project))
  const known = await readSyncKnowledge(project, state, address, locals)
  const { concurrency } = options.pace
  const input = await fetchRemoteState(client, locals, { ...known, concurrency, wantsAll: true })
  const own = new Set(input.remotes)
  const wanted = await wantedScripts(options, input.remotes)
  const steps = new Map<string, PlanStep>()
  for (const step of planSync({ ...input, remotes: [...new Set([...own, ...wanted])] })) {
    if ('remote' in step && step.remote) steps.set(step.remote.id, step)
  }
  const byPath = new Map(locals.map((local) => [local.path, local]))
  const recorded = byScript(records)
  const tasks = await Promise.all(
    wanted.map(async (remote) => {
      const step = steps.get(remote.id)
      const local = step && 'file' in step ? byPath.get(step.path) : undefined
      const { path: recordedPath, record } = recorded.get(remote.id) ?? {}
      const path = await ignoredPath(remote, step?.path ?? recordedPath, options)
      const isConflict = step?.action === 'conflict' && local !== undefined
      const sides = isConflict ? await sidesOf(root, record, local, remote) : undefined
      return { remote, step, local, ignored: path, own: own.has(remote), sides }
    }),
  )
  return tasks.sort((a, b) => (a.remote.slug < b.remote.slug ? -1 : 1))
}

/**
 * Returns the path if ignored.
 * @param known path in the plan or in the sync record; otherwise the names of a new file are checked
 */
async function ignoredPath(
  { slug }: RemoteScript,
  known: string | undefined,
  { project: { root, ignored }, folder }: PullOptions,
): Promise<string | undefined> {
  const fresh = ['js', 'ts'].map((type) =>
    projectPath(root, join(folder, `${slug}.topology.${type}`)),
  )
  for (const path of known === undefined ? fresh : [known]) {
    if (await ignored.has(path)) return path
  }
  return undefined
}

/** Returns each script once, even if named twice. */
async function wantedScripts(
  { project, client, scripts }: PullOptions,
  own: readonly RemoteScript[],
): Promise<RemoteScript[]> {
  if (scripts.length === 0) return [...own]
  const byName = new Map(
    own.flatMap((remote) => [remote.slug, remote.id].map((name) => [name, remote])),
  )
  const found = await Promise.all(
    scripts.map(async (name) => {
      const mine = byName.get(name)
      if (mine) return mine
      const token = parseShareToken(name)
      const read = async () => toRemote(await readAccessibleScript(client, name))
      if (token === undefined) return withSuggestion(project, name, () => client, read)
      const shared = await requireReadable(client, await sharedScript(client, token), name)
      return byName.get(shared.id) ?? toRemote(shared)
    }),
  )
  return [...new Map(found.map((remote) => [remote.id, remote])).values()]
}

/** Outcome without a pull: both sides are the same, or local changes would be lost. */
function skippedOutcome(task: Task, options: PullOptions): Outcome | undefined {
  const { step, local, own } = task
  const outcome = (action: Action, reason: string): Outcome =>
    outcomeOf(task, action, reason, options)
  if (task.ignored !== undefined) {
    return { ...outcome('skipped', `${IGNORE_FILE} excludes its file`), path: task.ignored }
  }
  if (step?.action === 'unchanged') return outcome('unchanged', step.reason)
  if (options.force) return undefined
  const [problem] = local?.problems ?? []
  if (isMerged(task, options) && !problem) return undefined
  if (step?.action === 'conflict' && !(options.merge && problem)) {
    const hint = own
      ? conflictHint(step)
      : 'Pull with --force to overwrite the file. It is backed up first.'
    const reason = own ? step.reason : 'differs from the service'
    return {
      ...outcome('conflict', reason),
      hint,
      ...divergenceIn(task),
      exitCode: ExitCode.conflict,
    }
  }
  if (step?.action === 'update') return outcome('local-ahead', step.reason)
  if (!problem) return undefined
  return {
    ...outcome('invalid', problem.message.replace(/\.$/, '')),
    error: 'TOPO_INVALID',
    hint: 'Fix the file, or overwrite it with --force. It is backed up first.',
    exitCode: ExitCode.refused,
  }
}

/** Only conflicts of the caller's own scripts are merged. */
const isMerged = ({ step, own }: Task, { merge }: PullOptions): boolean =>
  merge === true && own && step?.action === 'conflict'

function mergeOf(task: Task, options: PullOptions): MergeResult | undefined {
  const { sides, remote } = task
  if (!isMerged(task, options) || !sides) return undefined
  return mergeContent(sides.base, sides.local, sides.remote, remote)
}

function mergedOutcome(task: Task, { conflicts }: MergeResult, options: PullOptions): Outcome {
  if (conflicts.length === 0) return outcomeOf(task, 'merged', 'changed on both sides', options)
  const reason = `both sides changed ${conflicts.join(', ')}`
  const hint = 'Search for <<<<<<< in the file and its readme, keep the right lines, then push.'
  return {
    ...outcomeOf(task, 'conflict', reason, options),
    hint,
    ...divergenceIn(task),
    exitCode: ExitCode.conflict,
  }
}

const divergenceIn = ({
  local,
  remote: { updatedAt },
  sides,
}: Task): Pick<Outcome, 'divergence'> =>
  sides
    ? { divergence: computeDivergence(sides.base, sides.local, sides.remote, updatedAt, local) }
    : {}

async function previewOne(task: Task, options: PullOptions): Promise<Outcome> {
  const merged = mergeOf(task, options)
  if (merged) return mergedOutcome(task, merged, options)
  return outcomeOf(task, 'pulled', task.step?.reason ?? NO_FILE_YET, options)
}

async function pullOne(
  task: Task,
  names: FolderNames,
  options: PullOptions,
  written: () => void,
): Promise<Outcome> {
  const { step, local, own } = task
  const { project, client, state, address, stamp, force } = options
  const script = task.remote.content ? undefined : await readScript(client, task.remote.id)
  const remote = script ? toRemote(script) : task.remote
  const { content } = remote
  if (!content) {
    const gone = outcomeOf(task, 'failed', 'deleted on the service during the pull', options)
    return { ...gone, error: 'TOPO_NOT_FOUND', exitCode: ExitCode.refused }
  }
  const merged = mergeOf(task, options)
  const { path, changed } = await writeScript(merged?.content ?? content, {
    root: project.root,
    defaults: project.config.defaults,
    folder: folderFor(step, options),
    names,
    local,
    conflictingValues: merged?.conflictingValues,
    stamp,
    force,
  })
  written()
  if (own) {
    const { id, slug, updatedAt } = remote
    await state.update(address, path, { id, slug, updatedAt, hash: contentHash(content) }, content)
  }
  const warned = warningOf(content)
  if (merged) return { ...mergedOutcome(task, merged, options), ...warned }
  const [action, reason] =
    changed.length > 0
      ? (['pulled', step?.reason ?? NO_FILE_YET] as const)
      : (['unchanged', 'same on both sides'] as const)
  return { ...outcomeOf({ ...task, remote }, action, reason, options), path, ...warned }
}

/** Folder of its previous file, if inside the project. */
function folderFor(step: PlanStep | undefined, { project: { root }, folder }: PullOptions): string {
  const before = step && join(root, dirname(step.path))
  return before !== undefined && isBelow(root, before) ? before : folder
}

const outcomeOf = (
  { remote, step }: Task,
  action: Action,
  reason: string,
  { webAddress }: PullOptions,
): Outcome => {
  const { id, slug, content, updatedAt } = remote
  const url = (content?.isPublic && webAddress(slug)) || null
  return outcomeWith({
    path: step?.path ?? null,
    slug,
    action,
    reason,
    id,
    url,
    updatedAt: updatedAt || null,
  })
}

/** Warns of invisible characters that reorder text, so that it looks different from its content. */
function warningOf(content: ScriptContent): Pick<Outcome, 'warning'> {
  const { name, description, tags, code, readme } = content
  const parts = Object.entries({ name, description, tags: tags.join(), code, readme })
  const found = parts.flatMap(([part, text]) =>
    [...new Set(text?.match(reordering))].map(
      (character) => `U+${character.charCodeAt(0).toString(16).toUpperCase()} in its ${part}`,
    ),
  )
  if (found.length === 0) return {}
  const warning = `invisible characters reorder the text (${found.join(', ')}); an editor may show it in another order than stored`
  return { warning }
}
