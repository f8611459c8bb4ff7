/** Places of a sequence diagram: participants side by side, events below each other. */
import { addTo } from '../../../grouped.ts'
import type { Box } from '../../picture/picture.ts'
import { textWidth, wrap, wrapAll } from '../../picture/text-width.ts'
import type { Participant } from './participants.ts'
import type { Arrow, Event, Sequence, TextEvent } from './sequence.ts'

export const margin = 28

/** Its `x` is the middle. */
export interface Head extends Box {
  readonly lines: readonly string[]
  readonly isActor: boolean
}

export interface ArrowRow {
  readonly kind: 'arrow'
  readonly from: number
  readonly to: number
  readonly y: number
  readonly lines: readonly string[]
  readonly type: Arrow['kind']
}

/** Its `x` is the middle. */
export interface NoteRow extends Box {
  readonly kind: 'note' | 'error'
  readonly lines: readonly string[]
}

type Row = ArrowRow | NoteRow

export interface Block {
  readonly width: number
  readonly height: number
  readonly title: string
  readonly about: readonly string[]
  readonly heads: readonly Head[]
  readonly lives: readonly { readonly x: number; readonly top: number; readonly bottom: number }[]
  readonly rows: readonly Row[]
  /** Around events that happen at once. */
  readonly frames: readonly Box[]
  /** Around participants. */
  readonly boxes: readonly TitledBox[]
}

export interface TitledBox extends Box {
  readonly title: string
}

const size = { label: 13, text: 11.5, title: 16 }
const line = 16
const boxHead = 28
const boxPadding = 12
const widest = { head: 150, arrow: 220, note: 240 }

/** Lines of a name or of an arrow: more if the author broke the text. */
const linesShown = { wrapped: 2, broken: 4 }

/** A text beside a loop, or above a line. */
const arrowLines = ({ text }: Arrow) => linesOf(text, size.text, widest.arrow)
const nameLines = ({ label }: Participant) => linesOf(label, size.label, widest.head)

function linesOf(text: string, letters: number, width: number): readonly string[] {
  const texts = text.split('\n')
  const most = texts.length > 1 ? linesShown.broken : linesShown.wrapped
  return wrapAll(texts, { size: letters, width, most })
}

const widthOf = (lines: readonly string[], letters: number) =>
  Math.max(0, ...lines.map((one) => textWidth(one, letters)))

export function layoutSequence(sequence: Sequence): Block {
  const { title, participants, events, boxes } = sequence
  const names = participants.map(nameLines)
  const widths = names.map((lines) => Math.max(84, widthOf(lines, size.label) + 26))
  const xs = columnsOf(widths, sequence)
  const about = aboutOf(sequence)
  const boxTop = 56 + about.length * line
  const top = boxTop + (boxes.length > 0 ? boxHead : 0)
  const mostLines = Math.max(1, ...names.map(({ length }) => length))
  const headHeight = 30 + (mostLines - 1) * 17

  const placement = new Placement(xs, top + headHeight + 14)
  for (const event of events) placement.add(event)
  const bottom = placement.y + 14
  return inMargins({
    title,
    about,
    heads: xs.map((x, i) => ({
      x,
      y: top,
      width: widths[i] ?? 0,
      height: headHeight,
      lines: names[i] ?? [],
      isActor: participants[i]?.isActor ?? false,
    })),
    lives: xs.map((x) => ({ x, top: top + headHeight, bottom })),
    rows: placement.rows,
    frames: placement.frames,
    boxes: boxes.map((box) => {
      const { left } = around(xs[box.first] ?? 0, widths[box.first] ?? 0)
      const { right } = around(xs[box.last] ?? 0, widths[box.last] ?? 0)
      return boxAround(box.title, { left, right, top: boxTop, bottom: bottom + 8 })
    }),
    width: 0,
    height: bottom + margin - 8,
  })
}

function boxAround(
  title: string,
  { left, right, top, bottom }: Extent & { readonly top: number; readonly bottom: number },
): TitledBox {
  const width = right - left + 2 * boxPadding
  const [words = ''] = wrap(title, size.text, width - 2 * boxPadding, 1).lines
  return { title: words, x: left - boxPadding, y: top, width, height: bottom - top }
}

/** Lines between the title and the participants. */
function aboutOf({ description, participants, leftOut }: Sequence): string[] {
  const about = description === null ? [] : [...wrap(description, size.text, 560, 3).lines]
  if (leftOut > 0) about.push(`${leftOut} more steps are not shown.`)
  if (participants.length === 0) about.push('No steps.')
  return about
}

/** Places events one below the other. */
class Placement {
  readonly rows: Row[] = []
  readonly frames: Box[] = []
  readonly #columns: readonly number[]
  #y: number

  /** @param columns middles of the participants */
  constructor(columns: readonly number[], top: number) {
    this.#columns = columns
    this.#y = top
  }

  /** Below the last event. */
  get y(): number {
    return this.#y
  }

  add(event: Event): void {
    if (event.kind === 'arrow') this.#addArrow(event.arrow)
    else if (event.kind === 'parallel') this.#addParallel(event.arrows)
    else this.#addText(event)
  }

  #addArrow(arrow: Arrow): void {
    const lines = arrowLines(arrow)
    this.#y += 22 + Math.max(0, lines.length - 1) * line
    const from = this.#x(arrow.from)
    const to = this.#x(arrow.to)
    this.rows.push({
      kind: 'arrow',
      from,
      to,
      y: this.#y,
      lines,
      type: arrow.kind,
    })
    this.#y += from === to ? 24 : 10
  }

  /** Arrows in a frame. */
  #addParallel(arrows: readonly Arrow[]): void {
    this.#y += 8
    const top = this.#y
    this.#y += 12
    for (const arrow of arrows) this.#addArrow(arrow)
    this.#y += 4

    const ends = arrows.flatMap(({ from, to }) => [this.#x(from), this.#x(to)])
    const left = Math.min(...ends)
    const loops = arrows.filter(({ from, to }) => from === to)
    const loopEnds = loops.map(
      (loop) => this.#x(loop.from) + 18 + widthOf(arrowLines(loop), size.text),
    )
    const width = Math.max(...ends, ...loopEnds) - left + 44
    this.frames.push({ x: left - 22, y: top, width, height: this.#y - top })
    this.#y += 8
  }

  #addText({ kind, at: participant, text }: TextEvent): void {
    const { lines } = wrap(text, size.text, widest.note, 6)
    const height = Math.max(1, lines.length) * line + 10
    this.#y += 10
    this.rows.push({
      kind,
      x: this.#x(participant),
      y: this.#y,
      width: Math.max(60, widthOf(lines, size.text) + 20),
      height,
      lines,
    })
    this.#y += height + 4
  }

  #x(participant: number): number {
    return this.#columns[participant] ?? 0
  }
}

function arrowsOf(event: Event): readonly Arrow[] {
  if (event.kind === 'arrow') return [event.arrow]
  return event.kind === 'parallel' ? event.arrows : []
}

/** The middle of each participant: far enough from the others for names and texts between them. */
function columnsOf(widths: readonly number[], { events, boxes }: Sequence): number[] {
  const needs = needsByEnd(events)
  const borders = (index: number) =>
    boxes.filter(({ first, last }) => first === index || last === index - 1).length
  const xs: number[] = []
  for (const [i, width] of widths.entries()) {
    const before = xs[i - 1]
    const between = ((widths[i - 1] ?? 0) + width) / 2
    const gapBefore = 26 + borders(i) * boxPadding
    const least = before === undefined ? width / 2 : before + between + gapBefore
    const ownNeeds = needs.get(i) ?? []
    const others = ownNeeds.map((need) => (xs[need.from] ?? 0) + need.width)
    xs.push(Math.max(least, ...others))
  }
  return xs
}

/** Room for the text of an arrow, from a participant to one on its right. */
interface Need {
  readonly from: number
  readonly width: number
}

/** By the participant on the right. */
function needsByEnd(events: readonly Event[]): Map<number, Need[]> {
  const needs = new Map<number, Need[]>()
  for (const arrow of events.flatMap(arrowsOf)) {
    const width = widthOf(arrowLines(arrow), size.text)
    const from = Math.min(arrow.from, arrow.to)
    const to = Math.max(arrow.from, arrow.to)
    if (from === to) addTo(needs, from + 1, { from, width: width + 44 })
    else addTo(needs, to, { from, width: width + 30 })
  }
  return needs
}

/** Moves everything to the right of the margin, and measures it. */
function inMargins(block: Block): Block {
  const extents = [
    ...block.heads.map(({ x, width }) => around(x, width)),
    ...block.frames.map(({ x, width }) => ({ left: x, right: x + width })),
    ...block.rows.map(extentOf),
    ...block.boxes.map(({ x, width }) => ({ left: x, right: x + width })),
  ]
  const left = Math.min(0, ...extents.map((extent) => extent.left))
  const right = Math.max(0, ...extents.map((extent) => extent.right))
  const texts = Math.max(textWidth(block.title, size.title), widthOf(block.about, size.text))
  const by = margin - left
  return {
    ...block,
    width: Math.max(right - left, texts) + 2 * margin,
    heads: block.heads.map((head) => ({ ...head, x: head.x + by })),
    lives: block.lives.map((life) => ({ ...life, x: life.x + by })),
    frames: block.frames.map((frame) => ({ ...frame, x: frame.x + by })),
    boxes: block.boxes.map((box) => ({ ...box, x: box.x + by })),
    rows: block.rows.map((row) =>
      row.kind === 'arrow'
        ? { ...row, from: row.from + by, to: row.to + by }
        : { ...row, x: row.x + by },
    ),
  }
}

interface Extent {
  readonly left: number
  readonly right: number
}

const around = (middle: number, width: number): Extent => ({
  left: middle - width / 2,
  right: middle + width / 2,
})

/** Measures a note, or the text of an arrow; a loop has its text beside it. */
function extentOf(row: Row): Extent {
  if (row.kind !== 'arrow') return around(row.x, row.width)
  const width = widthOf(row.lines, size.text)
  if (row.from === row.to) return { left: row.from, right: row.from + 36 + width }
  return around((row.from + row.to) / 2, width)
}
