/** Draws names of boxes and titles of groups larger while the picture is small: in as many lines as there is room for, else shortened. */

import type { Size } from '../../picture/direction.ts'
import { boundsOf, moved, overlaps, segmentsOf } from '../../picture/geometry.ts'
import { sizes, stackOf } from '../../picture/measure.ts'
import { textShift } from '../../picture/outline.ts'
import type { Box, PictureEdge, PictureNode, Point, Shape } from '../../picture/picture.ts'
import { textWidth, wrap } from '../../picture/text-width.ts'
import type { DrawnElements } from './drawn-elements.ts'
import { drawn } from './element.ts'
import type { Graph } from './graph.ts'
import { drawnWidth, release, squeeze, tooWide } from './name-width.ts'

/** Pixels on the screen that a name has at least. */
export const floor = 9
/** Names grow in steps, so that few zooms change them. */
const step = 1.1
const lineHeight = 1.18
/** A larger name is no longer in its box, and a larger title not in the head of its group. */
const largestName = 40
const largestTitle = 30
/** A shortened name with so many letters still reads. */
const enough = 12
/** A letter keeps this part of its width. */
const narrowest = 0.5
/** The part of a box that holds a text, as shares of its size. */
const inner: Partial<Record<Shape, readonly [width: number, height: number]>> = {
  cylinder: [1, 0.68],
  diamond: [0.6, 0.6],
  circle: [0.72, 0.72],
  cloud: [0.76, 0.66],
  hexagon: [0.76, 1],
  parallelogram: [0.72, 1],
  person: [1, 0.6],
  machine: [1, 0.76],
}

type Named = Pick<PictureNode, 'label' | 'labelLines' | 'shape' | 'replicas' | 'width' | 'height'>

/** The smallest scale at which all of these names read. */
export const readableScale = (nodes: readonly Named[]): number =>
  nodes.reduce((least, node) => Math.max(least, floor / largestOf(node)), floor / largestName)

function largestOf(node: Named): number {
  let size: number = sizes.label
  while (size * step <= largestName && isRead(node, linesOf(node, size * step), size * step))
    size *= step
  return size
}

const isRead = (node: Named, lines: readonly string[], size: number): boolean => {
  const last = lines.at(-1) ?? ''
  const isWhole = node.label.endsWith(last) || lines.join('').length > enough
  const { width } = roomIn(node)
  return lines.length > 0 && isWhole && lines.every((line) => textWidth(line, size) <= width)
}

/** The size of names and titles at a scale; 0 if they read as they are drawn. */
export function nameSize(scale: number): number {
  const least = floor / scale
  const exactSteps = Math.log(least / sizes.label) / Math.log(step)
  const steps = Math.max(0, Math.ceil(exactSteps - 0.001))
  return least > sizes.title ? sizes.label * step ** steps : 0
}

/** @param left pixels for an icon */
function roomIn({ shape, replicas, width, height }: Named, left = 0): Size {
  const stack = stackOf({ replicas })
  const [across, down] = inner[shape] ?? [1, 1]
  return { width: (width - stack) * across - 10 - left, height: (height - stack) * down - 4 }
}

/** Pixels of the room that are left of a name that starts at `x`, as its icon leaves it. */
function roomBefore(node: Named, x: number): number {
  const stack = stackOf(node)
  return x - (node.width - stack - roomIn(node).width) / 2
}

/** Whole words only, as in the accessible name: a word that is too long is drawn narrower. None if it would be too narrow. */
export function linesOf(node: Named, size: number, left = 0): readonly string[] {
  const { label, labelLines } = node
  const { width, height } = roomIn(node, left)
  const most = Math.floor(height / (size * lineHeight))
  if (most < 1) return []
  const fits = (line: string) => textWidth(line, size) <= width
  if (labelLines && labelLines.length <= most && labelLines.every(fits)) return labelLines
  const words = label.split(/(?<=[\s\-–/_.:,;])/).map((word) => word.trimEnd())
  const [first = ''] = words
  if (words.some((word) => textWidth(word, size) > width)) {
    const line = words.length > 1 ? `${first}…` : first
    return textWidth(line, size) * narrowest > width ? [] : [line]
  }
  const { lines, cut } = wrap(label, size, width, most)
  const last = lines.at(-1) ?? ''
  if (!cut) return lines
  if (/\s/.test(last)) return [...lines.slice(0, -1), last.replace(/\s+\S*…$/, '…')]
  if (lines.length < 2) return [`${first}…`]
  return [...lines.slice(0, -2), `${lines.at(-2)}…`]
}

interface NameLook {
  readonly size: number
  /** False if the name has the whole box. */
  readonly mayHaveIcon: boolean
}

const iconOf = (element: SVGElement): Element | null =>
  element.querySelector(':scope>.icon, :scope>.art')

/** The head of a group keeps its icon. */
const mayLeaveIconOut = (element: SVGElement, node: Named, size: number): boolean =>
  !element.matches('.head') && iconOf(element) !== null && isRead(node, linesOf(node, size), size)

/** A larger title of a group, over which lines may lead. */
interface Title {
  readonly text: SVGTextElement
  readonly node: PictureNode
  readonly size: number
}

export class Names {
  #graph: Graph | undefined
  #elements: DrawnElements | undefined
  #drawn: SVGElement[] = []
  /** Boxes and folded groups, with the nodes whose names they show. */
  readonly #boxes = new Map<SVGElement, Named>()
  #squeezed: SVGTextElement[] = []
  #titles: Title[] = []
  /** Undefined before the names of a picture are drawn. */
  #size: number | undefined

  /** @param elements after their places and folds have changed */
  show(graph: Graph, elements: DrawnElements, scale: number): void {
    this.#graph = graph
    this.#elements = elements
    this.#size = undefined
    this.setScale(scale)
  }

  /** Call it after the end of a zoom. */
  setScale(scale: number): void {
    const size = nameSize(scale)
    if (size === this.#size || !this.#graph || !this.#elements) return
    this.#size = size
    this.#clear()
    for (const [key, elements] of this.#elements.shownNodes()) {
      const node = this.#graph.nodes.get(key)
      if (node) this.#enlarge(elements, node, size)
    }
    this.#keepInBoxes(Math.max(size, sizes.label))
    this.#coverLines(this.#graph.picture.edges)
  }

  /** Leaves out the icon of a box whose name is too wide for its border, then draws the letters narrower. Each step measures all at once. */
  #keepInBoxes(size: number): void {
    const wide = [...this.#boxes].filter(([element, node]) => tooWide(element, node).length > 0)
    for (const [element, node] of wide) {
      const hasNotes = size === sizes.label && element.querySelector(':scope>.note')
      if (!hasNotes && mayLeaveIconOut(element, node, size))
        this.#name(element, node, { size, mayHaveIcon: false })
    }
    const rest = wide.flatMap(([element, node]) =>
      tooWide(element, node).map((text) => ({ text, node })),
    )
    for (const { text, node } of rest) squeeze(text, node)
    this.#squeezed = rest.map(({ text }) => text)
  }

  /**
   * Puts a plate below each title that a line crosses, as wide as the browser draws the title.
   * Measures all of them at once.
   */
  #coverLines(edges: readonly PictureEdge[]): void {
    if (this.#titles.length === 0) return
    const lines = boxesOfLines(edges)
    const plates = this.#titles.map(({ text, node, size }) => ({
      text,
      node,
      plate: {
        x: Number(text.getAttribute('x')) - 3,
        y: 23 - size,
        width: Math.max(textWidth(text.textContent, size), drawnWidth(text, node)) + 6,
        height: size * 1.3,
      },
    }))
    for (const { text, node, plate } of plates) {
      if (lines.some((line) => overlaps(line, moved(plate, node))))
        text.before(drawn('rect', { class: 'canvas', ...plate, rx: 4 }))
    }
  }

  #clear(): void {
    for (const name of this.#drawn) {
      name.parentElement?.classList.remove('named', 'iconless')
      name.remove()
    }
    this.#drawn = []
    for (const text of this.#squeezed) release(text)
    this.#squeezed = []
    this.#titles = []
    this.#boxes.clear()
  }

  #enlarge(elements: readonly SVGElement[], node: PictureNode, size: number): void {
    const cover = elements.find(({ classList }) => classList.contains('cover'))
    const head = elements.find(({ classList }) => classList.contains('head'))
    if (head && !cover) {
      this.#boxes.set(head, node)
      if (size > 0) this.#title(head, node, Math.min(largestTitle, size))
      return
    }
    const box = cover ?? elements[0]
    const named = cover ? { ...node, shape: 'default' as const } : node
    if (!box) return
    this.#boxes.set(box, named)
    // Names read at their usual size.
    if (size > sizes.label) this.#name(box, named, { size, mayHaveIcon: true })
  }

  #name(element: SVGElement, node: Named, { size, mayHaveIcon }: NameLook): void {
    element.querySelector(':scope>.name')?.remove()
    const stack = stackOf(node)
    const labelX = Number(element.querySelector(':scope>text')?.getAttribute('x'))
    const icon = mayHaveIcon ? iconOf(element) : null
    const iconRoom = icon ? roomBefore(node, labelX) : 0
    const besideIcon = size > largestName ? [] : linesOf(node, size, iconRoom)
    const isWhole = node.label.endsWith(besideIcon.at(-1) ?? '-')
    const isNarrower = besideIcon.some(
      (line) => textWidth(line, size) > roomIn(node, iconRoom).width,
    )
    const hasIcon = icon !== null && isWhole && !isNarrower
    const lines = hasIcon || size > largestName ? besideIcon : linesOf(node, size)

    const x = hasIcon ? labelX : (node.width - stack) / 2
    const lower = textShift[node.shape] ?? 0
    const above = ((lines.length - 1) * size * lineHeight) / 2
    const top = (node.height - stack) / 2 + lower - above + size * 0.36
    const { width } = roomIn(node, hasIcon ? iconRoom : 0)
    const name = drawn('g', { class: 'name', 'aria-hidden': 'true' })
    lines.forEach((line, index) => {
      const y = top + index * size * lineHeight
      const text = textOf(line, size, { x, y }, hasIcon ? '' : 'mid')
      if (textWidth(line, size) > width) text.setAttribute('textLength', width.toFixed(1))
      text.setAttribute('lengthAdjust', 'spacingAndGlyphs')
      // The space separates the lines, so that they read like the accessible name.
      name.append(text, ' ')
    })
    this.#add(element, name, hasIcon, node.label)
  }

  #title(element: SVGElement, node: PictureNode, size: number): void {
    const x = Number(element.querySelector(':scope>text')?.getAttribute('x') ?? 16)
    const { lines } = wrap(node.label, size, node.width - x - 10, 1)
    const name = drawn('g', { class: 'name', 'aria-hidden': 'true' })
    const text = textOf(lines[0] ?? '', size, { x, y: 23 }, '')
    name.append(text)
    this.#add(element, name, true, node.label)
    this.#titles.push({ text, node, size })
  }

  /** In the place of the text that it replaces, so that all texts are read in the same order; the tooltip has the whole name. */
  #add(element: SVGElement, name: SVGElement, hasIcon: boolean, label: string): void {
    element.classList.add('named')
    element.classList.toggle('iconless', !hasIcon)
    if (!element.querySelector(':scope>title')) name.append(drawn('title', {}, label))
    element.querySelector(':scope>text')?.before(name)
    this.#drawn.push(name)
  }
}

/** The box of each straight piece of a line. */
const boxesOfLines = (edges: readonly PictureEdge[]): Box[] => {
  const pieces = edges.flatMap(({ points }) => segmentsOf(points))
  return pieces.flatMap((piece) => boundsOf(piece) ?? [])
}

const textOf = (line: string, size: number, { x, y }: Point, name: string): SVGTextElement =>
  drawn(
    'text',
    {
      class: name,
      style: `font-size:${size.toFixed(2)}px`,
      x: x.toFixed(1),
      y: y.toFixed(1),
    },
    line,
  )
