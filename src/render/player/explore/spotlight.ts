/** Lights a node or a connection with its neighbours; the rest steps back. */
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
