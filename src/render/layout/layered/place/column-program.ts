/** The linear program of the columns: every wire as straight as the order allows, frames as narrow as their content. */
import { sizeIn } from '../../../picture/direction.ts'
import { givenSize } from '../../boxes/given-size.ts'
import { entriesOf, type Ordered } from '../order/row-order.ts'
import { leastNumbers, numbersOf, solve } from '../simplex/network-simplex.ts'
import {
  type Constraint,
  initCutValues,
  type SpanningTree,
  type Spring,
  withSprings,
} from '../simplex/spanning-tree.ts'
import {
  type Frame,
  type Link,
  leftPadding,
  otherEnd,
  type Row,
  roomBeside,
  type Slot,
} from '../unit/unit.ts'
import {
  badgeRoom,
  gapBesideLane,
  gapBetweenBoxes,
  lanesIn,
  padding,
  titleWidth,
  weightOf,
  weights,
} from './distances.ts'
import { newPlaced, type PlacedDraft } from './placed.ts'
import { portSpacing } from './port-spacing.ts'
import type { Pull } from './pull.ts'
import { straightRuns } from './straight-runs.ts'

/** With more variables, the program would take too long. */
const mostExact = 30_000

interface Port {
  readonly link: Link
  readonly isUpper: boolean
  readonly variable: number
  /** For a port at a box or frame: a variable, and a valid distance from it. */
  readonly from?: number
  readonly distance?: number
}

/** The variable of a side of an entry, and the distance of the side from it. */
interface EntrySide {
  readonly variable: number
  readonly distance: number
}

/** The distance of two neighbours that a connection between them needs. */
export type BesideGap = (left: Slot) => number

/** The columns of a unit whose rows have their order; it can be solved again with pulls. */
export class ColumnProgram {
  readonly #ordered: Ordered
  readonly besideGap: BesideGap
  /** The variables of slots, and of the left borders of frames; the right one has the next variable. */
  readonly #axes: Int32Array
  readonly #borders: Int32Array
  readonly #constraints: Constraint[] = []
  readonly #springs: Spring[] = []
  readonly #ports: Port[] = []
  #count = 0
  readonly #solved: SpanningTree | undefined

  constructor(ordered: Ordered, besideGap: BesideGap) {
    const { frames, slots, rows } = ordered.unit
    this.#ordered = ordered
    this.besideGap = besideGap
    this.#axes = new Int32Array(slots.length).fill(-1)
    this.#borders = new Int32Array(frames.length)

    const straight = straightRuns(ordered)
    for (const frame of frames) this.#addVariables(frame, straight)
    for (const frame of frames) this.#bounds(frame)
    for (const row of rows) for (const entry of entriesOf(ordered, row)) this.#portsOf(entry)
    this.#pullLinks()

    if (this.#count > mostExact) return
    const tree = initCutValues(this.#count, this.#constraints, this.#springs)
    if (solve(tree)) this.#solved = tree
  }

  /** The columns of all entries and of the ends of all links. */
  columns(pulls: readonly Pull[]): PlacedDraft {
    const values = this.#numbers(pulls) ?? this.#leftmost()
    const { frames, slots, root } = this.#ordered.unit
    const origin = values[this.#borderOf(root)] as number
    const columnOf = (variable: number) => (values[variable] as number) - origin

    const placed = newPlaced(this.#ordered)
    for (const frame of frames) {
      const border = this.#borderOf(frame)
      const left = columnOf(border)
      const right = columnOf(border + 1)
      placed.lefts[frame.number] = left
      placed.rights[frame.number] = right
      if (frame.entry) placed.axes[frame.entry.number] = (left + right) / 2
    }
    for (const slot of slots)
      if (slot.kind !== 'frame') placed.axes[slot.number] = columnOf(this.#axisOf(slot))
    for (const { link, isUpper, variable } of this.#ports) {
      const ends = isUpper ? placed.upperXs : placed.lowerXs
      ends[link.number] = columnOf(variable)
    }
    return placed
  }

  #axisOf({ number }: Slot): number {
    return this.#axes[number] as number
  }

  #borderOf({ number }: Frame): number {
    return this.#borders[number] as number
  }

  #numbers(pulls: readonly Pull[]): Float64Array | undefined {
    if (!this.#solved || pulls.length === 0) return this.#solved && numbersOf(this.#solved)
    const springs = pulls.map(({ from, to, offset }) => ({
      from: this.#side(from, false).variable,
      to: this.#side(to, false).variable,
      offset: Math.round(offset),
      weight: weights.alike,
    }))
    const tree = withSprings(this.#solved, springs)
    return solve(tree) ? numbersOf(tree) : undefined
  }

  /** Two for the borders of a frame, and one for each of its entries. */
  #addVariables(frame: Frame, straight: ReadonlyMap<Slot, readonly Slot[]>): void {
    this.#borders[frame.number] = this.#count
    this.#count += 2
    for (const row of frame.rows) {
      for (const entry of entriesOf(this.#ordered, row)) {
        if (entry.kind === 'frame' || this.#axisOf(entry) >= 0) continue
        this.#addAxis(entry, straight.get(entry))
      }
    }
  }

  #addAxis(entry: Slot, run: readonly Slot[] = [entry]): void {
    for (const { number } of run) this.#axes[number] = this.#count
    this.#count++
  }

  #keepApart(from: number, to: number, length: number): void {
    this.#constraints.push({ from, to, length: Math.ceil(length) })
  }

  #pull(from: number, to: number, weight: number, offset = 0): void {
    this.#springs.push({ from, to, offset: Math.round(offset), weight })
  }

  #side(entry: Slot, isRight: boolean): EntrySide {
    const { frame, after, before } = entry
    if (!frame) return { variable: this.#axisOf(entry), distance: isRight ? after : before }
    const border = this.#borderOf(frame)
    return isRight
      ? { variable: border + 1, distance: roomBeside(entry) }
      : { variable: border, distance: 0 }
  }

  /** Keeps the entries in their order, inside their frame. */
  #bounds(frame: Frame): void {
    const { orientation, spacing } = this.#ordered.unit
    const left = this.#borderOf(frame)
    const isRoot = frame.item === undefined
    const least = frame.item
      ? [frame.item.measured, givenSize(frame.item)].map((size) => sizeIn(orientation, size).width)
      : []
    this.#keepApart(left, left + 1, Math.max(0, ...least))
    this.#pull(left, left + 1, isRoot ? spacing.pictureWidth : spacing.frameWidth)
    for (const row of frame.rows) this.#boundsOfRow(row, frame)
  }

  #boundsOfRow(row: Row, frame: Frame): void {
    const entries = entriesOf(this.#ordered, row)
    const first = entries[0]
    const last = entries.at(-1)
    if (!first || !last) return
    const left = this.#borderOf(frame)
    const start = this.#side(first, false)
    const end = this.#side(last, true)
    const ahead = this.#startOf(frame, first, row.kind)
    this.#keepApart(left, start.variable, start.distance + ahead)
    this.#keepApart(end.variable, left + 1, end.distance + padding(last, frame.item === undefined))

    for (let index = 1; index < entries.length; index++) {
      const a = entries[index - 1] as Slot
      const b = entries[index] as Slot
      const from = this.#side(a, true)
      const to = this.#side(b, false)
      const distance = from.distance + to.distance + this.#gapBetween(a, b)
      this.#keepApart(from.variable, to.variable, distance)
      if (frame.isWritten && a.kind !== 'lane' && b.kind !== 'lane')
        this.#pull(from.variable, to.variable, weights.written, distance)
    }
  }

  /** From the left border of a frame to its first entry in a row. */
  #startOf(frame: Frame, first: Slot, kind: Row['kind']): number {
    const { orientation } = this.#ordered.unit
    if (orientation === 'right' && frame.item) return leftPadding(orientation)
    return kind === 'title' ? titleWidth(frame) : padding(first, frame.item === undefined)
  }

  #gapBetween(a: Slot, b: Slot): number {
    return lanesIn(a, b) > 0
      ? gapBesideLane(a, b)
      : Math.max(gapBetweenBoxes(a, b, this.#ordered.unit.spacing), this.besideGap(a))
  }

  /** Ports keep the order of what they lead to, and about even distances. */
  #portsOf(entry: Slot): void {
    if (entry.kind === 'lane') return
    this.#portsOn(entry, entry.ups)
    this.#portsOn(entry, entry.downs)
  }

  /** @param links those of one side */
  #portsOn(entry: Slot, links: readonly Link[]): void {
    if (links.length === 0) return
    const { variable: left, distance: before } = this.#side(entry, false)
    const { variable: right } = this.#side(entry, true)
    // Without the room for a loop at its right side.
    const width = entry.frame ? entry.frame.span : 2 * before
    const { edge, gap, ideal } = portSpacing(width, links.length)
    const start = entry.frame ? edge : (-gap * (links.length - 1)) / 2
    const ports = this.#byOtherEnds(entry, links).map((link, index): Port => {
      const isUpper = link.upper === entry
      const distance = Math.round(start + gap * index)
      return { link, isUpper, variable: this.#count++, from: left, distance }
    })
    this.#ports.push(...ports)

    const first = ports[0] as Port
    const last = ports.at(-1) as Port
    const badge = links === entry.ups ? this.#badgeRoomOf(entry) : 0
    this.#keepApart(left, first.variable, edge - before)
    this.#keepApart(last.variable, right, Math.max(edge, Math.min(badge, before)) - before)
    ports.forEach(({ variable }, index) => {
      if (index > 0) this.#keepApart((ports[index - 1] as Port).variable, variable, gap)
      if (entry.frame) return
      this.#pull(left, variable, weights.port, ideal * (index - (ports.length - 1) / 2))
    })
  }

  /** The links of one side of an entry, from left to right. */
  #byOtherEnds(entry: Slot, links: readonly Link[]): Link[] {
    const { places } = this.#ordered
    const placeOf = (link: Link) => places[otherEnd(link, entry).number] as number
    return links.toSorted((a, b) => placeOf(a) - placeOf(b) || a.wire.edge - b.wire.edge)
  }

  /** The room that the upper side of a box leaves for its badge. */
  #badgeRoomOf({ item }: Slot): number {
    const isTop = this.#ordered.unit.orientation === 'down'
    return isTop && (item?.node.replicas ?? 1) > 1 ? badgeRoom : 0
  }

  #pullLinks(): void {
    const uppers = new Map<Link, number>()
    const lowers = new Map<Link, number>()
    for (const { link, isUpper, variable } of this.#ports)
      (isUpper ? uppers : lowers).set(link, variable)
    for (const link of this.#ordered.unit.links) {
      const upper = uppers.get(link) ?? this.#axisOf(link.upper)
      const lower = lowers.get(link) ?? this.#axisOf(link.lower)
      if (upper !== lower) this.#pull(upper, lower, weightOf(link))
      if (link.upper.kind === 'lane') this.#ports.push({ link, isUpper: true, variable: upper })
      if (link.lower.kind === 'lane') this.#ports.push({ link, isUpper: false, variable: lower })
    }
  }

  /** Everything as far to the left as possible: valid, though not straight. */
  #leftmost(): Float64Array {
    const port = new Set(
      this.#ports.flatMap(({ variable, from }) => (from === undefined ? [] : [variable])),
    )
    const others = this.#constraints.filter(({ from, to }) => !port.has(from) && !port.has(to))
    const x = leastNumbers(this.#count, others)
    for (const { variable, from, distance = 0 } of this.#ports)
      if (from !== undefined) x[variable] = (x[from] as number) + distance
    return x
  }
}
