/** Reviews one diagram: compares its two versions, and draws them. */
import { type Change, describeChange, describeField, type FieldChange } from '../diff/index.ts'
import { KnownError } from '../errors.ts'
import {
  layout,
  mermaid,
  mermaidRefusal,
  mermaidSequence,
  type Picture,
  sequencesOf,
} from '../render/index.ts'
import type { ComparisonPage } from '../render/page/index.ts'
import { comparisonPageOf } from '../sync/compare/comparison-page.ts'
import {
  type ComparedScript,
  differenceBetween,
  directionOf,
  drawComparison,
  topologyOf,
} from '../sync/compare/difference.ts'
import { internalProblem, type Topology } from '../topology/index.ts'
import {
  type DiagramReview,
  emptyReview,
  type ReviewKind,
  type ReviewPictures,
  type ReviewResult,
} from './diagram-review.ts'

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
  const reviewer = new DiagramReviewer(path, before, after)
  return (await reviewer.compare()) ? reviewer.draw() : undefined
}

class DiagramReviewer {
  readonly #before: ComparedScript | undefined
  readonly #after: ComparedScript | undefined
  readonly #review: DiagramReview
  readonly #pictures: ReviewPictures = {}
  #topologyBefore: Topology | undefined
  #topologyAfter: Topology | undefined
  #fields: readonly FieldChange[] = []
  #changes: readonly Change[] = []
  #page: ComparisonPage | undefined

  constructor(path: string, before: ComparedScript | undefined, after: ComparedScript | undefined) {
    const was = after && before?.file !== path ? before?.file : undefined
    this.#before = before
    this.#after = after
    this.#review = emptyReview(path, kindOf(before, after, was !== undefined))
    if (was !== undefined) this.#review.was = was
  }

  /** @returns false if nothing changed */
  async compare(): Promise<boolean> {
    const before = this.#before
    const after = this.#after
    const readings = [before, after].map((side) => side && topologyOf(side))
    const [old, now] = await Promise.all(readings)
    this.#topologyBefore = old
    this.#topologyAfter = now
    if (before && after) return this.#compareTexts(before, after)
    if (old ?? now) this.#review.counts = countsOfAll(old, now)
    return true
  }

  async #compareTexts(before: ComparedScript, after: ComparedScript): Promise<boolean> {
    const isRenamed = this.#review.was !== undefined
    const { same, metadata, patch } = await differenceBetween(before, after)
    if (same && !isRenamed) return false

    this.#fields = isRenamed ? withSlug(metadata, before, after) : metadata
    this.#review.patch = patch
    this.#review.words = this.#fields.map((field) => ({
      change: 'changed',
      text: describeField(field),
    }))
    return true
  }

  draw(): ReviewResult {
    this.#drawSide('before', this.#before, this.#topologyBefore)
    this.#drawSide('after', this.#after, this.#topologyAfter)
    if (this.#topologyBefore && this.#topologyAfter) {
      this.#drawChanges(this.#topologyBefore, this.#topologyAfter)
    }
    this.#review.sequences = sequencesIn(this.#pictures.after, this.#changedScenarios())
    addFlowchart(this.#review, this.#flowchartPicture())
    return {
      review: this.#review,
      pictures: this.#pictures,
      findings: [],
      gone: goneIn(this.#changes),
      content: this.#after?.content,
      ...(this.#page && { page: this.#page }),
    }
  }

  #drawSide(
    name: 'before' | 'after',
    side: ComparedScript | undefined,
    topology: Topology | undefined,
  ): void {
    if (side === undefined) return
    if (topology === undefined) {
      this.#review.notes.push(notDrawnNote(name, side))
      return
    }
    this.#attempt(name, () => {
      const previous = this.#pictures.before
      const { name: title, direction: scriptDirection } = side
      this.#pictures[name] = layout(topology, { title, scriptDirection, previous })
    })
  }

  #drawChanges(old: Topology, now: Topology): void {
    this.#attempt('of the changes', () => {
      const before = this.#before
      const after = this.#after
      const title = titleOf(before?.name, after?.name)
      const scriptDirection = before && after && directionOf(before, after)
      const drawn = drawComparison(old, now, { title, scriptDirection })
      this.#changes = drawn.changes
      this.#review.words.push(...wordsOf(drawn.changes))
      this.#review.counts = countsOf(drawn.changes)
      this.#pictures.changes = drawn.pictures.both
      this.#page = comparisonPageOf(drawn, this.#fields)
    })
  }

  /** A failure becomes a note. */
  #attempt(what: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      const why = error instanceof KnownError ? error : internalProblem('drawing it', error)
      this.#review.notes.push(`Cannot draw the picture ${what}: ${why.message}`)
    }
  }

  /** Ids; undefined for a new diagram, whose scenarios are all new. */
  #changedScenarios(): ReadonlySet<string> | undefined {
    if (this.#before === undefined) return undefined
    const scenarios = this.#changes.filter(({ what }) => what === 'scenario')
    const present = scenarios.filter(({ change }) => change !== 'removed')
    return new Set(present.map(({ id }) => id))
  }

  #flowchartPicture(): Picture | undefined {
    const { changes, before, after } = this.#pictures
    return changes ?? (this.#before === undefined ? after : before)
  }
}

function kindOf(
  before: ComparedScript | undefined,
  after: ComparedScript | undefined,
  isRenamed: boolean,
): ReviewKind {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  return isRenamed ? 'renamed' : 'changed'
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

function sizeOf(topology: Topology | undefined): number {
  return topology ? topology.nodes.length + topology.edges.length : 0
}

function countsOfAll(
  old: Topology | undefined,
  now: Topology | undefined,
): DiagramReview['counts'] {
  return { added: sizeOf(now), removed: sizeOf(old), changed: 0 }
}

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
  return nodes.flatMap(({ change, id, was }) => {
    if (was !== undefined) return [{ id: was, now: id }]
    return change === 'removed' ? [{ id }] : []
  })
}

const titleOf = (before: string | undefined, after: string | undefined): string =>
  before === after ? `${after}` : `${before} → ${after}`

const notDrawnNote = (name: 'before' | 'after', { content: { type } }: ComparedScript): string =>
  type === 'topology'
    ? `Cannot draw the picture ${name}: the script does not run.`
    : `Cannot draw the picture ${name}: a script of type "${type}" draws no topology.`

const wordsOf = (changes: readonly Change[]): DiagramReview['words'] =>
  changes.map((one) => ({
    change: one.change,
    text: `${one.change} ${describeChange(one)}`,
  }))

/** Nobody reads more of them in a comment. */
const MOST_SEQUENCES = 5

/** @param wanted ids; undefined for all */
function sequencesIn(
  picture: Picture | undefined,
  wanted: ReadonlySet<string> | undefined,
): DiagramReview['sequences'] {
  if (picture === undefined) return []
  const isWanted = (id: string) => wanted === undefined || wanted.has(id)
  return sequencesOf(picture)
    .filter(({ id, events }) => events.length > 0 && isWanted(id))
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
