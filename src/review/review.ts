/** Reviews each changed diagram: lists its changes in words, and draws it before and after. */
import { requireRepository } from '../files/git/git.ts'
import { once } from '../grouped.ts'
import type { CheckedScript } from '../project/check/check.ts'
import type { Project } from '../project/config/project.ts'
import type { LocalScript } from '../project/script/load.ts'
import { matchRenames } from '../project/script/match-renames.ts'
import { nameIn } from '../project/script/metadata.ts'
import { changedScripts, deletedSince, renamesSince } from '../project/select/changed-scripts.ts'
import { scriptsAtRevision, toComparedScript } from '../sync/compare/compare.ts'
import type { ComparedScript } from '../sync/compare/difference.ts'
import type { DiagramReview, ReviewResult } from './diagram-review.ts'
import { reviewOf } from './review-diagram.ts'

type Check = (scripts: readonly LocalScript[]) => Promise<readonly CheckedScript[]>

/** The names of the nodes of a script, as other diagrams write them. */
interface NamedNodes {
  readonly script: LocalScript
  readonly names: ReadonlySet<string>
}

/**
 * Yields one review at a time, so that memory contains only one.
 *
 * @param check finds the findings and node ids of scripts; all are checked if another diagram may draw an id that is gone
 * @throws usage error `TOPO_UNKNOWN_REVISION` for an unknown commit, and as `requireRepository`.
 */
export async function* reviewsSince(
  base: string,
  scripts: readonly LocalScript[],
  project: Project,
  check: Check,
): AsyncGenerator<ReviewResult> {
  const { changed, gone, before, renames } = await changesSince(base, scripts, project)
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

async function changesSince(base: string, scripts: readonly LocalScript[], project: Project) {
  const { root } = project
  const repository = await requireRepository(root)
  const from = await repository.requireCommit(base)
  // Nobody knows how the others looked before.
  const { changed } = await changedScripts(scripts, root, base)
  const head = await repository.head()
  const revision = (head && (await repository.mergeBase(head, from))) ?? from
  const compared = { repository, root, commit: revision }
  const gone = await deletedSince(compared)
  const paths = [...changed.map(({ path }) => path), ...gone]
  const before = await scriptsAtRevision(project, paths, revision)
  const fresh = changed.filter(({ path }) => !before.has(path))
  const renamesOfGit = await renamesSince(compared, [...gone, ...fresh.map(({ path }) => path)])
  const renames = matchRenames(
    gone.flatMap((path) => before.get(path) ?? []).map(toNamed),
    fresh.map(toComparedScript).map(toNamed),
    renamesOfGit,
  )
  return { changed, gone, before, renames }
}

function toNamed({ name: path, content: { slug }, text }: ComparedScript) {
  return { path, slug, text }
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
