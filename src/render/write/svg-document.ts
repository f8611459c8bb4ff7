/** The SVG around a drawing: its size, texts for screen readers, styles and background. */

import { escapeXml, tag } from '../../text/safe/for-xml.ts'
import { short } from '../picture/outline.ts'

export interface SvgFrame {
  readonly title: string
  readonly description: string
  readonly style: string
  readonly definitions?: string
  /** Pixels at scale 1. */
  readonly width: number
  readonly height: number
  readonly scale: number
  /** An image has no links for a screen reader. */
  readonly hasLinks?: boolean
}

export function svgDocument(frame: SvgFrame, ...content: readonly string[]): string {
  const { title, description, style, definitions = '', width, height, scale, hasLinks } = frame
  return tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      role: hasLinks ? 'group' : 'img',
      'aria-label': title,
      viewBox: `0 0 ${width} ${height}`,
      width: short(width * scale),
      height: short(height * scale),
    },
    tag('title', {}, escapeXml(title)),
    tag('desc', {}, escapeXml(description)),
    tag('style', {}, style),
    definitions,
    tag('rect', { class: 'canvas', width, height }),
    ...content,
  )
}
