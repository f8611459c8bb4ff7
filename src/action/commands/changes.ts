/** Compares diagrams before and after: with git for a pull request, with the service for a push. */

import { readRepository } from '../../files/git/git.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { Project } from '../../project/config/project.ts'
import { type DiagramReview, emptyReview, type ReviewResult } from '../../review/diagram-review.ts'
import { reviewsSince } from '../../review/review.ts'
import { reviewOf } from '../../review/review-diagram.ts'
import type { ResolvedStep } from '../../sync/plan/conflicts.ts'

/**
 * Returns why the changes cannot be shown, as sentences; undefined if they are.
 * @param keep stores each change; its pictures are too large to hold in memory
 */
export async function changesSince(
  base: string,
  checked: readonly CheckedScript[],
  project: Project,
  keep: (reviewed: ReviewResult) => Promise<void>,
): Promise<string | undefined> {
  const reading = await readRepository(project.root)
  if (reading.state !== 'known') return notShown(reading.error.message, reading.error.hint)
  if ((await reading.repository.commit(base)) === undefined) return notShown(MISSING_BASE, FETCH_IT)
  const byScript = new Map(checked.map((one) => [one.script, one]))
  const check: Parameters<typeof reviewsSince>[3] = async (scripts) =>
    scripts.flatMap((script) => byScript.get(script) ?? [])
  for await (const reviewed of reviewsSince(base, [...byScript.keys()], project, check))
    await keep(reviewed)
  return undefined
}

const notShown = (why: string, hint = ''): string =>
  `Changes of the diagrams are not shown. ${why} ${hint}`.trim()

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
