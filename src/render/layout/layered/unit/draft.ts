/** A unit that one phase is making: it may change until it is sealed, and nobody else has it before. */

import type { Orientation } from '../../../picture/direction.ts'
import type { Tag } from '../../boxes/edge-labels.ts'
import type { Spacing } from './spacing.ts'
import type { Beside, Frame, Gutter, Link, Row, Slot, Unit, Wire } from './unit.ts'

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

export interface FrameDraft extends Writable<Omit<Frame, 'entry' | 'rows' | 'ups' | 'downs'>> {
  entry: SlotDraft | undefined
  rows: RowDraft[]
  readonly ups: LinkDraft[]
  readonly downs: LinkDraft[]
}

export interface RowDraft extends Writable<Omit<Row, 'frame' | 'entries' | 'gutter'>> {
  frame: FrameDraft
  readonly entries: SlotDraft[]
  readonly gutter: GutterDraft
}

export interface GutterDraft extends Writable<Omit<Gutter, 'links'>> {
  readonly links: LinkDraft[]
}

export interface SlotDraft extends Writable<Omit<Slot, 'row' | 'frame' | 'ups' | 'downs'>> {
  readonly row: RowDraft
  readonly frame: FrameDraft | undefined
  readonly ups: LinkDraft[]
  readonly downs: LinkDraft[]
}

export interface LinkDraft extends Writable<Omit<Link, 'wire' | 'upper' | 'lower' | 'gutter'>> {
  readonly wire: WireDraft
  readonly upper: SlotDraft
  readonly lower: SlotDraft
  readonly gutter: GutterDraft
}

export interface WireDraft extends Omit<Wire, 'stops' | 'links'> {
  readonly stops: SlotDraft[]
  readonly links: LinkDraft[]
}

export interface BesideDraft extends Omit<Beside, 'left' | 'right'> {
  readonly left: SlotDraft
  readonly right: SlotDraft
}

export interface UnitDraft {
  /** Outer frames first; the first one is the root. */
  readonly frames: FrameDraft[]
  readonly wires: WireDraft[]
  isRouted: boolean
  readonly beside: BesideDraft[]
  readonly spacing: Spacing
  readonly orientation: Orientation
  readonly isBackwards: boolean
}

export const newFrame = (item: Frame['item'], isWritten: boolean): FrameDraft => ({
  number: 0,
  item,
  entry: undefined,
  rows: [],
  isWritten,
  ups: [],
  downs: [],
  span: 0,
})

export const newRow = (frame: FrameDraft, kind: Row['kind']): RowDraft => ({
  number: 0,
  frame,
  kind,
  entries: [],
  index: 0,
  gutter: { number: 0, links: [] },
})

type NewSlot = Pick<SlotDraft, 'kind' | 'before' | 'after' | 'height' | 'span'> &
  Partial<Pick<SlotDraft, 'item' | 'frame' | 'text'>>

/** All entries are made here, by one literal: with the same shape, reading them takes half of the time. */
export const newSlot = (row: RowDraft, made: NewSlot): SlotDraft => ({
  number: 0,
  kind: made.kind,
  row,
  item: made.item,
  frame: made.frame,
  text: made.text,
  before: made.before,
  after: made.after,
  height: made.height,
  ups: [],
  downs: [],
  span: made.span,
})

/** Estimated width of a lane. */
export const laneWidth = 14

/** The lane of a wire, at the end of a row. */
export function addLane(row: RowDraft, text?: Tag): SlotDraft {
  const half = text === undefined ? 0 : text.width / 2
  const lane = newSlot(row, {
    kind: 'lane',
    text,
    before: half,
    after: half,
    height: text?.height ?? 0,
    span: laneWidth + 2 * half,
  })
  row.entries.push(lane)
  return lane
}

/** @param above the row over which a turn runs */
export function newLink(wire: WireDraft, a: SlotDraft, b: SlotDraft, above?: RowDraft): LinkDraft {
  const [outerA, outerB] = meeting(a, b)
  const isTurn = outerA.row === outerB.row
  const isDown = outerA.row.index <= outerB.row.index
  const upperRow = (isDown ? outerA : outerB).row
  const isOver = above !== undefined
  const link: LinkDraft = {
    number: 0,
    wire,
    upper: isDown ? a : b,
    lower: isDown ? b : a,
    isTurn,
    isOver,
    gutter: (above ?? upperRow).gutter,
  }
  link.gutter.links.push(link)
  for (const end of [link.upper, link.lower]) {
    const isUpper = !isOver && (end === link.upper || isTurn)
    addToEnd(link, end, upperRow.frame, isUpper)
  }
  return link
}

/** With the frames whose border the link crosses on its way into the gutter, up to the frame that has the gutter. */
function addToEnd(link: LinkDraft, end: SlotDraft, outer: FrameDraft, isUpper: boolean): void {
  const links = isUpper ? end.downs : end.ups
  links.push(link)
  for (let { frame } = end.row; frame !== outer; frame = frame.entry.row.frame) {
    const crossing = isUpper ? frame.downs : frame.ups
    crossing.push(link)
    if (frame.entry === undefined) break
  }
}

/** The entries of one frame that are or contain two entries. */
function meeting(a: SlotDraft, b: SlotDraft): [SlotDraft, SlotDraft] {
  if (a.row.frame === b.row.frame) return [a, b]
  const aroundA = draftsAround(a).reverse()
  const aroundB = draftsAround(b).reverse()
  const deepest = Math.min(aroundA.length, aroundB.length)
  let depth = 0
  while (aroundA[depth] === aroundB[depth] && depth + 1 < deepest) depth++
  return [aroundA[depth] as SlotDraft, aroundB[depth] as SlotDraft]
}

/** An entry, and those of the frames around it from the inside out. */
export function draftsAround(entry: SlotDraft): SlotDraft[] {
  const entries: SlotDraft[] = []
  for (let outer: SlotDraft | undefined = entry; outer; outer = outer.row.frame.entry)
    entries.push(outer)
  return entries
}

/** The places of rows in their frames. */
export function indexRows(frames: readonly FrameDraft[]): void {
  for (const { rows } of frames) {
    rows.forEach((row, index) => {
      row.index = index
    })
  }
}

/** Numbers everything: from here on, the unit stays as it is. */
export function sealUnit(draft: UnitDraft): Unit {
  const { frames, wires, isRouted, beside, spacing, orientation, isBackwards } = draft
  indexRows(frames)
  const rows = frames.flatMap((frame) => frame.rows)
  const slots = rows.flatMap(({ entries }) => entries)
  const links = wires.flatMap((wire) => wire.links)
  for (const numbered of [frames, rows, slots, links]) {
    numbered.forEach((value, number) => {
      value.number = number
    })
  }
  for (const { number, gutter } of rows) gutter.number = number
  return {
    root: frames[0] as Frame,
    frames,
    rows,
    slots,
    wires,
    links,
    isRouted,
    beside,
    spacing,
    orientation,
    isBackwards,
  }
}
