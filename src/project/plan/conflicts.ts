/** What becomes of conflicts once someone has said so. */

import type { ConflictStep, OrphanStep, PlanStep, UpdateStep } from './plan.ts'

export type ConflictPolicy = 'fail' | 'overwrite' | 'skip'

/** A conflict that is left as it is, on demand. */
export interface SkipStep extends Omit<ConflictStep, 'action'> {
  action: 'skip'
}

/** An orphan that is to go on the service as well. */
export interface DeleteStep extends Omit<OrphanStep, 'action'> {
  action: 'delete'
}

/** Would replace or delete something newer, which was not to be: told as a conflict. */
export interface OlderStep extends Omit<OrphanStep, 'action'> {
  action: 'older'
  /** Absent where the script was to be deleted. */
  file?: UpdateStep['file'] | undefined
  changed: UpdateStep['changed']
  /** What a person may do about it. */
  hint: string
}

export type ResolvedStep = PlanStep | SkipStep | DeleteStep | OlderStep

/** Every orphan is to be deleted on the service. */
export const deletingOrphans = (steps: readonly ResolvedStep[]): ResolvedStep[] =>
  steps.map((step) =>
    step.action === 'orphan' ? { ...step, action: 'delete', reason: 'its file is gone' } : step,
  )

/** Where both sides have a version. */
export const twoVersionsHint =
  'Pull with --merge to bring both together, or with --force to take the version of the service, or push with --on-conflict overwrite to keep this one; what is overwritten is saved first.'

/** What a person may do about a conflict, as a sentence or two. */
export const conflictHint = ({ remote }: Pick<ConflictStep, 'remote'>): string =>
  remote ? twoVersionsHint : 'Push with --on-conflict overwrite to create it again, or delete the file.'

/**
 * `fail` leaves a conflict in the plan, for the caller to stop at. `overwrite` makes the file win, guarded by the
 * revision that was seen; a script deleted on the service is created again. `skip` leaves both sides alone.
 */
export function resolveConflict(step: ConflictStep, policy: ConflictPolicy): ResolvedStep {
  if (policy === 'fail') return step
  if (policy === 'skip') return { ...step, action: 'skip', reason: `${step.reason}; skipped` }
  const { id, remote, changed, ...common } = step
  const rest = { ...common, hash: step.file.hash }
  const reason = `${step.reason}; overwritten from here`
  if (!remote || id === undefined) return { ...rest, action: 'create', reason }
  const expectedUpdatedAt = remote.updatedAt
  return { ...rest, action: 'update', reason, id, remote, expectedUpdatedAt, changed, overwrites: true }
}
