/** The elements of a drawn picture by key and id. Names from a script must not become part of a selector. */
import { addTo } from '../../../grouped.ts'
import type { Subject } from './graph.ts'

/** Elements that stand for others while groups are folded. */
export interface StandIns {
  /** Keys of the folded groups by the keys of the nodes inside of them. */
  readonly boxes: ReadonlyMap<string, string>
  /** Elements that cover a folded group, by its key. */
  readonly covers: ReadonlyMap<string, readonly SVGElement[]>
  /** Lines by the ids of their connections; empty inside of a folded group. */
  readonly edges: ReadonlyMap<string, readonly SVGElement[]>
}

const noStandIns: StandIns = { boxes: new Map(), covers: new Map(), edges: new Map() }

export class DrawnElements {
  readonly svg: SVGSVGElement
  readonly nodes: ReadonlyMap<string, readonly SVGElement[]>
  readonly edges: ReadonlyMap<string, readonly SVGElement[]>
  /** Elements that stand for hidden ones, while groups are folded. */
  #stand: StandIns = noStandIns

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
    return [...this.of({ type, id: key }), ...(this.#stand.covers.get(key) ?? [])]
  }

  /** All shown nodes. */
  *shownNodes(): Generator<readonly [key: string, elements: readonly SVGElement[]]> {
    for (const key of this.nodes.keys())
      if (this.shownKey(key) === key) yield [key, this.shown({ type: 'node', id: key })]
  }

  /** All shown connections; the elements of a bundle come once for each of its connections. */
  *shownEdges(): Generator<readonly [id: string, elements: readonly SVGElement[]]> {
    for (const id of this.edges.keys()) yield [id, this.shown({ type: 'edge', id })]
  }

  /** The node or connection to which an element of the picture belongs. */
  selectionOf(element: Element): Subject | undefined {
    const one = element.closest('[data-node],[data-head],[data-edge],[data-bundle]')
    const node = one?.getAttribute('data-node') ?? one?.getAttribute('data-head')
    if (node != null) return { type: 'node', id: node }
    const edge = one?.getAttribute('data-edge') ?? one?.getAttribute('data-bundle')
    return edge == null ? undefined : { type: 'edge', id: edge }
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
