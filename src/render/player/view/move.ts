/** Moves the drawn elements of a picture to the places of another layout of it. */

import { edgePath } from '../../picture/edge-path.ts'
import { centerOf } from '../../picture/geometry.ts'
import { sizes } from '../../picture/measure.ts'
import { frontOfFrame } from '../../picture/outline.ts'
import { drawnNodes } from '../../picture/paint.ts'
import type { Picture, PictureEdge, PictureNode, Point } from '../../picture/picture.ts'
import { leaf } from '../../write/formats/svg-node.ts'
import type { DrawnElements } from './drawn-elements.ts'
import { prefersStill } from './element.ts'
import { edgeOf, nodeOf } from './graph.ts'
import { parsedSvg } from './parsed-svg.ts'

const motionMs = 320
/** Above this, elements are not animated. */
const mostMoved = 300

export interface Layouts {
  readonly was: Picture
  /** The places in the text of the SVG. */
  readonly drawn: Picture
  readonly now: Picture
}

/** @param isShown shows the way, unless the reader prefers no motion */
export function move(elements: DrawnElements, layouts: Layouts, isShown: boolean): void {
  const { now } = layouts
  const isFew = now.nodes.length + now.edges.length < mostMoved
  const isSeen = isShown && isFew && !prefersStill()
  moveNodes(elements, layouts, isSeen)
  moveEdges(elements, layouts, isSeen)
  resizeSvg(elements.svg, layouts)
}

function moveNodes(elements: DrawnElements, { was, now }: Layouts, isSeen: boolean): void {
  const nodesBefore = new Map(was.nodes.map((node) => [node.key, node]))
  for (const node of drawnNodes(now)) {
    const before = nodesBefore.get(node.key)
    const hasOtherText = before?.about?.join() !== node.about?.join()
    for (const shape of elements.of(nodeOf(node.key))) {
      shape.setAttribute('transform', `translate(${node.x} ${node.y})`)
      if (node.isFrame) resize(shape, node)
      else if (hasOtherText) drawAgain(shape, node)
      if (isSeen) fly(shape, before ?? node, node)
    }
  }
}

function moveEdges(elements: DrawnElements, { drawn, now }: Layouts, isSeen: boolean): void {
  const drawnTags = new Map(drawn.edges.map(({ id, tag }) => [id, tag]))
  for (const edge of now.edges) {
    for (const shape of elements.of(edgeOf(edge.id))) {
      if (shape.classList.contains('tag')) moveTag(shape, drawnTags.get(edge.id), edge.tag)
      else reroute(shape, edge.points)
      if (isSeen) shape.animate([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, {}], motionMs)
    }
  }
}

type Tag = PictureEdge['tag']

/** A tag without a place in the layout is hidden. */
function moveTag(shape: SVGElement, from: Tag | undefined, to: Tag): void {
  shape.classList.toggle('moved-out', to === null)
  if (!from || !to) return
  const start = centerOf(from)
  const end = centerOf(to)
  shape.setAttribute('transform', `translate(${end.x - start.x} ${end.y - start.y})`)
}

function reroute(shape: SVGElement, points: readonly Point[]): void {
  const { d, arrow } = edgePath(points)
  shape.querySelector('.line')?.setAttribute('d', d)
  shape.querySelector('.tip')?.setAttribute('d', arrow)
}

/** The legend of a printed picture stays below it. */
function resizeSvg(svg: SVGSVGElement, { was, drawn, now }: Layouts): void {
  const heightBefore = Number((svg.getAttribute('viewBox') ?? '').split(' ')[3] ?? 0)
  const height = now.height + Math.max(0, heightBefore - was.height)
  svg.setAttribute('viewBox', `0 0 ${now.width} ${height}`)
  for (const shape of [svg, svg.querySelector('.canvas')]) {
    shape?.setAttribute('width', String(now.width))
    shape?.setAttribute('height', String(height))
  }
  const legend = svg.querySelector('.legend')
  legend?.setAttribute('transform', `translate(0 ${now.height - drawn.height})`)
}

function resize(frame: SVGElement, { width, height }: PictureNode): void {
  const body = frame.querySelector(':scope>.body')
  body?.setAttribute('width', String(width))
  body?.setAttribute('height', String(height))
  frame.querySelector(':scope>.rim')?.setAttribute('d', frontOfFrame(width, sizes.frameHead))
  frame.querySelector(':scope>.sign')?.setAttribute('transform', `translate(${width - 4} 3)`)
}

/** With other texts, in a box of another size. The title of the element and its icon stay. */
function drawAgain(shape: SVGElement, node: PictureNode): void {
  const id = shape.querySelector(':scope>.art')?.getAttribute('href')?.slice(1)
  // An icon without a plate has the colour of the text.
  const body = shape.querySelector(':scope>.plate') ? '' : 'currentColor'
  const icons = new Map(
    id === undefined
      ? []
      : [
          [
            node.icon ?? '',
            {
              id,
              body,
              viewBox: '',
            },
          ],
        ],
  )
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${leaf(node, icons).join('')}</svg>`
  const parts = parsedSvg(text).childNodes
  for (const part of [...shape.childNodes]) if (part.nodeName !== 'title') part.remove()
  shape.append(...parts)
  shape.classList.remove('named', 'iconless')
  shape.setAttribute('data-size', `${node.width} ${node.height}`)
}

function fly(shape: SVGElement, from: Point, to: Point): void {
  if (from.x === to.x && from.y === to.y) return
  const frameAt = ({ x, y }: Point) => ({ transform: `translate(${x}px,${y}px)` })
  shape.animate([frameAt(from), frameAt(to)], { duration: motionMs, easing: 'ease-out' })
}
