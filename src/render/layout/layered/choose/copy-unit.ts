/** Copies an ordered unit, to make another one of it. */
import { entriesOf, type Ordered } from '../order/row-order.ts'
import {
  type FrameDraft,
  type LinkDraft,
  newFrame,
  newRow,
  newSlot,
  type RowDraft,
  type SlotDraft,
  type UnitDraft,
  type WireDraft,
} from '../unit/draft.ts'
import type { Beside, Frame, Link, Row, Slot, Wire } from '../unit/unit.ts'

/** The entries of its rows are in their order. */
export class UnitCopy {
  readonly draft: UnitDraft
  readonly #frames: FrameDraft[] = []
  readonly #rows: RowDraft[] = []
  readonly #slots: SlotDraft[] = []
  readonly #links: LinkDraft[] = []

  constructor(ordered: Ordered) {
    const { frames, rows, slots, wires, beside, ...look } = ordered.unit
    for (const { item, isWritten, span } of frames) {
      const frame = newFrame(item, isWritten)
      frame.span = span
      this.#frames.push(frame)
    }
    for (const row of rows) this.#addRow(row, entriesOf(ordered, row))
    const wireDrafts = wires.map((wire) => this.#wire(wire))
    for (const frame of frames) this.#connectFrame(frame)
    for (const slot of slots) this.#connectSlot(slot)
    for (const row of rows) this.#connectGutter(row)
    this.draft = {
      frames: this.#frames,
      isRouted: look.isRouted,
      wires: wireDrafts,
      beside: beside.map((neighbours) => this.#beside(neighbours)),
      spacing: look.spacing,
      orientation: look.orientation,
      isBackwards: look.isBackwards,
    }
  }

  row({ number }: Row): RowDraft {
    return this.#rows[number] as RowDraft
  }

  slot({ number }: Slot): SlotDraft {
    return this.#slots[number] as SlotDraft
  }

  link({ number }: Link): LinkDraft {
    return this.#links[number] as LinkDraft
  }

  #frame({ number }: Frame): FrameDraft {
    return this.#frames[number] as FrameDraft
  }

  #addRow({ number, frame, kind, index }: Row, entries: readonly Slot[]): void {
    const row = newRow(this.#frame(frame), kind)
    row.index = index
    row.frame.rows.push(row)
    this.#rows[number] = row
    for (const slot of entries) {
      const copy = newSlot(row, { ...slot, frame: slot.frame && this.#frame(slot.frame) })
      row.entries.push(copy)
      this.#slots[slot.number] = copy
    }
  }

  #wire({ connection, edge, hasText, stops, links }: Wire): WireDraft {
    const wire: WireDraft = {
      connection,
      edge,
      hasText,
      stops: stops.map((stop) => this.slot(stop)),
      links: [],
    }
    for (const link of links) wire.links.push(this.#addLink(link, wire))
    return wire
  }

  #addLink({ number, upper, lower, isTurn, isOver, gutter }: Link, wire: WireDraft): LinkDraft {
    const link: LinkDraft = {
      number,
      wire,
      upper: this.slot(upper),
      lower: this.slot(lower),
      isTurn,
      isOver,
      gutter: (this.#rows[gutter.number] as RowDraft).gutter,
    }
    this.#links[number] = link
    return link
  }

  #connectFrame(frame: Frame): void {
    const copy = this.#frame(frame)
    copy.entry = frame.entry && this.slot(frame.entry)
    copy.ups.push(...this.#linksOf(frame.ups))
    copy.downs.push(...this.#linksOf(frame.downs))
  }

  #connectSlot(slot: Slot): void {
    const copy = this.slot(slot)
    copy.ups.push(...this.#linksOf(slot.ups))
    copy.downs.push(...this.#linksOf(slot.downs))
  }

  #connectGutter(row: Row): void {
    this.row(row).gutter.links.push(...this.#linksOf(row.gutter.links))
  }

  #linksOf(links: readonly Link[]): LinkDraft[] {
    return links.map((link) => this.link(link))
  }

  #beside({ edge, left, right, isForward, text }: Beside) {
    return { edge, left: this.slot(left), right: this.slot(right), isForward, text }
  }
}
