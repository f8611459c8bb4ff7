/** Draws folded groups: a box with the name in place of the content, and one line per pair of boxes with a count. */
import { counted, joined } from '../../../text/words.ts'
import { edgePath } from '../../picture/edge-path.ts'
import type { Mark, Point } from '../../picture/picture.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import { drawn } from '../view/element.ts'
import type { Graph, Subject } from '../view/graph.ts'
import { longestMiddle } from '../view/middle.ts'
import { type BundledEdges, fold } from './folds.ts'

/** Average width of a letter, in parts of the size of its font. */
const letter = 0.6
const least = 13
/** Scales below which texts and lines of folded groups stop to grow. */
const smallest = 1 / 14

export class FoldView {
  #lines = new Map<string, BundledEdges>()
  #groups: readonly SVGElement[] = []
  #shut: SVGElement[] = []
  #scale = 1

  /** Replaces what was folded before. @param isShown false for elements of hidden layers */
  draw(
    graph: Graph,
    elements: DrawnElements,
    folded: ReadonlySet<string>,
    isShown: (layers: readonly number[]) => boolean,
  ): void {
    for (const group of this.#groups) group.remove()
    for (const one of elements.svg.querySelectorAll('.inner, .shut')) one.classList.remove('inner', 'shut')
    this.#groups = []
    this.#shut = []
    this.#lines = new Map()
    const { boxes, replaced, bundles } = fold(graph, folded, ({ layers }) => isShown(layers))
    for (const key of boxes.keys()) hide(elements, { type: 'node', id: key })
    for (const id of replaced) hide(elements, { type: 'edge', id })
    const covers = new Map<string, SVGElement[]>()
    const shut = [...folded].filter((key) => graph.nodes.get(key)?.isFrame && !boxes.has(key))
    for (const key of shut) {
      for (const one of elements.of({ type: 'node', id: key })) {
        one.classList.add('shut')
        this.#shut.push(one)
      }
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
    this.#groups = [
      groupOf('bundles', drawnBundles),
      groupOf('covers', [...covers.values()].flat()),
      groupOf('counts', counts),
    ]
    const [first, second, third] = this.#groups as [SVGElement, SVGElement, SVGElement]
    elements.svg.querySelector('.edges')?.after(first)
    elements.svg.querySelector('.heads')?.after(second)
    elements.svg.querySelector('.tags')?.after(third)
    this.setScale(this.#scale)
  }

  /** Lets names and lines of folded groups grow while the picture is small. */
  setScale(scale: number): void {
    this.#scale = scale
    const grow = Math.max(1, 1 / Math.max(smallest, scale)).toFixed(2)
    for (const one of [...this.#groups, ...this.#shut]) one.style.setProperty('--grow', grow)
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
    const all = graph.inside(key)
    const inside = [...all].filter((one) => !graph.nodes.get(one)?.isFrame).length
    const parts = graph.picture.compares ? partsOf(graph, all) : []
    const changes = marksOf(parts).length
    const room = Math.max(least, Math.min((width - 32) / (letter * Math.max(4, label.length)), height * 0.3))
    const cover = drawn('g', {
      ...{
        class: `cover${isShown(layers) ? '' : ' off'}${lookOf(graph, markOf(parts))}`,
        transform: `translate(${x} ${y})`,
      },
      ...{ 'data-head': key, 'aria-hidden': 'true', style: `--room:${room.toFixed(1)}px` },
    })
    const middle = { x: width / 2, y: height / 2 }
    const name = drawn('text', { ...middle, class: 'mid', dy: '0.05em' })
    name.textContent = shortened(label, Math.floor((width - 24) / (letter * room)))
    const count = drawn('text', { ...middle, class: 'note mid', dy: '1.5em' })
    count.textContent = joined(', ', counted(inside, 'node'), changes > 0 && counted(changes, 'change'))
    const lid = {
      class: changes > 0 ? 'lid body' : 'lid',
      x: 1,
      y: 1,
      width: width - 2,
      height: height - 2,
      rx: 11,
    }
    cover.append(drawn('rect', lid), name, count)
    return cover
  }

  #line(graph: Graph, elements: DrawnElements, { edge, edges, from, to, points }: BundledEdges): SVGElement {
    const { d, arrow } = edgePath(points)
    const type = edges.every((one) => one.type === edge.type) ? edge.type : null
    const known = type !== null && elements.of({ type: 'edge', id: edge.id })[0]?.classList.contains(type)
    const count = edges.length === 1 ? 'Connection' : `${edges.length} connections`
    const changes = marksOf(edges).length
    const told = changes === 0 ? '' : `, ${changes === edges.length ? markOf(edges) : `${changes} changed`}`
    const line = drawn('g', {
      class: `edge${known ? ` ${type}` : ''}${lookOf(graph, markOf(edges))}`,
      ...{ 'data-bundle': edge.id, role: 'button', tabindex: -1 },
      'aria-label': `${count} from ${graph.labelOf(from)} to ${graph.labelOf(to)}${told}`,
    })
    const width = `--width:${Math.min(3.6, 1.4 + (edges.length - 1) * 0.25).toFixed(2)}px`
    line.append(drawn('path', { class: 'line', d, style: width }), drawn('path', { class: 'tip', d: arrow }))
    return line
  }
}

function hide(elements: DrawnElements, subject: Subject): void {
  for (const one of elements.of(subject)) one.classList.add('inner')
}

function groupOf(name: string, content: readonly SVGElement[]): SVGElement {
  const group = drawn('g', { class: name })
  group.append(...content)
  return group
}

/** Grows with the names of the boxes. */
function countOf(graph: Graph, { edge, edges, from, to, points }: BundledEdges): SVGElement {
  const widths = [from, to].map((key) => graph.nodes.get(key)?.width ?? 0)
  const { x, y }: Point = longestMiddle(points)
  const text = drawn('text', { class: 'mid', y: 3.7 })
  text.textContent = `×${edges.length}`
  const pill = drawn('g', {
    class: 'pill',
    style: `--most:${Math.max(1, Math.min(...widths) / 160).toFixed(2)}`,
  })
  pill.append(drawn('rect', { x: -16, y: -9, width: 32, height: 18, rx: 9 }), text)
  const count = drawn('g', {
    ...{ class: `tag count${lookOf(graph, markOf(edges))}`, 'data-bundle': edge.id, 'aria-hidden': 'true' },
    transform: `translate(${x} ${y})`,
  })
  count.append(pill)
  return count
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

const shortened = (label: string, most: number): string =>
  label.length <= Math.max(3, most) ? label : `${label.slice(0, Math.max(2, most - 1))}…`
