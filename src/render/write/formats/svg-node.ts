/** Draws a node as an SVG group: outline, icon, text and badges. */

import { escapeXml, tag } from '../../../text/safe/for-xml.ts'
import { joined } from '../../../text/words.ts'
import type { Size } from '../../picture/direction.ts'
import { useIcon } from '../../picture/icon-art.ts'
import { glyphOf } from '../../picture/icons.ts'
import { notesOf, sizes, textSize } from '../../picture/measure.ts'
import { frontOfFrame, outline, rim, short, textShift } from '../../picture/outline.ts'
import type { IconArts, PictureNode, Point, Shape } from '../../picture/picture.ts'
import { textWidth } from '../../picture/text-width.ts'
import { nameWithId, timesOf } from '../../picture/texts.ts'
import type { NodeLinks } from './svg-links.ts'

/** Classes that only frames have. */
export interface FrameColors {
  /** Undefined for a colour of the script. */
  readonly hue: number | undefined
  /** Backgrounds that have a class. */
  readonly grounds: readonly string[]
}

const noColors: FrameColors = { hue: undefined, grounds: [] }

/** How the nodes of one picture are drawn. */
export interface NodeDrawing {
  /** Those of packs. */
  readonly icons: IconArts | undefined
  /** True for what is unchanged in a comparison. */
  readonly isStill: (node: PictureNode) => boolean
  /** Undefined draws no links. */
  readonly links?: NodeLinks | undefined
}

export function svgNode(node: PictureNode, how: NodeDrawing, colors = noColors): string {
  const { icons, links } = how
  const names = classesOf(node, how, colors)
  const title = joined(' – ', tooltip(node), links?.words(node))
  if (node.isFrame) return nodeGroup(node, { names, title, parts: frame(node) })

  const parts = leaf(node, icons, links?.lines(node))
  const beside = links?.besideBox(node, parts) ?? []
  const inside = parts.filter((part) => !beside.includes(part))
  const drawn = nodeGroup(node, { names, title, parts: inside })
  const box = links ? links.box(node, drawn) : drawn
  if (beside.length === 0) return box
  const state = node.state === 'running' ? null : node.state
  return box + tag('g', { class: state, transform: placeOf(node) }, ...beside)
}

function classesOf(node: PictureNode, { isStill }: NodeDrawing, { hue, grounds }: FrameColors) {
  const { isFrame, external, state, mark, depth, look } = node
  const ground = isFrame && look?.background !== undefined ? grounds.indexOf(look.background) : -1
  return joined(
    ' ',
    isFrame ? 'frame' : 'node',
    isFrame && depth > 2 && 'deep',
    hue !== undefined && `hue-${hue}`,
    ground >= 0 && `ground-${ground}`,
    external && 'external',
    state !== 'running' && state,
    mark,
    isStill(node) && 'still',
  )
}

interface NodeContent {
  /** Its classes. */
  readonly names: string
  readonly title: string
  readonly parts: readonly string[]
}

const nodeGroup = (node: PictureNode, { names, title, parts }: NodeContent): string =>
  tag(
    'g',
    {
      class: names,
      transform: placeOf(node),
      'data-node': node.key,
      'data-size': `${short(node.width)} ${short(node.height)}`,
      'data-layers': node.layers.length === 0 ? null : node.layers.join(' '),
    },
    tag('title', {}, escapeXml(title)),
    ...parts,
  )

const placeOf = ({ x, y }: Point): string => `translate(${short(x)} ${short(y)})`

/** The tooltip, also for screen readers. */
function tooltip(node: PictureNode): string {
  const { kind, state, description, replicas, note, mark, was } = node
  return joined(
    ' – ',
    nameWithId(node),
    kind !== 'process' && kind,
    state !== 'running' && state,
    timesOf(node) && `${replicas} replicas`,
    note,
    was === undefined ? mark : `renamed from ${was}`,
    description,
  )
}

/** Kept from the rules of the style sheet: what only the script knows. */
function styleOfBox({ color, look, isFrame }: PictureNode): string | null {
  const line = look?.border ?? color
  const dash = look?.dash
  return (
    joined(
      ';',
      isFrame && color !== null && look?.background === undefined && `fill:${color}`,
      !isFrame && look?.background !== undefined && `fill:${look.background};fill-opacity:.12`,
      line !== null && `stroke:${line}`,
      dash !== undefined && `stroke-dasharray:${dash === 'dashed' ? '7 4' : '2 3'}`,
    ) || null
  )
}

function frame(node: PictureNode): string[] {
  const { width, height, depth, mark, shape } = node
  return [
    tag('rect', {
      class: 'body',
      width,
      height,
      rx: depth === 0 ? 14 : 11,
      style: styleOfBox(node),
    }),
    ...(shape === 'machine'
      ? [tag('path', { class: 'rim', d: frontOfFrame(width, sizes.frameHead) })]
      : []),
    ...(mark === null ? [] : [sign(mark, width - 4)]),
  ]
}

/** Drawn above all edges, because they may cross it. */
export function svgHead(node: PictureNode, { icons, isStill, links }: NodeDrawing): string {
  const { key, lines, icon, layers, mark } = node
  const glyph = iconAt(icon, icons, 14, (sizes.frameHead - sizes.icon) / 2 + 1)
  const title = lines[0] ?? ''
  const start = glyph.length > 0 ? 14 + sizes.icon + 7 : 16
  const drawn = tag(
    'g',
    {
      class: joined(' ', 'head', mark, isStill(node) && 'still'),
      transform: placeOf(node),
      'data-head': key,
      'data-layers': layers.length === 0 ? null : layers.join(' '),
    },
    ...glyph,
    line(escapeXml(title), '', start, 24),
  )
  if (!links) return drawn
  const box = links.box(node, drawn)
  const corner = { x: start + textWidth(title, sizes.title) + 16, y: 20 }
  const beside = links.besideTitle(node, corner)
  return beside.length === 0 ? box : box + tag('g', { transform: placeOf(node) }, ...beside)
}

const straightSides: ReadonlySet<string> = new Set<Shape>([
  'default',
  'cylinder',
  'person',
  'machine',
])

/** The parts of a node that is no frame, without its title. @param about markup of the lines of its description */
export function leaf(
  node: PictureNode,
  icons: IconArts | undefined,
  about?: readonly string[],
): string[] {
  const { shape, state, mark } = node
  const times = timesOf(node)
  const stack = times === null ? 0 : sizes.stack * 2
  const width = node.width - stack
  const height = node.height - stack
  const path = outline(shape, width, height)
  const style = styleOfBox(node)
  const cards =
    stack === 0
      ? []
      : [2, 1].map((card) =>
          tag('path', {
            class: 'body',
            d: path,
            transform: `translate(${card * sizes.stack} ${card * sizes.stack})`,
            style,
          }),
        )
  const inside = rim(shape, width, height)
  // The dot is on the left side; below its middle, where connections arrive, if the side is straight.
  const cy = straightSides.has(shape) ? height - 12 : height / 2
  return [
    ...cards,
    tag('path', { class: 'body', d: path, style }),
    ...(inside === null ? [] : [tag('path', { class: 'rim', d: inside, style })]),
    ...content({ node, icons, about }, { width, height }),
    ...(times === null ? [] : [badge(times, width)]),
    ...(state === 'running'
      ? []
      : [tag('circle', { class: 'state', cx: 1, cy, r: 5.5, 'stroke-width': 2 })]),
    ...(mark === null ? [] : [sign(mark, 2)]),
  ]
}

interface LeafContent {
  readonly node: PictureNode
  readonly icons: IconArts | undefined
  readonly about: readonly string[] | undefined
}

/** Icon and text side by side, centred. */
function content({ node, icons, about }: LeafContent, { width, height }: Size): string[] {
  const { lines, icon, shape } = node
  const lower = textShift[shape] ?? 0
  const notes = notesOf(node)
  const isDrawn = icon !== null && (glyphOf(icon) !== undefined || icons?.has(icon) === true)
  const glyph = isDrawn ? icon : null
  const text = textSize(lines, notes)
  const used = text.width + (glyph === null ? 0 : sizes.icon + sizes.iconGap)
  const left = (width - used) / 2
  // Left-align text beside an icon, so that a wider font grows away from it.
  const x = glyph === null ? width / 2 : left + sizes.icon + sizes.iconGap
  const names = glyph === null ? 'mid' : ''
  const top = (height - text.height) / 2 + lower
  const end = top + text.height - 3.5
  const plain = notes.map(escapeXml)
  const markup = about ? [...plain.slice(0, plain.length - about.length), ...about] : plain
  return [
    ...iconAt(glyph, icons, left, height / 2 - sizes.icon / 2 + lower),
    ...lines.map((one, i) => line(escapeXml(one), names, x, top + 13 + i * sizes.labelLine)),
    ...markup.map((one, i) => {
      const linesBelow = notes.length - 1 - i
      return line(one, `note ${names}`.trim(), x, end - linesBelow * sizes.noteLine)
    }),
  ]
}

const line = (markup: string, names: string, x: number, y: number): string =>
  tag(
    'text',
    {
      class: names || null,
      x: short(x),
      y: short(y),
    },
    markup,
  )

function iconAt(name: string | null, icons: IconArts | undefined, x: number, y: number): string[] {
  const art = name === null ? undefined : icons?.get(name)
  if (art) return [useIcon(art, x, y, sizes.icon)]
  const path = glyphOf(name)
  if (path === undefined) return []
  const scale = sizes.icon / 24
  return [
    tag('path', {
      class: 'icon',
      d: path,
      transform: `translate(${short(x)} ${short(y)}) scale(${short(scale)})`,
    }),
  ]
}

/** In the upper right corner. */
function badge(text: string, width: number): string {
  const wide = textWidth(text, 10) + 12
  return tag(
    'g',
    { class: 'badge', transform: `translate(${short(width - wide + 8)} -8)` },
    tag('rect', { width: short(wide), height: 16, rx: 8 }),
    tag('text', { class: 'mid', x: short(wide / 2), y: 11.5 }, escapeXml(text)),
  )
}

const signs = { added: '+', removed: '−', changed: '~' } as const

/** A sign for the mark, for readers who cannot see its colour. */
const sign = (mark: keyof typeof signs, x: number): string =>
  tag(
    'g',
    { class: 'sign', transform: `translate(${x} 3)` },
    tag('circle', { r: 9 }),
    tag('text', { class: 'mid', y: 4.5 }, signs[mark]),
  )
