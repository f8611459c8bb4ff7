/** Compares local and remote scripts; writes nothing. */
import type { Client } from '../../api/client.ts'
import type { Project } from '../config/project.ts'
import { type PlanStep, planSync } from '../plan/plan.ts'
import type { ContentField } from '../script/content.ts'
import { loadProject, type Selection } from '../select/selection.ts'
import { readSyncKnowledge } from '../state/limit-records.ts'
import type { SyncState } from '../state/state.ts'
import { fetchRemoteState } from './fetch-remote-state.ts'

export type SyncStatus =
  | 'in-sync'
  | 'local-ahead'
  | 'remote-ahead'
  | 'diverged'
  | 'orphaned'
  | 'new'
  /** Synced by another user, and not visible with this key. */
  | 'hidden'
  /** The file has problems, so its content cannot be compared. */
  | 'invalid'

export interface StatusEntry {
  path: string
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
  conflict: 'diverged',
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
}

export async function status({
  project,
  client,
  state,
  address,
  concurrency,
  ...selection
}: StatusOptions): Promise<StatusEntry[]> {
  const scripts = await loadProject(project, selection)
  const known = await readSyncKnowledge(project, state, address, scripts)
  const steps = planSync(
    await fetchRemoteState(client, scripts, { ...known, concurrency, shard: selection.shard }),
  )
  const problems = new Map(scripts.map((script) => [script.path, script.problems[0]]))
  return steps.map((step) => {
    const { path, slug } = step
    const problem = problems.get(path)
    if (problem)
      return { path, slug, state: 'invalid', reason: problem.message.replace(/\.$/, ''), changed: [] }
    const changed = 'changed' in step ? step.changed : []
    return { path, slug, state: STATUS_BY_ACTION[step.action], reason: step.reason, changed }
  })
}
