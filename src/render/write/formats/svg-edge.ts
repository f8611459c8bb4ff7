/** Draws an edge as an SVG group: line with round corners, tip, and text in a pill. */

import { escapeXml, tag } from '../../../text/safe/for-xml.ts'
import { joined } from '../../../text/words.ts'
import { edgePath } from '../../picture/edge-path.ts'
import { knownType } from '../../picture/look/theme.ts'
import { sizes } from '../../picture/measure.ts'
import { short } from '../../picture/outline.ts'
import type { PictureEdge } from '../../picture/picture.ts'
import { howOf } from '../../picture/texts.ts'

/** @param isStill unchanged in a comparison @param hue of a connection without a type */
export function svgEdge(edge: PictureEdge, isStill = false, hue?: number): string {
  const { d, arrow } = edgePath(edge.points)
  const look = knownType(edge) ?? (hue !== undefined && `hue-${hue}`)
  return tag(
    'g',
    { ...attributes(edge), class: joined(' ', 'edge', look, edge.mark, isStill && 'still') },
    tag('title', {}, escapeXml(tooltip(edge))),
    tag('path', { class: 'line', d }),
    tag('path', { class: 'tip', d: arrow }),
  )
}

/** The text, drawn above all lines. */
export function svgTag(edge: PictureEdge, isStill = false): string[] {
  if (edge.tag === null) return []
  const { x, y, width, height, text } = edge.tag
  const lines = text.split('\n')
  const top = y + (height - (lines.length - 1) * sizes.tagLine) / 2 + 3.7
  return [
    tag(
      'g',
      { ...attributes(edge), class: joined(' ', 'tag', edge.mark, isStill && 'still') },
      tag('rect', {
        x: short(x),
        y: short(y),
        width,
        height,
        rx: Math.min(height / 2, pillRadius),
      }),
      ...lines.map((line, index) =>
        tag(
          'text',
          { class: 'mid', x: short(x + width / 2), y: short(top + index * sizes.tagLine) },
          escapeXml(line),
        ),
      ),
    ),
  ]
}

/** Half the height of a text of one line. */
const pillRadius = 9

const attributes = ({ id, layers }: PictureEdge) => ({
  'data-edge': id,
  'data-layers': layers.length === 0 ? null : layers.join(' '),
})

function tooltip(edge: PictureEdge): string {
  const { from, to, label, mark } = edge
  const how = joined(', ', ...howOf(edge), mark)
  return `${from} → ${to}${label === null ? '' : `: ${label}`}${how === '' ? '' : ` (${how})`}`
}
