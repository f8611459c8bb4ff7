/** Draws an edge as an SVG group: line with round corners, tip, and text in a pill. */
import { short } from '../outline.ts'
import type { PictureEdge, Point } from '../picture.ts'
import { type EdgeType, edgeTypes } from '../theme.ts'
import { escapeXml, tag } from './xml.ts'

const radius = 9
const tip = { length: 8, width: 7 }

/** @param isStill unchanged in a comparison */
export function svgEdge(edge: PictureEdge, isStill = false): string {
  const names = ['edge', knownType(edge), edge.mark, isStill ? 'still' : null].filter((name) => name !== null)
  const { d, arrow } = pathOf(edge.points)
  return tag(
    'g',
    { ...attributes(edge), class: names.join(' ') },
    tag('title', {}, escapeXml(tooltip(edge))),
    tag('path', { class: 'line', d }),
    tag('path', { class: 'tip', d: arrow }),
  )
}

/** The text, drawn above all lines. */
export function svgTag(edge: PictureEdge, isStill = false): string[] {
  if (edge.tag === null) return []
  const { x, y, width, height, text } = edge.tag
  return [
    tag(
      'g',
      { ...attributes(edge), class: ['tag', edge.mark, isStill && 'still'].filter(Boolean).join(' ') },
      tag('rect', { x: short(x), y: short(y), width, height, rx: height / 2 }),
      tag('text', { class: 'mid', x: short(x + width / 2), y: short(y + height / 2 + 3.7) }, escapeXml(text)),
    ),
  ]
}

const attributes = ({ id, layers }: PictureEdge) => ({
  'data-edge': id,
  'data-layers': layers.length === 0 ? null : layers.join(' '),
})

export const knownType = ({ type }: PictureEdge): EdgeType | null =>
  edgeTypes.find((known) => known === type) ?? null

function tooltip({ from, to, label, type, protocol, port, mark }: PictureEdge): string {
  const how = [type, protocol, port === null ? null : `port ${port}`, mark].filter((part) => part !== null)
  return `${from} → ${to}${label === null ? '' : `: ${label}`}${how.length === 0 ? '' : ` (${how.join(', ')})`}`
}

/** The line ends inside the tip, and the tip touches the border. */
function pathOf(points: readonly Point[]): { d: string; arrow: string } {
  const [end, before] = [points.at(-1), points.at(-2)]
  if (!end || !before) return { d: '', arrow: '' }
  const distance = Math.hypot(end.x - before.x, end.y - before.y) || 1
  const [dx, dy] = [(end.x - before.x) / distance, (end.y - before.y) / distance]
  const back = { x: end.x - dx * tip.length, y: end.y - dy * tip.length }
  const wing = (by: number): Point => ({ x: back.x - dy * by, y: back.y + dx * by })
  const line = [
    ...points.slice(0, -1),
    { x: end.x - dx * (tip.length - 1), y: end.y - dy * (tip.length - 1) },
  ]
  const [left, right] = [wing(tip.width / 2), wing(-tip.width / 2)]
  return { d: rounded(line), arrow: `M${pair(end)}L${pair(left)}L${pair(right)}Z` }
}

function rounded(points: readonly Point[]): string {
  return points
    .map((point, i) => {
      const [before, after] = [points[i - 1], points[i + 1]]
      if (!before) return `M${pair(point)}`
      if (!after) return `L${pair(point)}`
      const [enter, leave] = [near(point, before), near(point, after)]
      return `L${pair(enter)}Q${pair(point)} ${pair(leave)}`
    })
    .join('')
}

/** A point between a corner and its neighbour, at most halfway. */
function near(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y) || 1
  const share = Math.min(radius, length / 2) / length
  return { x: corner.x + (other.x - corner.x) * share, y: corner.y + (other.y - corner.y) * share }
}

const pair = ({ x, y }: Point): string => `${short(x)} ${short(y)}`
