/** Reviews each changed diagram: lists its changes in words, and draws it before and after. */
import { once } from '../grouped.ts'
import type { CheckedScript } from '../project/check/check.ts'
import type { LocalScript } from '../project/script/load.ts'
import { nameIn } from '../project/script/metadata.ts'
import { toComparedScript } from '../sync/compare/compare.ts'
import type { BranchChanges } from './branch-changes.ts'
import type { DiagramReview, ReviewResult } from './diagram-review.ts'
import { reviewOf } from './review-diagram.ts'

export type Check = (scripts: readonly LocalScript[]) => Promise<readonly CheckedScript[]>

/** The names of the nodes of a script, as other diagrams write them. */
interface NamedNodes {
  readonly script: LocalScript
  readonly names: ReadonlySet<string>
}

/**
 * Yields one review at a time, so that memory contains only one.
 *
 * @param scripts all of the project
 * @param check finds the findings and node ids of scripts; all are checked if another diagram may draw an id that is gone
 */
export async function* reviewsOf(
  { changed, gone, before, renames }: BranchChanges,
  scripts: readonly LocalScript[],
  check: Check,
): AsyncGenerator<ReviewResult> {
  const allNodes = once(async () => (await check(scripts)).map(namedNodesOf))
  for (const script of changed) {
    const { path } = script
    const scriptBefore = before.get(renames.get(path) ?? path)
    const reviewed = await reviewOf(path, scriptBefore, toComparedScript(script))
    if (reviewed === undefined) continue

    const checked = await check([script])
    addFindings(
      reviewed,
      checked.flatMap(({ findings }) => findings),
    )
    reviewed.review.elsewhere = await usesElsewhere(reviewed.gone, script, allNodes)
    yield reviewed
  }

  const renamed = new Set(renames.values())
  for (const path of gone) {
    if (renamed.has(path)) continue
    const reviewed = await reviewOf(path, before.get(path), undefined)
    if (reviewed !== undefined) yield reviewed
  }
}

function namedNodesOf({ script, nodes = [] }: CheckedScript): NamedNodes {
  return { script, names: new Set(nodes.map((id) => nameIn(script.metadata, id))) }
}

function addFindings(reviewed: ReviewResult, findings: ReviewResult['findings']): void {
  reviewed.findings = findings
  reviewed.review.errorCount = findings.filter(({ severity }) => severity === 'error').length
  reviewed.review.warningCount = findings.filter(({ severity }) => severity === 'warning').length
}

const MOST_NAMED = 5

/** Other diagrams that draw nodes which this one has no more. */
async function usesElsewhere(
  gone: ReviewResult['gone'],
  { path, metadata }: LocalScript,
  allNodes: () => Promise<readonly NamedNodes[]>,
): Promise<DiagramReview['elsewhere']> {
  const elsewhere: DiagramReview['elsewhere'] = []
  for (const node of gone) {
    const name = nameIn(metadata, node.id)
    const others = (await allNodes()).filter(
      ({ script, names }) => script.path !== path && names.has(name),
    )
    const paths = others.slice(0, MOST_NAMED).map(({ script }) => script.path)
    if (others.length > 0) elsewhere.push({ ...node, count: others.length, paths })
  }
  return elsewhere
}
