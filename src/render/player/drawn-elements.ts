/** The elements of a drawn picture by key and id. Names from a script must not become part of a selector. */
import type { Subject } from './graph.ts'

export class DrawnElements {
  readonly svg: SVGSVGElement
  readonly nodes: ReadonlyMap<string, readonly SVGElement[]>
  readonly edges: ReadonlyMap<string, readonly SVGElement[]>

  constructor(svg: SVGSVGElement) {
    this.svg = svg
    this.nodes = byData(svg, 'data-node', 'data-head')
    this.edges = byData(svg, 'data-edge')
  }

  of({ type, id }: Subject): readonly SVGElement[] {
    return (type === 'node' ? this.nodes : this.edges).get(id) ?? []
  }

  /** The node or connection to which an element of the picture belongs. */
  selectionOf(element: Element): Subject | undefined {
    const one = element.closest('[data-node],[data-head],[data-edge]')
    const node = one?.getAttribute('data-node') ?? one?.getAttribute('data-head')
    if (node != null) return { type: 'node', id: node }
    const edge = one?.getAttribute('data-edge')
    return edge == null ? undefined : { type: 'edge', id: edge }
  }
}

function byData(svg: SVGSVGElement, ...names: string[]): Map<string, SVGElement[]> {
  const found = new Map<string, SVGElement[]>()
  for (const name of names) {
    for (const one of svg.querySelectorAll<SVGElement>(`[${name}]`)) {
      const key = one.getAttribute(name) ?? ''
      const others = found.get(key)
      if (others) others.push(one)
      else found.set(key, [one])
    }
  }
  return found
}
