/** Draws scenarios as sequence diagrams below each other, in an SVG without scripts or external references. */

import { escapeXml, tag } from '../../../text/for-xml.ts'
import { short } from '../../picture/outline.ts'
import type { Picture } from '../../picture/picture.ts'
import { type PictureStyle, styleOf, themeIn } from '../../picture/style.ts'
import type { Theme } from '../../picture/theme.ts'
import { svgDocument } from '../svg-document.ts'
import { fonts, inTheme, styleSheet } from '../svg-style.ts'
import { type Sequence, sequencesOf } from './sequence.ts'
import { type Block, layoutSequence, margin } from './sequence-layout.ts'

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
    const at = tag('g', { transform: `translate(0 ${short(y)})` }, ...contentOf(block))
    y += block.height + gap
    return at
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
  `${title}: ${participants.map(({ label }) => label).join(', ')}.`

function sequenceStyle(style: PictureStyle, theme: Theme): string {
  const rules = (name: 'light' | 'dark') => {
    const { frameLine, states, surface, text, edge, canvas } = style[name]
    return (
      `.says{stroke:${canvas}}.life{stroke:${frameLine}}.alarm>.body{fill:${surface};stroke:${states.error}}.alarm>text{fill:${text}}` +
      `.together{stroke:${frameLine}}.none>.line{stroke:${states.error}}.none>.cross{stroke:${states.error}}.call>.line{stroke:${edge}}`
    )
  }
  const fixed =
    '.says{paint-order:stroke;stroke-width:4;stroke-linejoin:round}.life{stroke-width:1.2;stroke-dasharray:3 4}.together{fill:none;stroke-width:1.2;stroke-dasharray:6 4}' +
    '.reply>.line,.none>.line{stroke-dasharray:6 4}.cross{stroke-width:2;fill:none}' +
    `.heading{font-size:16px}.about,.what,.mark{font-family:${fonts(500, style.font)};font-size:11.5px;font-weight:500}`
  return fixed + inTheme(themeIn(style, theme), rules)
}

function contentOf({ title, about, heads, lives, rows, frames }: Block): string[] {
  const text = (words: string, x: number, y: number, names: string) =>
    tag('text', { x: short(x), y: short(y), class: names }, escapeXml(words))
  const lines = (all: readonly string[], x: number, y: number, names: string) =>
    all.map((line, i) => text(line, x, y + i * 16, names))
  return [
    text(title, margin, 36, 'heading'),
    ...about.map((line, i) => text(line, margin, 56 + i * 16, 'note about')),
    ...lives.map(({ x, top, bottom }) =>
      tag('path', { class: 'life', d: `M${short(x)} ${short(top)}V${short(bottom)}` }),
    ),
    ...frames.map(({ x, y, width, height }) =>
      tag(
        'g',
        {},
        tag('rect', {
          class: 'together',
          x: short(x),
          y: short(y),
          width: short(width),
          height,
          rx: 8,
        }),
        text('at once', x + 8, y + 14, 'note mark says'),
      ),
    ),
    ...heads.map(({ x, y, width, height, lines: label, isActor }) =>
      tag(
        'g',
        { class: 'node' },
        tag('rect', {
          class: 'body',
          x: short(x - width / 2),
          y: short(y),
          width: short(width),
          height,
          rx: isActor ? height / 2 : 8,
        }),
        ...label.map((line, i) =>
          text(line, x, y + height / 2 + 4.5 + (i - (label.length - 1) / 2) * 17, 'mid'),
        ),
      ),
    ),
    ...rows.map((row) => {
      if (row.kind === 'arrow') {
        const { from, to, y, lines: words, type } = row
        const middle = from === to ? from + 30 : (from + to) / 2
        const anchor = from === to ? 'note what says' : 'note what says mid'
        return tag(
          'g',
          { class: type },
          ...arrow(from, to, y, type),
          ...lines(words, middle, y - 7 - (words.length - 1) * 16, anchor),
        )
      }
      const { x, y, width, height, lines: words, kind } = row
      return tag(
        'g',
        { class: kind === 'error' ? 'alarm' : 'remark' },
        tag('rect', {
          class: 'body',
          x: short(x - width / 2),
          y: short(y),
          width: short(width),
          height,
          rx: 5,
        }),
        ...lines(words, x, y + 17, 'what mid'),
      )
    }),
  ]
}

function arrow(from: number, to: number, y: number, type: string): string[] {
  const right = to >= from
  const tipAt = (x: number, side: number, at: number) =>
    `M${short(x)} ${short(at)}l${-side * 8} -3.5v7Z`
  if (from === to) {
    const d = `M${short(from)} ${short(y)}h24v16H${short(from + 8)}`
    return [
      tag('path', { class: 'line', d }),
      tag('path', { class: 'tip', d: tipAt(from, -1, y + 16) }),
    ]
  }
  const side = right ? 1 : -1
  if (type === 'none') {
    const x = to - side * 14
    return [
      tag('path', { class: 'line', d: `M${short(from)} ${short(y)}H${short(x)}` }),
      tag('path', { class: 'cross', d: `M${short(x - 5)} ${short(y - 5)}l10 10m0 -10l-10 10` }),
    ]
  }
  return [
    tag('path', { class: 'line', d: `M${short(from)} ${short(y)}H${short(to - side * 7)}` }),
    tag('path', { class: 'tip', d: tipAt(to, side, y) }),
  ]
}
