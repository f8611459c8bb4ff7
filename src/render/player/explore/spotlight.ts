/** Lights a node or a connection with its neighbours; the rest steps back. */
import { boundsOf } from '../../picture/geometry.ts'
import type { Box } from '../../picture/picture.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import type { Graph, Subject } from '../view/graph.ts'

const marks = ['picked', 'lit', 'dim']

export class Spotlight {
  #elements: DrawnElements | undefined

  clear(): void {
    for (const one of this.#elements?.svg.querySelectorAll(marks.map((mark) => `.${mark}`).join()) ?? []) {
      one.classList.remove(...marks)
    }
  }

  light(graph: Graph, elements: DrawnElements, selection: Subject, hops: number): void {
    this.#elements = elements
    const { nodes, edges } = graph.around(selection, hops)
    const lit = new Set<SVGElement>()
    for (const id of nodes) for (const one of elements.shown({ type: 'node', id })) lit.add(one)
    for (const id of edges) for (const one of elements.shown({ type: 'edge', id })) lit.add(one)
    for (const [key, all] of elements.shownNodes()) {
      // Open frames do not step back: they would take their content with them.
      const isFrame = graph.nodes.get(key)?.isFrame && !all[0]?.classList.contains('shut')
      mark(all, lit, !isFrame)
    }
    for (const [, all] of elements.shownEdges()) mark(all, lit, true)
    for (const one of elements.shown(selection)) one.classList.add('picked')
  }
}

function mark(elements: readonly SVGElement[], lit: ReadonlySet<SVGElement>, stepsBack: boolean): void {
  for (const one of elements) {
    const isLit = lit.has(one)
    one.classList.toggle('lit', isLit)
    one.classList.toggle('dim', stepsBack && !isLit)
    one.classList.remove('picked')
  }
}

/** The box of a node or of its folded group, or the box around a line. */
export function boxOf(
  { nodes, edges }: Graph,
  elements: DrawnElements,
  { type, id }: Subject,
): Box | undefined {
  if (type === 'node') return nodes.get(elements.shownKey(id))
  return boundsOf(edges.get(id)?.points ?? [])
}

/** The box around everything that is lit with a node or a connection. */
export function boxAround(graph: Graph, elements: DrawnElements, selection: Subject, hops: number) {
  const { nodes } = graph.around(selection, hops)
  return boundsOf([...nodes].flatMap((id) => boxOf(graph, elements, { type: 'node', id }) ?? []))
}
