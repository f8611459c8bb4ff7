/** Lights a node or a connection with its neighbours; the rest steps back. */
import { boundsOf } from '../../picture/geometry.ts'
import type { Box } from '../../picture/picture.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import type { Graph, Subject } from '../view/graph.ts'

const marks = ['picked', 'lit', 'dim', 'bare']

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
    const lit = new Set([
      ...[...nodes].flatMap((id) => elements.shown({ type: 'node', id })),
      ...[...edges].flatMap((id) => elements.shown({ type: 'edge', id })),
    ])
    const frames = new Set([...nodes].flatMap((id) => graph.framesOf(id).map(({ key }) => key)))
    this.clear()
    for (const [key, all] of elements.shownNodes()) {
      // Open frames do not step back: they would take their content with them.
      const isOpen = graph.nodes.get(key)?.isFrame && !all[0]?.classList.contains('shut')
      for (const one of all) {
        if (lit.has(one)) one.classList.add('lit')
        else if (!frames.has(key)) one.classList.add(isOpen ? 'bare' : 'dim')
      }
    }
    for (const [, all] of elements.shownEdges())
      for (const one of all) one.classList.add(lit.has(one) ? 'lit' : 'dim')
    for (const one of elements.shown(selection)) one.classList.add('picked')
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
