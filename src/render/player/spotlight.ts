/** Lights a node or a connection with its neighbours; the rest steps back. */
import type { DrawnElements } from './drawn-elements.ts'
import type { Graph, Subject } from './graph.ts'

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
    // Frames do not step back: they would take their content with them.
    for (const [key, all] of elements.nodes) {
      const isFrame = graph.nodes.get(key)?.isFrame
      mark(all, nodes.has(key) ? 'lit' : isFrame ? null : 'dim')
    }
    for (const [id, all] of elements.edges) mark(all, edges.has(id) ? 'lit' : 'dim')
    for (const one of elements.of(selection)) one.classList.add('picked')
  }
}

function mark(elements: readonly Element[], name: 'lit' | 'dim' | null): void {
  for (const { classList } of elements) {
    classList.toggle('lit', name === 'lit')
    classList.toggle('dim', name === 'dim')
    classList.remove('picked')
  }
}
