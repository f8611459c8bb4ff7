/** Knows which groups are folded, and folds them one by one or all to a level. */
import type { Point } from '../../picture/picture.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import { element } from '../view/element.ts'
import type { Graph, Subject } from '../view/graph.ts'
import { nearestLine } from '../view/near-edge.ts'
import { FoldView } from './fold-view.ts'
import { foldedToLevel, levelsOf } from './folds.ts'

const some = 'some'

/** Folded groups by key, or all groups of a level and below. */
export interface FoldState {
  readonly level: number | undefined
  readonly folded: readonly string[]
}

export class FoldControl {
  readonly box = element('select', { class: 'folding', 'aria-label': 'Groups', hidden: true })
  readonly view = new FoldView()
  readonly #changed: (isLevel: boolean) => void
  #folded: ReadonlySet<string> = new Set()
  /** The level to which the page opens folded; the address does not name it. */
  #usual = 0
  #graph: Graph | undefined
  #elements: DrawnElements | undefined

  /** @param changed called after the reader has folded or opened a group, or all to a level, before it is drawn */
  constructor(changed: (isLevel: boolean) => void) {
    this.#changed = changed
    this.box.addEventListener('change', () =>
      this.#set(this.#atLevel(Number(this.box.value)), true),
    )
  }

  /** Keeps the folded groups that the new picture still has. */
  show(graph: Graph, elements: DrawnElements): void {
    this.#graph = graph
    this.#elements = elements
    this.#folded = new Set([...this.#folded].filter((key) => graph.isFrame(key)))
    const levels = levelsOf(graph)
    this.box.hidden = levels === 0
    this.box.replaceChildren(
      element('option', { value: 0 }, 'Groups open'),
      ...Array.from({ length: levels }, (_, i) =>
        element('option', { value: i + 1 }, levelName(i)),
      ),
      element('option', { value: some, hidden: true }, 'Some groups folded'),
    )
  }

  /** The same at other places. */
  move(graph: Graph): void {
    this.#graph = graph
  }

  draw(isShown: (layers: readonly number[]) => boolean): void {
    if (!this.#graph || !this.#elements) return
    this.view.draw(this.#graph, this.#elements, this.#folded, isShown)
    this.box.value = String(this.#level ?? some)
  }

  /** The folded groups by key. */
  get folded(): ReadonlySet<string> {
    return this.#folded
  }

  get #level(): number | undefined {
    const levels = this.#graph ? levelsOf(this.#graph) : 0
    return Array.from({ length: levels + 1 }, (_, i) => i).find((one) =>
      isSame(this.#atLevel(one), this.#folded),
    )
  }

  get state(): FoldState {
    const level = this.#level
    return level === undefined
      ? { level, folded: [...this.#folded] }
      : { level: level === this.#usual ? undefined : level, folded: [] }
  }

  /** Without calling back. Unknown keys are ignored. @param usual the level without one in the address */
  restore({ level, folded }: Partial<FoldState> & Pick<FoldState, 'folded'>, usual: number): void {
    this.#usual = usual
    this.#folded =
      level === undefined && folded.length > 0
        ? new Set(folded.filter((key) => this.#graph?.isFrame(key)))
        : this.#atLevel(level ?? usual)
  }

  /** Undefined for what is no group. */
  isFolded(key: string): boolean | undefined {
    return this.#graph?.isFrame(key) ? this.#folded.has(key) : undefined
  }

  toggle(key: string): void {
    if (this.isFolded(key) === undefined) return
    const folded = new Set(this.#folded)
    if (!folded.delete(key)) folded.add(key)
    this.#set(folded)
  }

  /** Opens the groups that hide something. */
  unfold({ type, id }: Subject): void {
    const graph = this.#graph
    const edge = type === 'edge' ? graph?.edges.get(id) : undefined
    const ends = edge ? [edge.from, edge.to] : []
    const nodes = type === 'node' ? [id] : ends
    const frames = nodes.flatMap((key) => graph?.framesOf(key) ?? [])
    const around = new Set(frames.map(({ key }) => key))
    const others = [...this.#folded].filter((key) => !around.has(key))
    if (others.length < this.#folded.size) this.#set(new Set(others))
  }

  /** False for what is inside of a folded group. */
  isVisible(subject: Subject): boolean {
    const elements = this.#elements
    if (!elements) return false
    return subject.type === 'node'
      ? elements.shownKey(subject.id) === subject.id
      : elements.shown(subject).length > 0
  }

  /** The other connections of the line that stands for this one. */
  together({ type, id }: Subject): string[] {
    const edges = type === 'edge' ? (this.view.bundleOf(id)?.edges ?? []) : []
    return edges.map((edge) => edge.id).filter((one) => one !== id)
  }

  /** The connection whose line is nearest. @param reach in picture units */
  edgeAt(
    point: Point,
    reach: number,
    isVisible: (subject: Subject) => boolean,
  ): string | undefined {
    const single = this.#graph?.picture.edges.filter(
      ({ id }) => isVisible({ type: 'edge', id }) && !this.view.bundleOf(id),
    )
    const bundles = [...this.view.bundles].map(({ edge }) => edge)
    return nearestLine([...(single ?? []), ...bundles], point, reach)?.id
  }

  #atLevel(level: number): Set<string> {
    return this.#graph && level > 0 ? foldedToLevel(this.#graph, level) : new Set()
  }

  #set(folded: ReadonlySet<string>, isLevel = false): void {
    this.#folded = folded
    this.#changed(isLevel)
  }
}

/** @param open number of levels that stay open */
function levelName(open: number): string {
  if (open === 0) return 'Groups folded'
  return open === 1 ? 'Level 1 open' : `Levels 1–${open} open`
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one))
