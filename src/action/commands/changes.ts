/** Compares diagrams before and after: with git for a pull request, with the service for a push. */

import { readRepository } from '../../files/git/git.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { PlacedFinding } from '../../project/check/suppressions.ts'
import type { Project } from '../../project/config/project.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { loadProject } from '../../project/select/selection.ts'
import { type BranchChanges, branchChanges } from '../../review/branch-changes.ts'
import { type DiagramReview, emptyReview, type ReviewResult } from '../../review/diagram-review.ts'
import { findStale } from '../../review/refresh/find-stale.ts'
import { type Check, reviewsOf } from '../../review/review.ts'
import { reviewOf } from '../../review/review-diagram.ts'
import type { ResolvedStep } from '../../sync/plan/conflicts.ts'
import type { Context } from '../step/context.ts'

export interface Compared {
  /** Blocks and pictures that do not show their diagrams. */
  readonly stale: readonly PlacedFinding[]
  /** Why the changes cannot be shown, as sentences. */
  readonly notShown?: string
}

/** @param keep stores each change; its pictures are too large to hold in memory */
export async function changesSince(
  base: string,
  checked: readonly CheckedScript[],
  context: Context,
  keep: (reviewed: ReviewResult) => Promise<void>,
): Promise<Compared> {
  const { project } = context
  const byScript = new Map(checked.map((one) => [one.script, one]))
  const scripts = [...byScript.keys()]
  const compared = await changesOf(base, scripts, project)
  if (typeof compared === 'string')
    return { stale: [], notShown: `Changes of the diagrams are not shown. ${compared}` }

  const check: Check = async (wanted) => wanted.flatMap((script) => byScript.get(script) ?? [])
  for await (const reviewed of reviewsOf(compared, scripts, check)) await keep(reviewed)
  return {
    stale: await findStale({ changes: compared, scripts, project, isWhole: isWhole(context) }),
  }
}

/** For a step that compares the diagrams with the service: only their blocks and pictures are compared with git. */
export async function staleSince(base: string, context: Context): Promise<Compared> {
  const { project, inputs } = context
  const { paths, shard } = inputs
  const scripts = await loadProject(project, { paths, shard, allowEmpty: true })
  const changes = await changesOf(base, scripts, project)
  if (typeof changes === 'string')
    return { stale: [], notShown: `Stale blocks and pictures are not shown. ${changes}` }
  return { stale: await findStale({ changes, scripts, project, isWhole: isWhole(context) }) }
}

const isWhole = ({ inputs }: Context): boolean =>
  inputs.paths.length === 0 && inputs.shard === undefined

/** @returns a reason, as sentences, if git cannot tell the changes */
async function changesOf(
  base: string,
  scripts: readonly LocalScript[],
  project: Project,
): Promise<BranchChanges | string> {
  const reading = await readRepository(project.root)
  if (reading.state !== 'known') return inSentences(reading.error.message, reading.error.hint)
  const commit = await reading.repository.commit(base)
  if (commit === undefined) return inSentences(MISSING_BASE, FETCH_IT)
  return branchChanges(base, scripts, project)
}

const inSentences = (why: string, hint = ''): string => `${why} ${hint}`.trim()

const MISSING_BASE = 'This checkout does not contain the commit to compare with.'
const FETCH_IT = 'Set `fetch-depth: 0` for actions/checkout.'

/** Compares the scripts that a push would change with their remote versions. */
export async function changesOfPlan(steps: readonly ResolvedStep[]): Promise<DiagramReview[]> {
  const changes: DiagramReview[] = []
  for (const step of steps) {
    if (step.action === 'delete') changes.push(emptyReview(step.path, 'removed'))
    if (step.action !== 'create' && step.action !== 'update') continue
    const { content } = step.file
    const remote = step.action === 'update' ? step.remote.content : undefined
    const before = remote && {
      name: `${step.slug} on the service`,
      content: remote,
      text: remote.code,
    }
    const reviewed = await reviewOf(step.path, before, {
      name: step.path,
      content,
      text: content.code,
    })
    if (reviewed !== undefined) changes.push(reviewed.review)
  }
  return changes
}
