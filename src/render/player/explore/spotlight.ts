/** Lights a node or a connection with its neighbours; the rest steps back. */
import { boundsOf } from '../../picture/geometry.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import { type Graph, nodeOf, type Subject } from '../view/graph.ts'

const marks = ['picked', 'lit', 'dim', 'bare']

export class Spotlight {
  #elements: DrawnElements | undefined

  clear(): void {
    this.#elements?.unmark(marks)
  }

  light(graph: Graph, elements: DrawnElements, selection: Subject, hops: number): void {
    this.#elements = elements
    this.clear()
    const { nodes, edges } = graph.around(selection, hops)
    const lit = elements.allOf(nodes, edges)
    const framesAround = [...nodes].flatMap((id) => graph.framesOf(id))
    const frames = new Set(framesAround.map(({ key }) => key))
    for (const [one, frame] of elements.shownElements()) {
      if (lit.has(one)) one.classList.add('lit')
      // Open groups do not step back: they would take their content with them.
      else if (frame === undefined) one.classList.add('dim')
      else if (!frames.has(frame)) one.classList.add('bare')
    }
    for (const one of elements.shown(selection)) one.classList.add('picked')
  }
}

/** The box around everything that is lit with a node or a connection. */
export function boxAround(graph: Graph, elements: DrawnElements, selection: Subject, hops: number) {
  const { nodes } = graph.around(selection, hops)
  const boxes = [...nodes].flatMap((id) => elements.boxOf(graph, nodeOf(id)) ?? [])
  return boundsOf(boxes)
}
