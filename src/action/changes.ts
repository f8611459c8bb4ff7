/** What the diagrams drew before, and what they draw now: against git for a pull request, against the service for a push. */
import { changedScripts } from '../project/changed.ts'
import type { ResolvedStep } from '../project/conflicts.ts'
import { deletedSince } from '../project/deleted.ts'
import { comparisonBetween, type Side } from '../project/difference.ts'
import { drawCode } from '../project/drawing.ts'
import { askGit, commitOf } from '../project/git.ts'
import { sidesAt } from '../project/history.ts'
import type { LocalScript } from '../project/load.ts'
import type { Project } from '../project/project.ts'
import { sideOf } from '../project/sides.ts'
import { mermaid, type Picture } from '../render/index.ts'
import type { DiagramChange } from './result.ts'

/** Undefined where the commit is not in this checkout. */
export async function changesSince(
  base: string,
  scripts: readonly LocalScript[],
  project: Project,
): Promise<DiagramChange[] | undefined> {
  const { root } = project
  if ((await commitOf(root, base)) === undefined) return undefined
  const changed = await changedScripts(scripts, root, base)
  const revision = (await askGit(root, ['merge-base', 'HEAD', base])) ?? base
  const before = await sidesAt(
    project,
    changed.map(({ path }) => path),
    revision,
  )
  const changes: DiagramChange[] = []
  for (const script of changed)
    changes.push(await changeOf(script.path, before.get(script.path), sideOf(script)))
  return [
    ...changes.filter(({ difference }) => !difference?.same),
    ...(await deletedSince(revision, root)).map((path) => ({ path, change: 'removed' as const })),
  ]
}

/** What a push changes on the service. */
export async function changesOfPlan(steps: readonly ResolvedStep[]): Promise<DiagramChange[]> {
  const changes: DiagramChange[] = []
  for (const step of steps) {
    if (step.action === 'delete') changes.push({ path: step.path, change: 'removed' })
    if (step.action !== 'create' && step.action !== 'update') continue
    const { content } = step.file
    const before = step.action === 'update' ? step.remote.content : undefined
    const was = before && { name: `${step.slug} on the service`, content: before, text: before.code }
    changes.push(await changeOf(step.path, was, { name: step.path, content, text: content.code }))
  }
  return changes
}

async function changeOf(path: string, before: Side | undefined, after: Side): Promise<DiagramChange> {
  if (before === undefined)
    return { path, change: 'added', ...(await drawn(() => drawCode(after.content.code))) }
  const { difference, picture } = await comparisonBetween(before, after)
  return { path, change: 'changed', difference, ...(await drawn(async () => picture())) }
}

/** GitHub draws no flowchart with more edges, and none whose text is longer. */
const MOST_EDGES = 500
const LONGEST = 50_000

async function drawn(draw: () => Promise<Picture | null>): Promise<Pick<DiagramChange, 'mermaid'>> {
  const picture = await draw()
  if (picture === null || picture.edges.length > MOST_EDGES) return {}
  const text = mermaid.write(picture, { theme: 'light' })
  return text.length > LONGEST ? {} : { mermaid: text }
}
