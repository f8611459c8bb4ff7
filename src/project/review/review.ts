/** Reviews each changed diagram: lists its changes in words, and draws it before and after. */
import { type Change, describeChange, describeField, type FieldChange } from '../../diff/index.ts'
import { KnownError } from '../../errors.ts'
import {
  layout,
  mermaid,
  mermaidRefusal,
  mermaidSequence,
  type Picture,
  sequencesOf,
} from '../../render/index.ts'
import type { ComparisonPage } from '../../render/page/index.ts'
import { internalProblem } from '../../topology/index.ts'
import { toComparedScript } from '../compare/compare.ts'
import { comparisonPageOf } from '../compare/comparison-page.ts'
import { type ComparedScript, differenceBetween, drawComparison, topologyOf } from '../compare/difference.ts'
import { scriptsAtRevision } from '../compare/scripts-at-revision.ts'
import type { Project } from '../config/project.ts'
import { commitOf, tryGit, unknownRevision } from '../files/git.ts'
import type { ScriptContent } from '../script/content.ts'
import type { LocalScript } from '../script/load.ts'
import { changedScripts } from '../select/changed-scripts.ts'
import { deletedSince } from '../select/deleted-scripts.ts'

type Kind = 'added' | 'removed' | 'changed'

export interface DiagramReview {
  /** Relative to the project root. */
  path: string
  change: Kind
  /** Changes of the drawing and of the metadata, one line each. */
  words: { change: Change['change']; text: string }[]
  /** Parts that cannot be shown and why, and findings, one sentence each. */
  notes: string[]
  /** Mermaid flowchart with additions and removals in colours; null if no diagram can be drawn. */
  mermaid: string | null
  /** Mermaid sequence diagrams of new and changed scenarios. */
  sequences: { title: string; mermaid: string }[]
  /** Unified diff of the text; empty if unchanged. */
  patch: string
  /** Share URL of its private draft on the service. */
  draft?: string
  /** File names in the review folder. */
  pictures: { [picture in keyof ReviewPictures]?: string }
  /** File name of the page in the review folder that compares both versions. */
  page?: string
}

/** Absent pictures cannot be drawn. */
export interface ReviewPictures {
  before?: Picture
  after?: Picture
  /** Both versions in one picture, with each part marked as added, removed or changed. */
  changes?: Picture
}

export interface ReviewResult {
  review: DiagramReview
  /** Content that would be sent now; undefined for a removed script. */
  content: ScriptContent | undefined
  pictures: ReviewPictures
  /** Undefined unless both versions can be drawn. */
  page?: ComparisonPage
}

/**
 * Yields one review at a time, so that memory contains only one.
 *
 * @throws usage error `TOPO_UNKNOWN_REVISION` for an unknown commit, `TOPO_NO_GIT` outside of a repository.
 */
export async function* reviewsSince(
  base: string,
  scripts: readonly LocalScript[],
  project: Project,
): AsyncGenerator<ReviewResult> {
  const { root } = project
  if ((await commitOf(root, base)) === undefined) throw unknownRevision(base)
  const changed = await changedScripts(scripts, root, base)
  const revision = (await tryGit(root, ['merge-base', 'HEAD', base])) ?? base
  const gone = await deletedSince(revision, root)
  const before = await scriptsAtRevision(project, [...changed.map(({ path }) => path), ...gone], revision)
  for (const script of changed) {
    const reviewed = await reviewOf(script.path, before.get(script.path), toComparedScript(script))
    if (reviewed !== undefined) yield reviewed
  }
  for (const path of gone) {
    const reviewed = await reviewOf(path, before.get(path), undefined)
    if (reviewed !== undefined) yield reviewed
  }
}

/**
 * Reviews one diagram. Failures become notes of this diagram. Undefined if nothing changed.
 *
 * @param before undefined for a new script
 * @param after undefined for a removed script
 */
export async function reviewOf(
  path: string,
  before: ComparedScript | undefined,
  after: ComparedScript | undefined,
): Promise<ReviewResult | undefined> {
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  const review = emptyReview(path, change)
  let fields: readonly FieldChange[] = []
  const [was, is] = await Promise.all([before, after].map((side) => side && topologyOf(side)))
  if (before && after) {
    const { same, metadata, patch } = await differenceBetween(before, after)
    if (same) return undefined
    review.patch = patch
    fields = metadata
    review.words = metadata.map((field) => ({ change: 'changed', text: describeField(field) }))
  }
  const pictures: ReviewPictures = {}
  let page: ComparisonPage | undefined
  let changedScenarios: ReadonlySet<string> = new Set()
  const attempt = (what: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      const why = error instanceof KnownError ? error : internalProblem('drawing it', error)
      review.notes.push(`Cannot draw the picture ${what}: ${why.message}`)
    }
  }
  for (const [name, side, topology] of [
    ['before', before, was],
    ['after', after, is],
  ] as const) {
    if (side === undefined) continue
    if (topology === undefined) review.notes.push(notDrawnNote(name, side))
    else
      attempt(name, () => {
        pictures[name] = layout(topology, { title: side.name, previous: pictures.before })
      })
  }
  if (was && is)
    attempt('of the changes', () => {
      const drawn = drawComparison(was, is, titleOf(before?.name, after?.name))
      review.words.push(...wordsOf(drawn.changes))
      changedScenarios = new Set(
        drawn.changes.flatMap(({ what, change, id }) =>
          what === 'scenario' && change !== 'removed' ? [id] : [],
        ),
      )
      pictures.changes = drawn.pictures.both
      page = comparisonPageOf(drawn, fields)
    })
  review.sequences = sequencesIn(pictures.after, change === 'added' ? undefined : changedScenarios)
  addFlowchart(review, pictures.changes ?? (change === 'added' ? pictures.after : pictures.before))
  return { review, pictures, ...(page && { page }), content: after?.content }
}

const titleOf = (before: string | undefined, after: string | undefined): string =>
  before === after ? `${after}` : `${before} → ${after}`

/** A review without details: only that the script changed. */
export const emptyReview = (path: string, change: Kind): DiagramReview => ({
  ...{ path, change, words: [], notes: [], mermaid: null, sequences: [], patch: '', pictures: {} },
})

const notDrawnNote = (name: 'before' | 'after', { content: { type } }: ComparedScript): string =>
  type === 'topology'
    ? `Cannot draw the picture ${name}: the script does not run.`
    : `Cannot draw the picture ${name}: a script of type "${type}" draws no topology.`

const wordsOf = (changes: readonly Change[]): DiagramReview['words'] =>
  changes.map((one) => ({ change: one.change, text: `${one.change} ${describeChange(one)}` }))

/** Nobody reads more of them in a comment. */
const MOST_SEQUENCES = 5

/** @param wanted ids; undefined for all */
function sequencesIn(
  picture: Picture | undefined,
  wanted: ReadonlySet<string> | undefined,
): DiagramReview['sequences'] {
  if (picture === undefined) return []
  return sequencesOf(picture)
    .filter(({ id, events }) => events.length > 0 && (wanted === undefined || wanted.has(id)))
    .map((sequence) => ({ title: sequence.title, mermaid: mermaidSequence(sequence) }))
    .filter((one) => mermaidRefusal(0, one.mermaid) === undefined)
    .slice(0, MOST_SEQUENCES)
}

/** A comment shows no flowchart that GitHub refuses, but says so. */
function addFlowchart(review: DiagramReview, picture: Picture | undefined): void {
  if (picture === undefined) return
  const text = mermaid.write(picture, { theme: 'light' })
  const refusal = mermaidRefusal(picture.edges.length, text)
  if (refusal === undefined) review.mermaid = text
  else review.notes.push(refusal)
}
