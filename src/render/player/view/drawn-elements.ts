/** The elements of a drawn picture by key and id. Names from a script must not become part of a selector. */
import { addTo } from '../../../grouped.ts'
import { boundsOf } from '../../picture/geometry.ts'
import type { Box } from '../../picture/picture.ts'
import { edgeOf, type Graph, nodeOf, type Subject } from './graph.ts'

/** Elements that stand for others while groups are folded. */
export interface StandIns {
  /** Keys of the folded groups by the keys of the nodes inside of them. */
  readonly boxes: ReadonlyMap<string, string>
  /** Elements that cover a folded group, by its key. */
  readonly covers: ReadonlyMap<string, readonly SVGElement[]>
  /** Lines by the ids of their connections; empty inside of a folded group. */
  readonly edges: ReadonlyMap<string, readonly SVGElement[]>
}

export class DrawnElements {
  readonly svg: SVGSVGElement
  readonly nodes: ReadonlyMap<string, readonly SVGElement[]>
  readonly edges: ReadonlyMap<string, readonly SVGElement[]>
  /** Elements that stand for hidden ones, while groups are folded. */
  #stand: StandIns = { boxes: new Map(), covers: new Map(), edges: new Map() }

  constructor(svg: SVGSVGElement) {
    this.svg = svg
    this.nodes = byData(svg, 'data-node', 'data-head')
    this.edges = byData(svg, 'data-edge')
  }

  /** The drawn elements, also if they are hidden. */
  of({ type, id }: Subject): readonly SVGElement[] {
    return (type === 'node' ? this.nodes : this.edges).get(id) ?? []
  }

  substitute(stand: StandIns): void {
    this.#stand = stand
  }

  /** The key of the node that is shown for a node: itself, or its folded group. */
  shownKey(key: string): string {
    return this.#stand.boxes.get(key) ?? key
  }

  /** The elements that are shown for a node or a connection; none inside of a folded group. */
  shown({ type, id }: Subject): readonly SVGElement[] {
    if (type === 'edge') return this.#stand.edges.get(id) ?? this.of({ type, id })
    const key = this.shownKey(id)
    const covers = this.#stand.covers.get(key) ?? []
    return [...this.of(nodeOf(key)), ...covers]
  }

  /** The box of a node or of its folded group, or the box around a line. */
  boxOf({ nodes, edges }: Graph, { type, id }: Subject): Box | undefined {
    if (type === 'node') return nodes.get(this.shownKey(id))
    return boundsOf(edges.get(id)?.points ?? [])
  }

  /** All shown nodes. */
  *shownNodes(): Generator<readonly [key: string, elements: readonly SVGElement[]]> {
    for (const key of this.nodes.keys())
      if (this.shownKey(key) === key) yield [key, this.shown(nodeOf(key))]
  }

  /** The elements that are shown for these nodes and connections. */
  allOf(nodes: Iterable<string>, edges: Iterable<string>): ReadonlySet<SVGElement> {
    return new Set(
      [...Array.from(nodes, nodeOf), ...Array.from(edges, edgeOf)].flatMap((one) =>
        this.shown(one),
      ),
    )
  }

  /** Everything that is shown; a part of an open group comes with its key. */
  *shownElements(): Generator<readonly [element: SVGElement, frame?: string]> {
    for (const [key, all] of this.shownNodes()) {
      const isOpen = !all.some(
        ({ classList }) => classList.contains('node') || classList.contains('shut'),
      )
      for (const one of all) yield isOpen ? [one, key] : [one]
    }
    for (const id of this.edges.keys()) {
      for (const shape of this.shown(edgeOf(id))) yield [shape]
    }
  }

  unmark(marks: readonly string[]): void {
    for (const one of this.svg.querySelectorAll(marks.map((mark) => `.${mark}`).join()))
      one.classList.remove(...marks)
  }

  /** The node or connection to which an element of the picture belongs. */
  selectionOf(element: Element): Subject | undefined {
    const one = element.closest('[data-node],[data-head],[data-edge],[data-bundle]')
    const node = one?.getAttribute('data-node') ?? one?.getAttribute('data-head')
    if (node != null) return nodeOf(node)
    const edge = one?.getAttribute('data-edge') ?? one?.getAttribute('data-bundle')
    return edge == null ? undefined : edgeOf(edge)
  }
}

function byData(svg: SVGSVGElement, ...names: string[]): Map<string, SVGElement[]> {
  const found = new Map<string, SVGElement[]>()
  for (const name of names) {
    for (const one of svg.querySelectorAll<SVGElement>(`[${name}]`)) {
      addTo(found, one.getAttribute(name) ?? '', one)
    }
  }
  return found
}
