/** Draws folded groups: a box with the name in place of the content, and one line per pair of boxes with a count. */
import { edgePath } from '../../picture/edge-path.ts'
import { measureNode, sizes } from '../../picture/measure.ts'
import type { Mark } from '../../picture/picture.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import { drawn } from '../view/element.ts'
import type { Graph, Subject } from '../view/graph.ts'
import { longestMiddle } from '../view/middle.ts'
import { type BundledEdges, fold } from './folds.ts'
import { noteOf } from './lay-out-folded.ts'

export class FoldView {
  #lines = new Map<string, BundledEdges>()
  #groups: readonly SVGElement[] = []

  /** Replaces what was folded before. @param isShown false for elements of hidden layers */
  draw(
    graph: Graph,
    elements: DrawnElements,
    folded: ReadonlySet<string>,
    isShown: (layers: readonly number[]) => boolean,
  ): void {
    for (const group of this.#groups) group.remove()
    for (const one of elements.svg.querySelectorAll('.inner, .shut'))
      one.classList.remove('inner', 'shut')
    this.#groups = []
    this.#lines = new Map()
    const { boxes, replaced, bundles } = fold(graph, folded, ({ layers }) => isShown(layers))
    for (const key of boxes.keys()) hide(elements, { type: 'node', id: key })
    for (const id of replaced) hide(elements, { type: 'edge', id })
    const covers = new Map<string, SVGElement[]>()
    const shut = [...folded].filter((key) => graph.nodes.get(key)?.isFrame && !boxes.has(key))
    for (const key of shut) {
      for (const one of elements.of({ type: 'node', id: key })) one.classList.add('shut')
      covers.set(key, [this.#cover(graph, key, isShown)])
    }
    // Inside of a folded group, nothing stands for a connection.
    const lines = new Map<string, SVGElement[]>([...replaced].map((id) => [id, []]))
    const counts: SVGElement[] = []
    const drawnBundles = bundles.map((bundle) => {
      const line = this.#line(graph, elements, bundle)
      const count = bundle.edges.length > 1 ? [countOf(graph, bundle)] : []
      counts.push(...count)
      for (const { id } of bundle.edges) {
        lines.set(id, [line, ...count])
        this.#lines.set(id, bundle)
      }
      return line
    })
    elements.substitute({ boxes, covers, edges: lines })
    if (shut.length === 0) return
    this.#groups = (
      [
        ['edges', 'bundles', drawnBundles],
        ['heads', 'covers', [...covers.values()].flat()],
        ['tags', 'counts', counts],
      ] as const
    ).map(([below, name, content]) => {
      const group = drawn('g', { class: name }, ...content)
      elements.svg.querySelector(`.${below}`)?.after(group)
      return group
    })
  }

  /** The bundle in which a connection is drawn. */
  bundleOf(id: string): BundledEdges | undefined {
    return this.#lines.get(id)
  }

  get bundles(): Iterable<BundledEdges> {
    return new Set(this.#lines.values())
  }

  #cover(graph: Graph, key: string, isShown: (layers: readonly number[]) => boolean): SVGElement {
    const node = graph.nodes.get(key)
    const { x = 0, y = 0, width = 0, height = 0, label = '', layers = [] } = node ?? {}
    const parts = graph.picture.compares ? partsOf(graph, graph.inside(key)) : []
    const { lines } = measureNode({
      label,
      note: null,
      icon: null,
      shape: 'default',
      replicas: null,
    })
    const top = (height - lines.length * sizes.labelLine - sizes.noteLine) / 2 + 13
    const texts = [...lines, noteOf(graph, key)].map((text, at) => {
      const y = top + at * sizes.labelLine - (at === lines.length ? 1.5 : 0)
      return drawn(
        'text',
        { class: at === lines.length ? 'note mid' : 'mid', x: width / 2, y },
        text,
      )
    })
    const lid = drawn('rect', { class: 'lid body', width, height, rx: 11 })
    const attributes = {
      class: `cover${isShown(layers) ? '' : ' off'}${lookOf(graph, markOf(parts))}`,
      transform: `translate(${x} ${y})`,
      'data-head': key,
      'aria-hidden': 'true',
    }
    return drawn('g', attributes, ...(marksOf(parts).length > 0 ? [lid] : []), ...texts)
  }

  #line(
    graph: Graph,
    elements: DrawnElements,
    { edge, edges, from, to }: BundledEdges,
  ): SVGElement {
    const { d, arrow } = edgePath(edge.points)
    const isSame = edges.every((one) => one.type === edge.type)
    const classes = elements.of({ type: 'edge', id: edge.id })[0]?.classList ?? []
    // Its type, or the hue of the group from which it leads.
    const look = isSame
      ? [...classes].find((name) => name === edge.type || /^hue-/.test(name))
      : undefined
    const count = edges.length === 1 ? 'Connection' : `${edges.length} connections`
    const changes = marksOf(edges).length
    const told =
      changes === 0 ? '' : `, ${changes === edges.length ? markOf(edges) : `${changes} changed`}`
    const attributes = {
      class: `edge${look ? ` ${look}` : ''}${lookOf(graph, markOf(edges))}`,
      'data-bundle': edge.id,
      role: 'button',
      tabindex: -1,
      'aria-label': `${count} from ${graph.labelOf(from)} to ${graph.labelOf(to)}${told}`,
    }
    const width = `--width:${Math.min(3.6, 1.4 + (edges.length - 1) * 0.25).toFixed(2)}px`
    const line = drawn('path', { class: 'line', d, style: width })
    return drawn('g', attributes, line, drawn('path', { class: 'tip', d: arrow }))
  }
}

function hide(elements: DrawnElements, subject: Subject): void {
  for (const one of elements.of(subject)) one.classList.add('inner')
}

/** Where the layout has left room for it. */
function countOf(graph: Graph, { edge, edges }: BundledEdges): SVGElement {
  const { x, y, width, height } = edge.tag ?? { ...longestMiddle(edge.points), width: 0, height: 0 }
  const attributes = {
    class: `tag count${lookOf(graph, markOf(edges))}`,
    'data-bundle': edge.id,
    'aria-hidden': 'true',
    transform: `translate(${x + width / 2} ${y + height / 2})`,
  }
  const box = drawn('rect', { x: -16, y: -9, width: 32, height: 18, rx: 9 })
  return drawn('g', attributes, box, drawn('text', { class: 'mid', y: 3.7 }, `×${edges.length}`))
}

interface Marked {
  readonly mark: Mark | null
}

const marksOf = (all: readonly Marked[]): Mark[] => all.flatMap(({ mark }) => mark ?? [])

/** The mark that all have; `changed` if only some have one. */
function markOf(all: readonly Marked[]): Mark | null {
  const marks = marksOf(all)
  const [first] = marks
  if (first === undefined) return null
  return all.every(({ mark }) => mark === first) ? first : 'changed'
}

/** The nodes with these keys and the connections between them. */
const partsOf = ({ nodes, picture }: Graph, keys: ReadonlySet<string>): Marked[] => [
  ...[...keys].flatMap((key) => nodes.get(key) ?? []),
  ...picture.edges.filter(({ from, to }) => keys.has(from) && keys.has(to)),
]

/** In a comparison, what has no mark steps back. */
const lookOf = ({ picture }: Graph, mark: Mark | null): string =>
  mark !== null ? ` ${mark}` : picture.compares ? ' still' : ''
