/** Draws scenarios as sequence diagrams below each other, in an SVG without scripts or external references. */

import { escapeXml, tag } from '../../../text/safe/for-xml.ts'
import { type PictureStyle, styleOf, themeIn } from '../../picture/look/style.ts'
import type { Theme } from '../../picture/look/theme.ts'
import { short } from '../../picture/outline.ts'
import type { Box, Picture } from '../../picture/picture.ts'
import { svgDocument } from '../svg-document.ts'
import { fonts, inTheme, styleSheet } from '../svg-style.ts'
import { type Sequence, sequencesOf } from './sequence.ts'
import {
  type ArrowRow,
  type Block,
  type Head,
  layoutSequence,
  margin,
  type NoteRow,
  type TitledBox,
} from './sequence-layout.ts'

const gap = 40

export interface SequenceDrawing {
  readonly svg: string
  /** Pixels at scale 1. */
  readonly width: number
  readonly height: number
}

export function drawSequences(picture: Picture, theme: Theme, scale = 1): SequenceDrawing {
  const sequences = sequencesOf(picture)
  const blocks = sequences.map(layoutSequence)
  const width = Math.ceil(Math.max(320, ...blocks.map((block) => block.width)))
  let y = 0
  const drawn = blocks.map((block) => {
    const group = tag('g', { transform: `translate(0 ${short(y)})` }, ...contentOf(block))
    y += block.height + gap
    return group
  })
  const height = Math.ceil(Math.max(80, y - gap))
  const empty = tag('text', { x: margin, y: 44 }, 'No scenarios.')
  const description = sequences.map(sentence).join(' ')
  const look = styleOf(picture.style)
  const style = styleSheet(look, theme) + sequenceStyle(look, theme)
  const svg = svgDocument(
    { title: picture.title, description, style, width, height, scale },
    ...(drawn.length === 0 ? [empty] : drawn),
  )
  return { svg: `${svg}\n`, width, height }
}

/** For screen readers. */
const sentence = ({ title, participants }: Sequence): string =>
  `${title}: ${participants.map(({ label }) => label.replaceAll('\n', ' ')).join(', ')}.`

function sequenceStyle(style: PictureStyle, theme: Theme): string {
  const rules = (name: 'light' | 'dark') => {
    const { frameLine, states, surface, text, edge, canvas } = style[name]
    return (
      `.says{stroke:${canvas}}.life{stroke:${frameLine}}.alarm>.body{fill:${surface};stroke:${states.error}}.alarm>text{fill:${text}}` +
      `.together{stroke:${frameLine}}.box{stroke:${frameLine}}.none>.line{stroke:${states.error}}.none>.cross{stroke:${states.error}}.call>.line{stroke:${edge}}`
    )
  }
  const fixed =
    '.says{paint-order:stroke;stroke-width:4;stroke-linejoin:round}.life{stroke-width:1.2;stroke-dasharray:3 4}.together{fill:none;stroke-width:1.2;stroke-dasharray:6 4}.box{fill:none;stroke-width:1.2}' +
    '.reply>.line,.none>.line{stroke-dasharray:6 4}.cross{stroke-width:2;fill:none}' +
    `.heading{font-size:16px}.about,.what,.mark{font-family:${fonts(500, style.font)};font-size:11.5px;font-weight:500}`
  return fixed + inTheme(themeIn(style, theme), rules)
}

function contentOf({ title, about, heads, lives, rows, frames, boxes }: Block): string[] {
  return [
    textAt(title, margin, 36, 'heading'),
    ...linesAt(about, margin, 56, 'note about'),
    ...boxes.map(boxOf),
    ...lives.map(({ x, top, bottom }) =>
      tag('path', { class: 'life', d: `M${short(x)} ${short(top)}V${short(bottom)}` }),
    ),
    ...frames.map(frameOf),
    ...heads.map(headOf),
    ...rows.map((row) => (row.kind === 'arrow' ? arrowOf(row) : noteOf(row))),
  ]
}

const textAt = (words: string, x: number, y: number, names: string): string =>
  tag('text', { x: short(x), y: short(y), class: names }, escapeXml(words))

const linesAt = (lines: readonly string[], x: number, y: number, names: string): string[] =>
  lines.map((line, i) => textAt(line, x, y + i * 16, names))

/** Around participants of one group. */
function boxOf({ x, y, width, height, title }: TitledBox): string {
  const rect = {
    class: 'box',
    x: short(x),
    y: short(y),
    width: short(width),
    height: short(height),
    rx: 8,
  }
  const words = textAt(title, x + width / 2, y + 18, 'note mark mid')
  return tag('g', {}, tag('rect', rect), words)
}

/** Around events that happen at once. */
function frameOf({ x, y, width, height }: Box): string {
  const rect = {
    class: 'together',
    x: short(x),
    y: short(y),
    width: short(width),
    height,
    rx: 8,
  }
  const words = textAt('at once', x + 8, y + 14, 'note mark says')
  return tag('g', {}, tag('rect', rect), words)
}

function headOf({ x, y, width, height, lines, isActor }: Head): string {
  const rect = bodyAt({ x, y, width, height }, isActor ? height / 2 : 8)
  const middle = (lines.length - 1) / 2
  const names = lines.map((line, i) =>
    textAt(line, x, y + height / 2 + 4.5 + (i - middle) * 17, 'mid'),
  )
  return tag('g', { class: 'node' }, rect, ...names)
}

function arrowOf(row: ArrowRow): string {
  const { from, to, y, lines, type } = row
  const isLoop = from === to
  const x = isLoop ? from + 30 : (from + to) / 2
  const names = isLoop ? 'note what says' : 'note what says mid'
  const top = y - 7 - (lines.length - 1) * 16
  return tag('g', { class: type }, ...lineOf(row), ...linesAt(lines, x, top, names))
}

function noteOf(row: NoteRow): string {
  const names = row.kind === 'error' ? 'alarm' : 'remark'
  return tag(
    'g',
    { class: names },
    bodyAt(row, 5),
    ...linesAt(row.lines, row.x, row.y + 17, 'what mid'),
  )
}

/** @param box its `x` is the middle */
const bodyAt = ({ x, y, width, height }: Box, rx: number): string =>
  tag('rect', {
    class: 'body',
    x: short(x - width / 2),
    y: short(y),
    width: short(width),
    height,
    rx,
  })

/** The line of an arrow, and its tip; a cross instead of a tip if it cannot arrive. */
function lineOf({ from, to, y, type }: ArrowRow): string[] {
  if (from === to) {
    const loop = `M${short(from)} ${short(y)}h24v16H${short(from + 8)}`
    return [path('line', loop), path('tip', tipAt(from, y + 16, -1))]
  }
  const side = to > from ? 1 : -1
  if (type === 'none') {
    const x = to - side * 14
    return [
      path('line', `M${short(from)} ${short(y)}H${short(x)}`),
      path('cross', `M${short(x - 5)} ${short(y - 5)}l10 10m0 -10l-10 10`),
    ]
  }
  return [
    path('line', `M${short(from)} ${short(y)}H${short(to - side * 7)}`),
    path('tip', tipAt(to, y, side)),
  ]
}

const path = (name: string, d: string): string => tag('path', { class: name, d })

/** @param side 1 points to the right, -1 to the left */
const tipAt = (x: number, y: number, side: 1 | -1): string =>
  `M${short(x)} ${short(y)}l${-side * 8} -3.5v7Z`
