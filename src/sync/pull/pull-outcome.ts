/** Makes the outcomes of a pull: what is not changed and why, and what was merged. */
import type { Client } from '../../api/client/client.ts'
import { ExitCode } from '../../errors.ts'
import { IGNORE_FILE } from '../../project/config/ignore-rules.ts'
import type { Project } from '../../project/config/project.ts'
import type { ScriptContent } from '../../project/script/content.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { reordering } from '../../validator/rules/text-direction.ts'
import { computeDivergence, type Sides } from '../merge/divergence.ts'
import { type MergeResult, mergeContent } from '../merge/merge.ts'
import { conflictHint } from '../plan/conflicts.ts'
import { type Action, type Outcome, outcomeWith } from '../plan/outcome.ts'
import type { PlanStep } from '../plan/plan.ts'
import type { RemoteScript } from '../remote/read-remote.ts'
import type { Pace } from '../send/batch.ts'
import type { SyncState } from '../state/state.ts'

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
export interface PullTask {
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

/** Outcome without a pull: both sides are the same, or local changes would be lost. */
export function skippedOutcome(task: PullTask, options: PullOptions): Outcome | undefined {
  const { step, local, own } = task
  const outcome = (action: Action, reason: string): Outcome =>
    outcomeOfTask(task, action, reason, options)
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
const isMerged = ({ step, own }: PullTask, { merge }: PullOptions): boolean =>
  merge === true && own && step?.action === 'conflict'

export function mergeOf(task: PullTask, options: PullOptions): MergeResult | undefined {
  const { sides, remote } = task
  if (!isMerged(task, options) || !sides) return undefined
  return mergeContent(sides.base, sides.local, sides.remote, remote)
}

export function mergedOutcome(
  task: PullTask,
  { conflicts }: MergeResult,
  options: PullOptions,
): Outcome {
  if (conflicts.length === 0) return outcomeOfTask(task, 'merged', 'changed on both sides', options)
  const reason = `both sides changed ${conflicts.join(', ')}`
  const hint = 'Search for <<<<<<< in the file and its readme, keep the right lines, then push.'
  return {
    ...outcomeOfTask(task, 'conflict', reason, options),
    hint,
    ...divergenceIn(task),
    exitCode: ExitCode.conflict,
  }
}

const divergenceIn = ({
  local,
  remote: { updatedAt },
  sides,
}: PullTask): Pick<Outcome, 'divergence'> =>
  sides ? { divergence: computeDivergence(sides, updatedAt, local) } : {}

export function outcomeOfTask(
  { remote, step }: PullTask,
  action: Action,
  reason: string,
  { webAddress }: PullOptions,
): Outcome {
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
export function warningOf(content: ScriptContent): Pick<Outcome, 'warning'> {
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
