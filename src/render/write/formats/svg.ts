/** Writes a picture as a self-contained SVG without scripts or external references. */

import { tag } from '../../../text/safe/for-xml.ts'
import { counted, joined } from '../../../text/words.ts'
import { huesOf, lineHues } from '../../picture/hues.ts'
import { iconDefinitions } from '../../picture/icon-art.ts'
import { styleOf } from '../../picture/look/style.ts'
import type { Theme } from '../../picture/look/theme.ts'
import { drawnNodes } from '../../picture/paint.ts'
import type { Mark, Picture } from '../../picture/picture.ts'
import type { PictureSet } from '../picture-set.ts'
import { svgDocument } from '../svg-document.ts'
import { styleSheet } from '../svg-style.ts'
import type { PictureFormat } from './format.ts'
import { svgEdge, svgTag } from './svg-edge.ts'
import { legendOf } from './svg-legend.ts'
import { linksOf } from './svg-links.ts'
import { svgHead, svgNode } from './svg-node.ts'

const margin = 28

export const svg = {
  name: 'svg',
  extension: 'svg',
  write: (picture, { theme, scale, set }) => `${drawing(picture, theme, { scale, set })}\n`,
} satisfies PictureFormat

interface DrawingOptions {
  readonly scale?: number | undefined
  /** Undefined draws no links. */
  readonly set?: PictureSet | undefined
}

/** Elements have the attributes `data-node` (key), `data-size` (width and height), `data-edge` (id) and `data-layers` (indices); the lines have `data-direction` if the script chose one. */
export function drawing(picture: Picture, theme: Theme, more: DrawingOptions = {}): string {
  const { scale = 1, set } = more
  const { title, edges, compares, icons } = picture
  const nodes = drawnNodes(picture)
  const isStill = ({ mark }: { mark: Mark | null }) => compares === true && mark === null
  const width = Math.max(picture.width, 240)
  const legend = legendOf(picture, margin, picture.height - 4, width - 2 * margin)
  const frames = nodes.filter(({ isFrame }) => isFrame)
  const hues = huesOf(picture)
  const lines = lineHues(picture, hues)
  const grounds = [...new Set(frames.flatMap(({ look }) => look?.background ?? []))]
  const art = iconDefinitions(picture)
  const height = picture.height + (legend.height === 0 ? 0 : legend.height + 8)
  const how = { icons, isStill, links: set && linksOf(set) }
  const heads = frames.map((node) => svgHead(node, how))
  const leaves = nodes.filter(({ isFrame }) => !isFrame).map((node) => svgNode(node, how))
  const hasMarkup = (start: string) => [...heads, ...leaves].some((one) => one.includes(start))
  const hasLinks = hasMarkup('<a ')
  const style = styleSheet(styleOf(picture.style), theme, {
    compares,
    hues: new Set(hues.values()),
    lineHues: new Set(lines.values()),
    grounds,
    hasArt: art !== '',
    hasShapes: legend.hasShapes,
    hasLinks,
    hasSigns: hasMarkup('<a class="out"'),
  })
  return svgDocument(
    {
      title,
      description: description(picture),
      style,
      definitions: art,
      width,
      height,
      scale,
      hasLinks,
    },
    tag(
      'g',
      { class: 'frames' },
      ...frames.map((node) => svgNode(node, how, { hue: hues.get(node.key), grounds })),
    ),
    tag(
      'g',
      { class: 'edges', 'data-direction': picture.scriptDirection },
      ...edges.map((edge) => svgEdge(edge, isStill(edge), lines.get(edge.id))),
    ),
    tag('g', { class: 'heads' }, ...heads),
    tag('g', { class: 'nodes' }, ...leaves),
    tag('g', { class: 'tags' }, ...edges.flatMap((edge) => svgTag(edge, isStill(edge)))),
    legend.content,
  )
}

/** Describes the picture in a sentence for screen readers. @param most number of nodes to name */
export function description({ nodes, edges, scenarios }: Picture, most = 12): string {
  const frames = nodes.filter(({ isFrame }) => isFrame).length
  const parts = joined(
    ', ',
    counted(frames, 'group'),
    counted(nodes.length - frames, 'node'),
    counted(edges.length, 'connection'),
    scenarios.length > 0 && counted(scenarios.length, 'scenario'),
  )
  const names = nodes.slice(0, most).map(({ label }) => label)
  const more = nodes.length > names.length ? ' and more' : ''
  const list = names.length === 0 ? '' : `: ${names.join(', ')}${more}`
  return `${parts}${list}.`
}
