/** Draws the legend below the picture: only types, layers and marks that occur in it. */

import { escapeXml, tag } from '../../../text/for-xml.ts'
import { short } from '../../picture/outline.ts'
import type { Mark, Picture } from '../../picture/picture.ts'
import { textWidth } from '../../picture/text-width.ts'
import { edgeTypes } from '../../picture/theme.ts'
import { knownType } from './svg-edge.ts'

const rowHeight = 24
const size = 10.5

export interface Legend {
  readonly height: number
  readonly content: string
}

interface Entry {
  readonly width: number
  readonly draw: string
}

export function legendOf(picture: Picture, left: number, top: number, width: number): Legend {
  const entries = [...marksOf(picture), ...typesOf(picture), ...layersOf(picture)]
  if (entries.length === 0) return { height: 0, content: '' }
  let [x, y] = [left, top]
  const placed = entries.map(({ width: wide, draw }) => {
    if (x > left && x + wide > left + width) {
      x = left
      y += rowHeight
    }
    const at = tag('g', { transform: `translate(${short(x)} ${short(y)})` }, draw)
    x += wide + 22
    return at
  })
  return {
    height: y - top + rowHeight,
    content: tag('g', { class: 'legend', 'aria-hidden': 'true' }, ...placed),
  }
}

const text = (words: string, x: number): string => tag('text', { x, y: 4 }, escapeXml(words))

function lineEntry(name: string, words: string): Entry {
  const draw = tag(
    'g',
    { class: name },
    tag('path', { class: 'line', d: 'M0 0H22' }),
    tag('path', { class: 'tip', d: 'M28 0L20 3.5L20 -3.5Z' }),
  )
  return { width: 34 + textWidth(words, size), draw: draw + text(words, 34) }
}

/** Omitted for a single type. */
function typesOf({ edges }: Picture): Entry[] {
  const used = new Set(edges.map(knownType))
  return used.size < 2 ? [] : edgeTypes.filter((type) => used.has(type)).map((type) => lineEntry(type, type))
}

const maxLayers = 8

function layersOf({ layers }: Picture): Entry[] {
  const names =
    layers.length > maxLayers ? [...layers.slice(0, maxLayers), `${layers.length - maxLayers} more`] : layers
  return names.map((name) => {
    const words = `layer: ${name.length > 40 ? `${name.slice(0, 39)}…` : name}`
    const draw = tag('path', { class: 'icon', d: 'M7 -6l7 4-7 4-7-4zM0 2l7 4 7-4' }) + text(words, 20)
    return { width: 20 + textWidth(words, size), draw }
  })
}

function marksOf({ nodes, edges }: Picture): Entry[] {
  const used = new Set<Mark | null>([...nodes, ...edges].map(({ mark }) => mark))
  return (['added', 'removed', 'changed'] as const)
    .filter((mark) => used.has(mark))
    .map((mark) => lineEntry(mark, mark))
}
