/** Moves the drawn elements of a picture to the places of another layout of it. */
import { edgePath } from '../../picture/edge-path.ts'
import { sizes } from '../../picture/measure.ts'
import { frontOfFrame } from '../../picture/outline.ts'
import { drawnNodes } from '../../picture/paint.ts'
import type { Picture, PictureNode, Point } from '../../picture/picture.ts'
import { leaf } from '../../write/formats/svg-node.ts'
import type { DrawnElements } from './drawn-elements.ts'

const motionMs = 320
/** Above this, elements are not animated. */
const mostMoved = 300
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

export interface Layouts {
  readonly was: Picture
  /** The places in the text of the SVG. */
  readonly drawn: Picture
  readonly now: Picture
}

/** @param isShown shows the way, unless the reader prefers no motion */
export function move(
  elements: DrawnElements,
  { was, drawn, now }: Layouts,
  isShown: boolean,
): void {
  const isSeen =
    isShown && !reducedMotion.matches && now.nodes.length + now.edges.length < mostMoved
  const { svg } = elements
  const before = new Map(was.nodes.map((node) => [node.key, node]))
  for (const node of drawnNodes(now)) {
    const other = before.get(node.key)?.about?.join() !== node.about?.join()
    for (const one of elements.of({ type: 'node', id: node.key })) {
      one.setAttribute('transform', `translate(${node.x} ${node.y})`)
      if (node.isFrame) resize(one, node)
      else if (other) drawAgain(one, node)
      if (isSeen) fly(one, before.get(node.key) ?? node, node)
    }
  }
  const tags = new Map(drawn.edges.map(({ id, tag }) => [id, tag]))
  for (const { id, points, tag } of now.edges) {
    const { d, arrow } = edgePath(points)
    for (const one of elements.of({ type: 'edge', id })) {
      if (one.classList.contains('tag')) {
        const from = tags.get(id)
        one.classList.toggle('moved-out', tag === null)
        if (from && tag)
          one.setAttribute(
            'transform',
            `translate(${middleOf(tag).x - middleOf(from).x} ${middleOf(tag).y - middleOf(from).y})`,
          )
      } else {
        one.querySelector('.line')?.setAttribute('d', d)
        one.querySelector('.tip')?.setAttribute('d', arrow)
      }
      if (isSeen) one.animate([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, {}], motionMs)
    }
  }
  // The legend of a printed picture stays below it.
  const [, , , legend = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
  const height = now.height + Math.max(0, legend - was.height)
  svg.setAttribute('viewBox', `0 0 ${now.width} ${height}`)
  for (const one of [svg, svg.querySelector('.canvas')]) {
    one?.setAttribute('width', String(now.width))
    one?.setAttribute('height', String(height))
  }
  svg
    .querySelector('.legend')
    ?.setAttribute('transform', `translate(0 ${now.height - drawn.height})`)
}

function resize(frame: SVGElement, { width, height }: PictureNode): void {
  const body = frame.querySelector(':scope>.body')
  body?.setAttribute('width', String(width))
  body?.setAttribute('height', String(height))
  frame.querySelector(':scope>.rim')?.setAttribute('d', frontOfFrame(width, sizes.frameHead))
  frame.querySelector(':scope>.sign')?.setAttribute('transform', `translate(${width - 4} 3)`)
}

/** With other texts, in a box of another size. The title of the element and its icon stay. */
function drawAgain(one: SVGElement, node: PictureNode): void {
  const id = one.querySelector(':scope>.art')?.getAttribute('href')?.slice(1)
  // An icon without a plate has the colour of the text.
  const body = one.querySelector(':scope>.plate') ? '' : 'currentColor'
  const icons = new Map(id === undefined ? [] : [[node.icon ?? '', { id, body, viewBox: '' }]])
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${leaf(node, icons).join('')}</svg>`
  const parts = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement.childNodes
  for (const part of [...one.childNodes]) if (part.nodeName !== 'title') part.remove()
  one.append(...parts)
  one.classList.remove('named', 'iconless')
  one.setAttribute('data-size', `${node.width} ${node.height}`)
}

function fly(one: SVGElement, from: Point, to: Point): void {
  if (from.x === to.x && from.y === to.y) return
  const at = ({ x, y }: Point) => ({ transform: `translate(${x}px,${y}px)` })
  one.animate([at(from), at(to)], { duration: motionMs, easing: 'ease-out' })
}

const middleOf = (tag: NonNullable<Picture['edges'][number]['tag']>): Point => ({
  x: tag.x + tag.width / 2,
  y: tag.y + tag.height / 2,
})
