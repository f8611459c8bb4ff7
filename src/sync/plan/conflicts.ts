/** Resolves conflicts in a plan by a policy: fail, overwrite or skip. */

import type { ConflictStep, ForeignReason, OrphanStep, PlanStep, UpdateStep } from './plan.ts'

/** `adopt` also overwrites a script that this project never synced, whoever it came from. */
export type ConflictPolicy = 'fail' | 'overwrite' | 'skip' | 'adopt'

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

/**
 * Hint for a conflict where neither side was deleted. Its commands name the slug, which a command
 * in any folder of the project finds.
 */
export const twoVersionsHint = (slug: string): string =>
  `Run "topo pull ${slug} --merge" to merge both versions, or "topo pull ${slug} --force" to take the remote version. "topo push ${slug} --on-conflict overwrite" keeps the local version. The overwritten version is backed up first.`

/** Hint for a conflict, as one or more sentences. */
export function conflictHint({
  slug,
  remote,
  neverSynced,
  foreign,
}: Pick<ConflictStep, 'slug' | 'remote' | 'neverSynced' | 'foreign'>): string {
  if (!remote)
    return `Run "topo push ${slug} --on-conflict overwrite" to create it again, or delete the file.`
  if (foreign !== undefined) return foreignHint(slug, foreign)
  const hint = twoVersionsHint(slug)
  return neverSynced ? `${hint} ${adoptHint(slug)}` : hint
}

/** The same text for all scripts, so that a log has it once. */
export const hintForSeveral = (hint: string, slug: string): string =>
  hint.replaceAll(` ${slug} --`, ' SCRIPT --')

const adoptHint = (slug: string): string =>
  `If the remote version is in no commit of this repository, run "topo push ${slug} --adopt" instead.`

function foreignHint(slug: string, foreign: ForeignReason): string {
  const sentences = [
    `If another repository publishes "${slug}", set another slug in the header, or a prefix for all in topo.config.json, such as "slug": "team-{name}".`,
    'To replace the remote version, push with --adopt; it is backed up first.',
  ]
  if (foreign === 'shallow') sentences.unshift(FETCH_HISTORY)
  return sentences.join(' ')
}

const FETCH_HISTORY =
  'This clone is shallow: fetch its full history (fetch-depth: 0), so that topo finds the remote version in earlier commits.'

/**
 * Keeps a script that this project never synced, even with the policy `overwrite`: otherwise two repositories with one
 * slug would overwrite each other with each push.
 */
export const keepForeign = (conflict: ConflictStep, foreign: ForeignReason): ConflictStep => ({
  ...conflict,
  foreign,
  reason: FOREIGN[foreign],
})

const FOREIGN: Record<ForeignReason, string> = {
  'other-content':
    'never synced by this repository, and the remote version is in none of its commits',
  shallow: 'never synced by this repository, as far as its shallow clone shows',
  'no-repository': 'never synced from this folder, which is in no git repository',
}

/**
 * `fail` keeps the conflict in the plan, so that the caller stops. `overwrite` sends the local file, guarded by the
 * known revision; a remote script that was deleted is created again. If the script was never synced, `keepForeign` may
 * still restore the conflict, except with `adopt`. `skip` changes neither side.
 */
export function resolveConflict(step: ConflictStep, policy: ConflictPolicy): ResolvedStep {
  if (policy === 'fail') return step
  if (policy === 'skip') return { ...step, action: 'skip', reason: `${step.reason}; skipped` }
  const { id, remote, changed, ...common } = step
  const rest = { ...common, hash: step.file.hash }
  const reason = `${step.reason}; overwritten by the local version`
  if (!remote || id === undefined) return { ...rest, action: 'create', reason }
  const update: UpdateStep = {
    ...rest,
    action: 'update',
    reason,
    id,
    remote,
    changed,
    overwrites: true,
  }
  return step.neverSynced && policy === 'overwrite' ? { ...update, unproved: step } : update
}
