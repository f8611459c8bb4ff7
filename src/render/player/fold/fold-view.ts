/** Draws folded groups: a box with the name in place of the content, and one line per pair of boxes with a count. */

import { joined } from '../../../text/words.ts'
import type { Size } from '../../picture/direction.ts'
import { edgePath } from '../../picture/edge-path.ts'
import { centerOf } from '../../picture/geometry.ts'
import { measureNode, measureTag, sizes } from '../../picture/measure.ts'
import type { Mark, PictureEdge, Point } from '../../picture/picture.ts'
import { brokenLabelOf, type Labelled } from '../../picture/texts.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import { drawn } from '../view/element.ts'
import { edgeOf, type Graph, nodeOf, type Subject } from '../view/graph.ts'
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
    this.#clear(elements)
    const { boxes, replaced, bundles } = fold(graph, folded, ({ layers }) => isShown(layers))
    for (const key of boxes.keys()) hide(elements, nodeOf(key))
    for (const id of replaced) hide(elements, edgeOf(id))

    const covers = new Map<string, SVGElement[]>()
    const shut = [...folded].filter((key) => graph.isFrame(key) && !boxes.has(key))
    for (const key of shut) {
      for (const shape of elements.of(nodeOf(key))) shape.classList.add('shut')
      covers.set(key, [coverOf(graph, key, isShown)])
    }
    const drawnBundles = bundles.map((bundle) => drawBundle(graph, elements, bundle))
    // Inside of a folded group, nothing stands for a connection.
    const edges = new Map<string, SVGElement[]>()
    for (const id of replaced) edges.set(id, [])
    for (const { bundle, line, counts } of drawnBundles) {
      for (const { id } of bundle.edges) {
        edges.set(id, [line, ...counts])
        this.#lines.set(id, bundle)
      }
    }
    elements.substitute({ boxes, covers, edges })
    if (shut.length === 0) return

    const lines = drawnBundles.map(({ line }) => line)
    const counts = drawnBundles.flatMap((drawnBundle) => drawnBundle.counts)
    this.#groups = [
      insertAfter(elements.svg, '.edges', drawn('g', { class: 'bundles' }, ...lines)),
      insertAfter(
        elements.svg,
        '.heads',
        drawn('g', { class: 'covers' }, ...[...covers.values()].flat()),
      ),
      insertAfter(elements.svg, '.tags', drawn('g', { class: 'counts' }, ...counts)),
    ]
  }

  #clear(elements: DrawnElements): void {
    for (const group of this.#groups) group.remove()
    for (const shape of elements.svg.querySelectorAll('.inner, .shut'))
      shape.classList.remove('inner', 'shut')
    this.#groups = []
    this.#lines = new Map()
  }

  /** The bundle in which a connection is drawn. */
  bundleOf(id: string): BundledEdges | undefined {
    return this.#lines.get(id)
  }

  get bundles(): Iterable<BundledEdges> {
    return new Set(this.#lines.values())
  }
}

interface DrawnBundle {
  readonly bundle: BundledEdges
  readonly line: SVGElement
  /** The text of a changed connection; none for another single one. */
  readonly counts: readonly SVGElement[]
}

function drawBundle(graph: Graph, elements: DrawnElements, bundle: BundledEdges): DrawnBundle {
  const line = lineOf(graph, elements, bundle)
  return { bundle, line, counts: textsOf(graph, bundle) }
}

function insertAfter(svg: SVGElement, selector: string, group: SVGElement): SVGElement {
  svg.querySelector(selector)?.after(group)
  return group
}

function coverOf(
  graph: Graph,
  key: string,
  isShown: (layers: readonly number[]) => boolean,
): SVGElement {
  const node = graph.nodes.get(key)
  const { x = 0, y = 0, width = 0, height = 0, layers = [] } = node ?? {}
  const parts = graph.picture.compares ? partsOf(graph, graph.inside(key)) : []
  const lid = drawn('rect', { class: 'lid body', width, height, rx: 11 })
  const attributes = {
    class: `cover${isShown(layers) ? '' : ' off'}${lookOf(graph, markOf(parts))}`,
    transform: `translate(${x} ${y})`,
    'data-head': key,
    'aria-hidden': 'true',
  }
  const texts = coverTexts(node ?? NAMELESS, noteOf(graph, key), { width, height })
  return drawn('g', attributes, ...(marksOf(parts).length > 0 ? [lid] : []), ...texts)
}

const NAMELESS: Labelled = { label: '' }

/** The name of a group in as many lines as it needs, and the note below it, in the middle of the box. */
function coverTexts(
  { label, labelLines }: Labelled,
  note: string,
  { width, height }: Size,
): SVGElement[] {
  const { lines } = measureNode({
    label: label ?? '',
    labelLines,
    note: null,
    icon: null,
    shape: 'default',
    replicas: null,
  })
  const top = (height - lines.length * sizes.labelLine - sizes.noteLine) / 2 + 13
  const x = width / 2
  const noteY = top + lines.length * sizes.labelLine - 1.5
  return [
    ...lines.map((line, index) =>
      drawn('text', { class: 'mid', x, y: top + index * sizes.labelLine }, line),
    ),
    drawn('text', { class: 'note mid', x, y: noteY }, note),
  ]
}

function lineOf(
  graph: Graph,
  elements: DrawnElements,
  { edge, edges, from, to }: BundledEdges,
): SVGElement {
  const { d, arrow } = edgePath(edge.points)
  const count = edges.length === 1 ? 'Connection' : `${edges.length} connections`
  const attributes = {
    class: `edge${typeOrHue(elements, edges)}${lookOf(graph, markOf(edges))}`,
    'data-bundle': edge.id,
    role: 'button',
    tabindex: -1,
    'aria-label': `${count} from ${graph.labelOf(from)} to ${graph.labelOf(to)}${changesIn(edges)}`,
  }
  const width = `--width:${Math.min(3.6, 1.4 + (edges.length - 1) * 0.25).toFixed(2)}px`
  const line = drawn('path', { class: 'line', d, style: width })
  return drawn('g', attributes, line, drawn('path', { class: 'tip', d: arrow }))
}

/** The class of the type that all have, or of the hue of the group from which the first leads. */
function typeOrHue(elements: DrawnElements, edges: readonly PictureEdge[]): string {
  const [first] = edges
  if (!first || edges.some(({ type }) => type !== first.type)) return ''
  const classes = elements.of(edgeOf(first.id))[0]?.classList ?? []
  const look = [...classes].find((name) => name === first.type || /^hue-/.test(name))
  return look ? ` ${look}` : ''
}

function changesIn(edges: readonly PictureEdge[]): string {
  const changes = marksOf(edges).length
  if (changes === 0) return ''
  return changes === edges.length ? `, ${markOf(edges)}` : `, ${changes} changed`
}

function hide(elements: DrawnElements, subject: Subject): void {
  for (const shape of elements.of(subject)) shape.classList.add('inner')
}

function textsOf(graph: Graph, bundle: BundledEdges): SVGElement[] {
  const { edge, edges } = bundle
  if (edges.length > 1) return [countOf(graph, bundle)]
  const { mark, tag, protocol, port } = edge
  const text = brokenLabelOf(edge) || joined(' ', protocol, port && `:${port}`)
  if (mark === null || tag === null || text === '') return []
  return [changedTextOf(edge, text, centerOf(tag))]
}

/** The text that a changed connection has in the shown version. */
function changedTextOf({ id, mark }: PictureEdge, text: string, { x, y }: Point): SVGElement {
  const { lines, width, height } = measureTag(text)
  const top = (-(lines.length - 1) * sizes.tagLine) / 2 + 3.7
  const attributes = {
    class: `tag ${mark}`,
    'data-bundle': id,
    'aria-hidden': 'true',
    transform: `translate(${x} ${y})`,
  }
  const box = drawn('rect', { x: -width / 2, y: -height / 2, width, height, rx: 9 })
  const texts = lines.map((line, index) =>
    drawn('text', { class: 'mid', y: top + index * sizes.tagLine }, line),
  )
  return drawn('g', attributes, box, ...texts)
}

/** Where the layout has left room for it. */
function countOf(graph: Graph, { edge, edges }: BundledEdges): SVGElement {
  const { x, y, width, height } = edge.tag ?? {
    ...longestMiddle(edge.points),
    width: 0,
    height: 0,
  }
  const attributes = {
    class: `tag count${lookOf(graph, markOf(edges))}`,
    'data-bundle': edge.id,
    'aria-hidden': 'true',
    transform: `translate(${x + width / 2} ${y + height / 2})`,
  }
  const box = drawn('rect', {
    x: -16,
    y: -9,
    width: 32,
    height: 18,
    rx: 9,
  })
  const count = drawn('text', { class: 'mid', y: 3.7 }, `×${edges.length}`)
  return drawn('g', attributes, box, count)
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
function lookOf({ picture }: Graph, mark: Mark | null): string {
  if (mark !== null) return ` ${mark}`
  return picture.compares ? ' still' : ''
}
