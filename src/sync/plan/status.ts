/** Compares local and remote scripts; writes nothing. */
import type { Client } from '../../api/client/client.ts'
import type { Project } from '../../project/config/project.ts'
import type { ContentField } from '../../project/script/content.ts'
import { loadProject, type Selection } from '../../project/select/selection.ts'
import { readSyncKnowledge } from '../state/limit-records.ts'
import type { SyncState } from '../state/state.ts'
import { fetchRemoteState } from './fetch-remote-state.ts'
import { matchScripts } from './match-scripts.ts'
import { type PlanStep, planSync } from './plan.ts'

export type SyncStatus =
  | 'in-sync'
  | 'local-ahead'
  | 'remote-ahead'
  | 'conflict'
  | 'orphaned'
  | 'new'
  /** Synced by another user, and not visible with this key. */
  | 'hidden'
  /** The file has problems, so its content cannot be compared. */
  | 'invalid'
  /** No file of the project has its slug. */
  | 'only-remote'

export interface StatusEntry {
  /** Null without a file. */
  path: string | null
  slug: string
  state: SyncStatus
  reason: string
  /** Fields that differ, if known. */
  changed: ContentField[]
}

const STATUS_BY_ACTION: Record<PlanStep['action'], SyncStatus> = {
  create: 'new',
  unchanged: 'in-sync',
  adopt: 'in-sync',
  update: 'local-ahead',
  'remote-ahead': 'remote-ahead',
  conflict: 'conflict',
  orphan: 'orphaned',
  hidden: 'hidden',
}

export interface StatusOptions extends Selection {
  project: Project
  client: Client
  state: SyncState
  address: string
  /** Maximum of concurrent requests. */
  concurrency: number
  /** Also report scripts that are only on the service; for a selection of all files. */
  all?: boolean
}

export async function status({
  project,
  client,
  state,
  address,
  concurrency,
  all = false,
  ...selection
}: StatusOptions): Promise<StatusEntry[]> {
  const scripts = await loadProject(project, selection)
  const known = await readSyncKnowledge(project, state, address, scripts)
  const { shard } = selection
  const seen = await fetchRemoteState(client, scripts, {
    ...known,
    concurrency,
    shard,
    wantsAll: all,
  })
  const matched = matchScripts(seen)
  const problems = new Map(scripts.map((script) => [script.path, script.problems[0]]))
  const entries = planSync(seen, matched).map((step): StatusEntry => {
    const { path, slug } = step
    const problem = problems.get(path)
    if (problem) {
      const place =
        problem.path === path ? `line ${problem.line}` : `${problem.path}:${problem.line}`
      const reason = `${place}: ${problem.message.replace(/\.$/, '')}`
      return { path, slug, state: 'invalid', reason, changed: [] }
    }
    const changed = 'changed' in step ? step.changed : []
    return { path, slug, state: STATUS_BY_ACTION[step.action], reason: step.reason, changed }
  })
  const reason = 'only on the service: no file of the project has its slug'
  const others = (all ? matched.onlyRemote : []).map(
    ({ slug }): StatusEntry => ({ path: null, slug, state: 'only-remote', reason, changed: [] }),
  )
  return [...entries, ...others]
}
