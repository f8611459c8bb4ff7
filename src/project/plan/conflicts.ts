/** Resolves conflicts in a plan by a policy: fail, overwrite or skip. */

import type { ConflictStep, OrphanStep, PlanStep, UpdateStep } from './plan.ts'

export type ConflictPolicy = 'fail' | 'overwrite' | 'skip'

/** A conflict that the policy skips: both sides are kept. */
export interface SkipStep extends Omit<ConflictStep, 'action'> {
  action: 'skip'
}

/** An orphan whose remote script is to be deleted. */
export interface DeleteStep extends Omit<OrphanStep, 'action'> {
  action: 'delete'
}

/** `--if-newer`: the remote is newer than this commit; reported as a conflict. */
export interface StaleCommitStep extends Omit<OrphanStep, 'action'> {
  action: 'older'
  /** Absent for a delete. */
  file?: UpdateStep['file'] | undefined
  changed: UpdateStep['changed']
  /** The next step. */
  hint: string
}

export type ResolvedStep = PlanStep | SkipStep | DeleteStep | StaleCommitStep

/** Turns every orphan into a delete. */
export const deleteOrphans = (steps: readonly ResolvedStep[]): ResolvedStep[] =>
  steps.map((step) =>
    step.action === 'orphan' ? { ...step, action: 'delete', reason: 'file deleted locally' } : step,
  )

/** Hint for a conflict where neither side was deleted. */
export const twoVersionsHint =
  'Pull with --merge to merge both versions, or with --force to take the remote version. Or push with --on-conflict overwrite to keep the local version. The overwritten version is backed up first.'

/** Hint for a conflict, as one or more sentences. */
export const conflictHint = ({ remote }: Pick<ConflictStep, 'remote'>): string =>
  remote ? twoVersionsHint : 'Push with --on-conflict overwrite to create it again, or delete the file.'

/**
 * `fail` keeps the conflict in the plan, so that the caller stops. `overwrite` sends the local file, guarded by the
 * known revision; a remote script that was deleted is created again. `skip` changes neither side.
 */
export function resolveConflict(step: ConflictStep, policy: ConflictPolicy): ResolvedStep {
  if (policy === 'fail') return step
  if (policy === 'skip') return { ...step, action: 'skip', reason: `${step.reason}; skipped` }
  const { id, remote, changed, ...common } = step
  const rest = { ...common, hash: step.file.hash }
  const reason = `${step.reason}; overwritten by the local version`
  if (!remote || id === undefined) return { ...rest, action: 'create', reason }
  return { ...rest, action: 'update', reason, id, remote, changed, overwrites: true }
}
