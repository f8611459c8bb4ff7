/** Draws the legend below the picture: only types, layers and marks that occur in it. */

import { escapeXml, tag } from '../../../text/safe/for-xml.ts'
import { edgeTypes, knownType } from '../../picture/look/theme.ts'
import { outline, rim, short } from '../../picture/outline.ts'
import { type Mark, type Picture, type Shape, states } from '../../picture/picture.ts'
import { textWidth } from '../../picture/text-width.ts'

const rowHeight = 24
const size = 10.5

export interface Legend {
  readonly height: number
  readonly content: string
  /** True if it draws small outlines. */
  readonly hasShapes: boolean
}

interface Entry {
  readonly width: number
  readonly draw: string
}

export function legendOf(picture: Picture, left: number, top: number, width: number): Legend {
  const shapes = shapesOf(picture)
  const lines = [...marksOf(picture), ...typesOf(picture)]
  const entries = [...lines, ...statesOf(picture), ...shapes, ...layersOf(picture)]
  if (entries.length === 0) return { height: 0, content: '', hasShapes: false }
  let x = left
  let y = top
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
    hasShapes: shapes.length > 0,
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
  if (used.size < 2) return []
  const types = edgeTypes.filter((type) => used.has(type))
  return types.map((type) => lineEntry(type, type))
}

/** A little box beside its name. */
function boxEntry(
  words: string,
  attributes: Readonly<Record<string, string | number>>,
  ...box: string[]
): Entry {
  return {
    width: 30 + textWidth(words, size),
    draw: tag('g', attributes, ...box) + text(words, 30),
  }
}

function statesOf({ nodes }: Picture): Entry[] {
  const used = new Set(nodes.map(({ state }) => state))
  return states
    .filter((state) => state !== 'running' && used.has(state))
    .map((state) =>
      boxEntry(
        state,
        { class: state, transform: 'translate(4 -4.5)' },
        tag('path', { class: 'body', d: outline('default', 22, 9) }),
        tag('circle', { class: 'state', cy: 4.5, r: 3, 'stroke-width': 1.5 }),
      ),
    )
}

const shapeNames: Partial<Record<Shape, string>> = { person: 'actor', machine: 'host' }

/** Other outlines than a plain box, at two fifths of their size. */
function shapesOf({ nodes }: Picture): Entry[] {
  const drawn = nodes.filter(({ isFrame, shape }) => !isFrame || shape === 'machine')
  const used = new Set(drawn.map(({ shape }) => shape))
  used.delete('default')
  return [...used].map((shape) => {
    const width = 56
    const height = shape === 'person' ? 48 : 34
    const paths = [outline(shape, width, height), rim(shape, width, height)]
    return boxEntry(
      shapeNames[shape] ?? shape,
      { class: 'shape', transform: `translate(0 ${short(-height / 5)}) scale(.4)` },
      ...paths.flatMap((d, i) =>
        d === null ? [] : [tag('path', { class: i === 0 ? 'body' : 'rim', d })],
      ),
    )
  })
}

const maxLayers = 8

function layersOf({ layers }: Picture): Entry[] {
  const names =
    layers.length > maxLayers
      ? [...layers.slice(0, maxLayers), `${layers.length - maxLayers} more`]
      : layers
  return names.map((name) => {
    const words = `layer: ${name.length > 40 ? `${name.slice(0, 39)}…` : name}`
    const draw =
      tag('path', { class: 'icon', d: 'M7 -6l7 4-7 4-7-4zM0 2l7 4 7-4' }) + text(words, 20)
    return { width: 20 + textWidth(words, size), draw }
  })
}

function marksOf({ nodes, edges }: Picture): Entry[] {
  const used = new Set<Mark | null>([...nodes, ...edges].map(({ mark }) => mark))
  return (['added', 'removed', 'changed'] as const)
    .filter((mark) => used.has(mark))
    .map((mark) => lineEntry(mark, mark))
}
