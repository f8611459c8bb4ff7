/** Pulls remote changes; never overwrites local changes unless forced. */

import { dirname, join } from 'node:path'
import { parseShareToken, sharedScript } from '../../api/calls/share.ts'
import { ExitCode } from '../../errors.ts'
import { isBelow } from '../../files/path-containment.ts'
import { projectPath } from '../../files/root.ts'
import { sortedBy } from '../../grouped.ts'
import { contentHash } from '../../project/script/content-hash.ts'
import { loadOptionsOf, loadScripts } from '../../project/script/load.ts'
import { candidateFiles } from '../../project/select/candidate-files.ts'
import { withSuggestion } from '../../project/select/resolve-script.ts'
import { sidesOf } from '../merge/divergence.ts'
import { fetchRemoteState } from '../plan/fetch-remote-state.ts'
import type { Outcome } from '../plan/outcome.ts'
import { type PlanStep, planSync } from '../plan/plan.ts'
import {
  type RemoteScript,
  readAccessibleScript,
  readScript,
  requireReadable,
  toRemote,
} from '../remote/read-remote.ts'
import { type Batch, runBatch } from '../send/batch.ts'
import { readSyncKnowledge } from '../state/limit-records.ts'
import { byScript } from '../state/sync-record.ts'
import {
  mergedOutcome,
  mergeOf,
  NO_FILE_YET,
  outcomeOfTask,
  type PullOptions,
  type PullTask,
  skippedOutcome,
  warningOf,
} from './pull-outcome.ts'
import { FolderNames, writeScript } from './write-script.ts'

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
    (task) => outcomeOfTask(task, 'not-done', '', options),
    options.pace,
  )
  if (writes) await options.state.sweep()
  return batch
}

async function tasksOf(options: PullOptions): Promise<PullTask[]> {
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
  const remotes = [...new Set([...own, ...wanted])]
  for (const step of planSync({ ...input, remotes })) {
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
  return sortedBy(tasks, ({ remote }) => remote.slug)
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

async function previewOne(task: PullTask, options: PullOptions): Promise<Outcome> {
  const merged = mergeOf(task, options)
  if (merged) return mergedOutcome(task, merged, options)
  return outcomeOfTask(task, 'pulled', task.step?.reason ?? NO_FILE_YET, options)
}

async function pullOne(
  task: PullTask,
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
    const gone = outcomeOfTask(task, 'failed', 'deleted on the service during the pull', options)
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
  return { ...outcomeOfTask({ ...task, remote }, action, reason, options), path, ...warned }
}

/** Folder of its previous file, if inside the project. */
function folderFor(step: PlanStep | undefined, { project: { root }, folder }: PullOptions): string {
  const before = step && join(root, dirname(step.path))
  return before !== undefined && isBelow(root, before) ? before : folder
}
