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
import { internalProblem, type Topology } from '../../topology/index.ts'
import type { CheckedScript } from '../check/check.ts'
import { scriptsAtRevision, toComparedScript } from '../compare/compare.ts'
import { comparisonPageOf } from '../compare/comparison-page.ts'
import {
  type ComparedScript,
  differenceBetween,
  drawComparison,
  topologyOf,
} from '../compare/difference.ts'
import type { Project } from '../config/project.ts'
import { requireRepository } from '../files/git.ts'
import { once } from '../once.ts'
import { nameIn } from '../query/architecture.ts'
import type { ScriptContent } from '../script/content.ts'
import type { LocalScript } from '../script/load.ts'
import { matchRenames } from '../script/match-renames.ts'
import { changedScripts, deletedSince, renamesSince } from '../select/changed-scripts.ts'

type Kind = 'added' | 'removed' | 'changed' | 'renamed'

export interface DiagramReview {
  /** Relative to the project root. */
  path: string
  change: Kind
  /** The path before, of a file that was renamed. */
  was?: string
  /** Nodes and connections; null if a version cannot be drawn. */
  counts: { added: number; removed: number; changed: number } | null
  /** Findings in the version after. */
  errorCount: number
  warningCount: number
  /** Nodes whose id is gone, and other diagrams that draw it: all are counted, the first are named. */
  elsewhere: { id: string; now?: string; count: number; paths: string[] }[]
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
  /** Findings in the version after. */
  findings: CheckedScript['findings']
  /** Ids of nodes that were removed, or renamed to another. */
  gone: { id: string; now?: string }[]
  pictures: ReviewPictures
  /** Undefined unless both versions can be drawn. */
  page?: ComparisonPage
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
  check: (scripts: readonly LocalScript[]) => Promise<readonly CheckedScript[]>,
): AsyncGenerator<ReviewResult> {
  const { root } = project
  const repository = await requireRepository(root)
  const from = await repository.requireCommit(base)
  // Nobody knows how the others looked before.
  const { changed } = await changedScripts(scripts, root, base)
  const head = await repository.head()
  const revision = (head && (await repository.mergeBase(head, from))) ?? from
  const gone = await deletedSince(revision, root)
  const before = await scriptsAtRevision(
    project,
    [...changed.map(({ path }) => path), ...gone],
    revision,
  )
  const added = changed.filter(({ path }) => !before.has(path))
  const renames = matchRenames(
    gone.flatMap((path) => before.get(path) ?? []).map(toNamed),
    added.map(toComparedScript).map(toNamed),
    await renamesSince(revision, root, [...gone, ...added.map(({ path }) => path)]),
  )
  const allNames = once(async () =>
    (await check(scripts)).map(({ script, nodes = [] }) => {
      return { script, names: new Set(nodes.map((id) => nameIn(script.metadata, id))) }
    }),
  )
  for (const script of changed) {
    const { path } = script
    const reviewed = await reviewOf(
      path,
      before.get(renames.get(path) ?? path),
      toComparedScript(script),
    )
    if (reviewed === undefined) continue
    const { review } = reviewed
    reviewed.findings = (await check([script])).flatMap(({ findings }) => findings)
    const count = (wanted: string) =>
      reviewed.findings.filter(({ severity }) => severity === wanted).length
    Object.assign(review, { errorCount: count('error'), warningCount: count('warning') })
    for (const one of reviewed.gone) {
      const name = nameIn(script.metadata, one.id)
      const others = (await allNames()).filter(
        ({ script, names }) => script.path !== path && names.has(name),
      )
      const paths = others.slice(0, MOST_NAMED).map(({ script }) => script.path)
      if (others.length > 0) review.elsewhere.push({ ...one, count: others.length, paths })
    }
    yield reviewed
  }
  const renamed = new Set(renames.values())
  for (const path of gone.filter((path) => !renamed.has(path))) {
    const reviewed = await reviewOf(path, before.get(path), undefined)
    if (reviewed !== undefined) yield reviewed
  }
}

const MOST_NAMED = 5

const toNamed = ({ name: path, content: { slug }, text }: ComparedScript) => ({ path, slug, text })

/**
 * Reviews one diagram. Failures become notes of this diagram. Undefined if nothing changed.
 *
 * @param before undefined for a new script; with another path for a renamed one
 * @param after undefined for a removed script
 */
export async function reviewOf(
  path: string,
  before: ComparedScript | undefined,
  after: ComparedScript | undefined,
): Promise<ReviewResult | undefined> {
  const was = after && before?.file !== path ? before?.file : undefined
  const kind = was === undefined ? 'changed' : 'renamed'
  const review = emptyReview(
    path,
    before === undefined ? 'added' : after === undefined ? 'removed' : kind,
  )
  if (was !== undefined) review.was = was
  let fields: readonly FieldChange[] = []
  const [old, now] = await Promise.all([before, after].map((side) => side && topologyOf(side)))
  if (before && after) {
    const { same, metadata, patch } = await differenceBetween(before, after)
    if (same && was === undefined) return undefined
    review.patch = patch
    fields = was === undefined ? metadata : withSlug(metadata, before, after)
    review.words = fields.map((field) => ({ change: 'changed', text: describeField(field) }))
  } else if (old ?? now) review.counts = countsOfAll(old, now)
  const pictures: ReviewPictures = {}
  let page: ComparisonPage | undefined
  let changes: readonly Change[] = []
  const attempt = (what: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      const why = error instanceof KnownError ? error : internalProblem('drawing it', error)
      review.notes.push(`Cannot draw the picture ${what}: ${why.message}`)
    }
  }
  for (const [name, side, topology] of [
    ['before', before, old],
    ['after', after, now],
  ] as const) {
    if (side === undefined) continue
    if (topology === undefined) review.notes.push(notDrawnNote(name, side))
    else
      attempt(name, () => {
        pictures[name] = layout(topology, { title: side.name, previous: pictures.before })
      })
  }
  if (old && now)
    attempt('of the changes', () => {
      const drawn = drawComparison(old, now, titleOf(before?.name, after?.name))
      changes = drawn.changes
      review.words.push(...wordsOf(changes))
      review.counts = countsOf(changes)
      pictures.changes = drawn.pictures.both
      page = comparisonPageOf(drawn, fields)
    })
  const scenarios = changes.filter(
    ({ what, change }) => what === 'scenario' && change !== 'removed',
  )
  review.sequences = sequencesIn(
    pictures.after,
    before === undefined ? undefined : new Set(scenarios.map(({ id }) => id)),
  )
  addFlowchart(
    review,
    pictures.changes ?? (before === undefined ? pictures.after : pictures.before),
  )
  const common = { review, pictures, findings: [], gone: goneIn(changes), content: after?.content }
  return { ...common, ...(page && { page }) }
}

/** The slug of a file follows its name, so only a rename tells it. */
function withSlug(
  metadata: readonly FieldChange[],
  { content: { slug: before } }: ComparedScript,
  { content: { slug: after } }: ComparedScript,
): readonly FieldChange[] {
  const isTold = before === after || metadata.some(({ field }) => field === 'slug')
  return isTold ? metadata : [{ field: 'slug', before, after }, ...metadata]
}

const sizeOf = (topology: Topology | undefined): number =>
  topology ? topology.nodes.length + topology.edges.length : 0

const countsOfAll = (
  old: Topology | undefined,
  now: Topology | undefined,
): DiagramReview['counts'] => ({
  added: sizeOf(now),
  removed: sizeOf(old),
  changed: 0,
})

function countsOf(changes: readonly Change[]): DiagramReview['counts'] {
  const kinds = changes.filter(({ what }) => what !== 'scenario').map(({ change }) => change)
  const count = (wanted: Change['change']) => kinds.filter((kind) => kind === wanted).length
  return {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed') + count('renamed'),
  }
}

/** Ids of nodes that were removed or renamed. */
function goneIn(changes: readonly Change[]): ReviewResult['gone'] {
  const nodes = changes.filter(({ what }) => what === 'process' || what === 'group')
  return nodes.flatMap(({ change, id, was }) =>
    was !== undefined ? [{ id: was, now: id }] : change === 'removed' ? [{ id }] : [],
  )
}

const titleOf = (before: string | undefined, after: string | undefined): string =>
  before === after ? `${after}` : `${before} → ${after}`

/** A review without details: only that the script changed. */
export const emptyReview = (path: string, change: Kind): DiagramReview => ({
  path,
  change,
  counts: null,
  errorCount: 0,
  warningCount: 0,
  elsewhere: [],
  words: [],
  notes: [],
  mermaid: null,
  sequences: [],
  patch: '',
  pictures: {},
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
