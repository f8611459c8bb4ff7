/**
 * Makes the nodes and connections of a picture reachable by keyboard and by screen reader. The picture is one stop of the
 * Tab key; arrows go to the nearest node in their direction, brackets through the connections of a node.
 */
import type { PictureEdge, PictureNode, Point } from '../../picture/picture.ts'
import type { FoldControl } from '../fold/fold-control.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import { focusedBeside } from '../view/element.ts'
import { edgeOf, type Graph, nodeOf, type Subject } from '../view/graph.ts'
import { sentenceOf } from './facts.ts'

export interface RoverOptions {
  readonly stage: HTMLElement
  /** Enter, and Space on what cannot be folded. */
  readonly choose: (selection: Subject) => void
  /** Scrolls it into view. */
  readonly reveal: (selection: Subject) => void
  readonly isVisible: (selection: Subject) => boolean
  readonly folds: FoldControl
}

/** A large picture gets its names in pieces, so that it is shown at once. */
const piece = 400

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export class Rover {
  readonly #options: RoverOptions
  #graph: Graph | undefined
  #elements: DrawnElements | undefined
  /** The element that Tab reaches. */
  #stop: Subject | undefined
  /** Its element: another one is drawn for it when a group around it is folded. */
  #stopped: SVGElement | undefined
  /** The node from which the reader went to a connection. */
  #base: string | undefined
  #naming: ReturnType<typeof setTimeout> | undefined

  constructor(options: RoverOptions) {
    this.#options = options
    options.stage.addEventListener('focusin', ({ target }) => {
      const selection = this.#elements?.selectionOf(target as Element)
      if (!selection) return
      this.#setStop(selection)
      // A press of the mouse must not move what it presses.
      if ((target as Element).matches(':focus-visible')) options.reveal(selection)
    })
    options.stage.addEventListener('keydown', (event) => this.#key(event))
  }

  /** Call it before the old picture is removed, so that the focus stays where it was. */
  show(graph: Graph, elements: DrawnElements): () => void {
    const before = focusedBeside(this.#options.stage)
    const focused = before && this.#elements?.selectionOf(before)
    this.#graph = graph
    this.#elements = elements
    elements.svg.setAttribute('role', 'group')
    for (const part of elements.svg.querySelectorAll('.heads, .tags'))
      part.setAttribute('aria-hidden', 'true')
    clearTimeout(this.#naming)
    const nodes = [...graph.nodes.keys()].map(nodeOf)
    const edges = [...graph.edges.keys()].map(edgeOf)
    this.#name([...nodes, ...edges])
    this.#setStop(this.#stop && graph.has(this.#stop) ? this.#stop : undefined)
    return () => {
      if (focused && graph.has(focused)) this.focus(focused)
    }
  }

  /** The same at other places. */
  move(graph: Graph): void {
    const before = this.#graph
    this.#graph = graph
    const aboutOf = (key: string, { nodes } = graph) => nodes.get(key)?.about?.join(' ')
    const changedKeys = [...graph.nodes.keys()].filter(
      (key) => aboutOf(key) !== aboutOf(key, before),
    )
    this.#name(changedKeys.map(nodeOf))
  }

  focus(selection: Subject): void {
    this.#drawn(selection)?.focus({ preventScroll: true })
  }

  /** Says which groups are folded, and leaves the Tab stop on something visible. */
  refresh(): void {
    for (const { key, isFrame } of this.#graph?.picture.nodes ?? []) {
      const isFolded = isFrame ? this.#options.folds.isFolded(key) : undefined
      if (isFolded !== undefined)
        this.#drawn(nodeOf(key))?.setAttribute('aria-expanded', String(!isFolded))
    }
    this.#setStop(this.#stop && this.#options.isVisible(this.#stop) ? this.#stop : this.#first())
  }

  #name(subjects: readonly Subject[]): void {
    for (const selection of subjects.slice(0, piece)) {
      const drawn = this.#elements?.of(selection)[0]
      if (!drawn || !this.#graph) continue
      drawn.setAttribute('role', 'button')
      if (!drawn.hasAttribute('tabindex')) drawn.setAttribute('tabindex', '-1')
      drawn.setAttribute('aria-label', sentenceOf(this.#graph, selection))
      // Separates the lines of text, so that they read like the name.
      const texts = drawn.querySelectorAll('text')
      if (texts.length > 1) for (const text of texts) text.after(' ')
    }
    const rest = subjects.slice(piece)
    if (rest.length > 0) this.#naming = setTimeout(() => this.#name(rest), 30)
  }

  /** The upper left node. */
  #first(): Subject | undefined {
    let first: PictureNode | undefined
    for (const node of this.#graph?.picture.nodes ?? []) {
      if (!this.#options.isVisible(nodeOf(node.key))) continue
      if (!first || node.y + node.x < first.y + first.x) first = node
    }
    return first && nodeOf(first.key)
  }

  #setStop(selection: Subject | undefined): void {
    this.#stopped?.setAttribute('tabindex', '-1')
    this.#stop = selection
    this.#stopped = selection && this.#drawn(selection)
    this.#stopped?.setAttribute('tabindex', '0')
  }

  #drawn(selection: Subject): SVGElement | undefined {
    return this.#elements?.shown(selection)[0]
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#graph) return
    const selection = this.#elements?.selectionOf(event.target as Element)
    if (!selection) return
    if (!this.#press(event.key, selection)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** @returns false for a key without a meaning here */
  #press(key: string, selection: Subject): boolean {
    const direction = Object.hasOwn(directions, key) ? directions[key] : undefined
    if (key === 'Enter') this.#options.choose(selection)
    else if (key === ' ') this.#foldOrChoose(selection)
    else if (key === ']') this.#alongConnections(selection, 1)
    else if (key === '[') this.#alongConnections(selection, -1)
    else if (direction) this.#move(selection, direction)
    else return false
    return true
  }

  #foldOrChoose(selection: Subject): void {
    const { choose, folds } = this.#options
    const isGroup = selection.type === 'node' && folds.isFolded(selection.id) !== undefined
    if (isGroup) folds.toggle(selection.id)
    else choose(selection)
  }

  #move({ type, id }: Subject, direction: Point): void {
    const edge = type === 'edge' ? this.#graph?.edges.get(id) : undefined
    const next = edge ? endOf(edge, direction) : this.#nextNode(id, direction)
    if (next !== undefined) this.focus(nodeOf(next))
  }

  #nextNode(key: string, direction: Point): string | undefined {
    const from = this.#graph?.nodes.get(key)
    if (!from) return undefined
    const others = (this.#graph?.picture.nodes ?? []).filter(
      (node) => node.key !== key && this.#options.isVisible(nodeOf(node.key)),
    )
    return nextNode(from, others, direction)?.key
  }

  #alongConnections({ type, id }: Subject, by: 1 | -1): void {
    if (type === 'node') this.#base = id
    const base = this.#base
    if (base === undefined || !this.#graph) return
    const { outgoing, incoming } = this.#graph.connectionsOf(base)
    // Connections of folded groups share a line: each line is one stop.
    const stops = new Map<SVGElement, string>()
    for (const edge of [...outgoing, ...incoming]) {
      const isVisible = this.#options.isVisible(edgeOf(edge.id))
      const line = isVisible ? this.#drawn(edgeOf(edge.id)) : undefined
      if (line && !stops.has(line)) stops.set(line, edge.id)
    }
    const here = type === 'edge' ? this.#drawn({ type, id }) : undefined
    const next = neighbourOf(here, [...stops.keys()], by)
    const nextId = next && stops.get(next)
    if (nextId !== undefined) this.focus(edgeOf(nextId))
  }
}

/** From a connection, left and up lead to where it starts, right and down to where it ends. */
const endOf = ({ from, to }: PictureEdge, { x, y }: Point): string => (x + y < 0 ? from : to)

/** The next or the previous line, around the end; without a line, the first or the last. */
function neighbourOf(
  here: SVGElement | undefined,
  lines: readonly SVGElement[],
  by: 1 | -1,
): SVGElement | undefined {
  const beforeFirst = by > 0 ? -1 : 0
  const index = here ? lines.indexOf(here) : beforeFirst
  return lines[(index + by + lines.length) % lines.length]
}

/** A group is at its title, so that arrows find it before its content. */
const middle = ({ x, y, width, height, isFrame }: Placed): Point => ({
  x: x + width / 2,
  y: y + (isFrame ? 12 : height / 2),
})

type Placed = Pick<PictureNode, 'x' | 'y' | 'width' | 'height' | 'isFrame'>

/** The nearest node in a direction; what is far aside counts as farther. */
export function nextNode<N extends Placed>(
  from: Placed,
  others: readonly N[],
  { x, y }: Point,
): N | undefined {
  const here = middle(from)
  let best: N | undefined
  let least = Number.POSITIVE_INFINITY
  for (const node of others) {
    const there = middle(node)
    const dx = there.x - here.x
    const dy = there.y - here.y
    const ahead = dx * x + dy * y
    const aside = Math.abs(dx * y) + Math.abs(dy * x)
    const distance = ahead <= 1 ? Number.POSITIVE_INFINITY : ahead + 2 * aside
    if (distance < least) {
      best = node
      least = distance
    }
  }
  return best
}
