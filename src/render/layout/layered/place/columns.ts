/** Assigns columns: every wire as straight as the order allows, frames as narrow as their content. */
import { sizeIn } from '../../../picture/direction.ts'
import { sizes } from '../../../picture/measure.ts'
import { textWidth } from '../../../picture/text-width.ts'
import { givenSize } from '../../boxes/given-size.ts'
import { otherEnd } from '../order/crossings.ts'
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
  type Row,
  roomBeside,
  type Slot,
  type Unit,
} from '../unit/unit.ts'
import { portSpacing } from './port-spacing.ts'
import type { Pull } from './pull.ts'
import { straightRuns } from './straight-runs.ts'

/** Minimum distance between neighbours in a row. */
const frameGap = 26
const laneGap = 10
const besideLane = 16
/** The badge of a node with replicas is at its upper right corner. */
const badgeRoom = 40

/** With more variables, the program would take too long. */
const mostExact = 30_000

/** Those of links by the number of lanes at their ends; one past the title of a frame leads straight to its box. */
const weights = { links: [3, 4, 8], pastTitle: 9, turn: 1, port: 2, written: 2, alike: 30 } as const

interface Port {
  readonly link: Link
  readonly isUpper: boolean
  readonly variable: number
  /** For a port at a box or frame: a variable, and a valid distance from it. */
  readonly from?: number
  readonly distance?: number
}

/** The columns of a unit whose rows have their order. */
export class Columns {
  readonly #unit: Unit
  readonly #besideGap: (left: Slot, right: Slot) => number
  readonly #axis = new Map<Slot, number>()
  readonly #border = new Map<Frame, number>()
  readonly #constraints: Constraint[] = []
  readonly #springs: Spring[] = []
  readonly #ports: Port[] = []
  #count = 0
  readonly #solved: SpanningTree | undefined

  constructor(unit: Unit, besideGap: (left: Slot, right: Slot) => number) {
    this.#unit = unit
    this.#besideGap = besideGap
    const { frames } = unit
    const straight = straightRuns(unit)
    for (const frame of frames) this.#addVariables(frame, straight)
    for (const frame of frames) this.#bounds(frame)
    for (const { rows } of frames) {
      for (const { entries } of rows) for (const entry of entries) this.#portsOf(entry)
    }
    this.#pullLinks()
    if (this.#count > mostExact) return
    const tree = initCutValues(this.#count, this.#constraints, this.#springs)
    if (solve(tree)) this.#solved = tree
  }

  /** Positions all entries and the ends of all links. */
  assign(pulls: readonly Pull[]): void {
    const found = this.#numbers(pulls) ?? this.#leftmost()
    const base = found[this.#border.get(this.#unit.root) as number] as number
    const at = (variable: number) => (found[variable] as number) - base
    for (const [frame, variable] of this.#border) {
      frame.left = at(variable)
      frame.right = at(variable + 1)
      if (frame.entry) frame.entry.x = (frame.left + frame.right) / 2
    }
    for (const [entry, variable] of this.#axis) entry.x = at(variable)
    for (const { link, isUpper, variable } of this.#ports) {
      if (isUpper) link.upperX = at(variable)
      else link.lowerX = at(variable)
    }
  }

  #numbers(pulls: readonly Pull[]): Float64Array | undefined {
    if (!this.#solved || pulls.length === 0) return this.#solved && numbersOf(this.#solved)
    const springs = pulls.map(({ from, to, offset }) => ({
      from: this.#side(from, false)[0],
      to: this.#side(to, false)[0],
      offset: Math.round(offset),
      weight: weights.alike,
    }))
    const tree = withSprings(this.#solved, springs)
    return solve(tree) ? numbersOf(tree) : undefined
  }

  /** Two for the borders of a frame, and one for each of its entries. */
  #addVariables(frame: Frame, straight: ReadonlyMap<Slot, readonly Slot[]>): void {
    this.#border.set(frame, this.#count)
    this.#count += 2
    for (const { entries } of frame.rows) {
      for (const entry of entries) {
        if (entry.kind === 'frame' || this.#axis.has(entry)) continue
        this.#addAxis(entry, straight.get(entry))
      }
    }
  }

  #addAxis(entry: Slot, run: readonly Slot[] = [entry]): void {
    for (const lane of run) this.#axis.set(lane, this.#count)
    this.#count++
  }

  #keepApart(from: number, to: number, length: number): void {
    this.#constraints.push({ from, to, length: Math.ceil(length) })
  }

  #pull(from: number, to: number, weight: number, offset = 0): void {
    this.#springs.push({ from, to, offset: Math.round(offset), weight })
  }

  /** The variable of a side of an entry, and the distance of the side from it. */
  #side(entry: Slot, isRight: boolean): [variable: number, distance: number] {
    if (entry.frame)
      return [
        (this.#border.get(entry.frame) as number) + (isRight ? 1 : 0),
        isRight ? roomBeside(entry) : 0,
      ]
    return [this.#axis.get(entry) as number, isRight ? entry.after : entry.before]
  }

  /** Keeps the entries in their order, inside their frame. */
  #bounds(frame: Frame): void {
    const left = this.#border.get(frame) as number
    const right = left + 1
    const isRoot = frame.item === undefined
    const { direction } = this.#unit
    const least = frame.item
      ? [frame.item.measured, givenSize(frame.item)].map((size) => sizeIn(direction, size).width)
      : []
    this.#keepApart(left, right, Math.max(0, ...least))
    this.#pull(
      left,
      right,
      isRoot ? this.#unit.spacing.pictureWidth : this.#unit.spacing.frameWidth,
    )
    for (const { entries, kind } of frame.rows) {
      const first = entries[0]
      const last = entries.at(-1)
      if (!first || !last) continue
      const [start, before] = this.#side(first, false)
      const [end, after] = this.#side(last, true)
      this.#keepApart(left, start, before + this.#startOf(frame, first, kind))
      this.#keepApart(end, right, after + padding(last, isRoot))
      for (let at = 1; at < entries.length; at++) {
        const a = entries[at - 1] as Slot
        const b = entries[at] as Slot
        const [from, afterA] = this.#side(a, true)
        const [to, beforeB] = this.#side(b, false)
        const distance = afterA + beforeB + this.#gapBetween(a, b)
        this.#keepApart(from, to, distance)
        if (frame.isWritten && a.kind !== 'lane' && b.kind !== 'lane')
          this.#pull(from, to, weights.written, distance)
      }
    }
  }

  /** From the left border of a frame to its first entry in a row. */
  #startOf(frame: Frame, first: Slot, kind: Row['kind']): number {
    const { direction } = this.#unit
    if (direction === 'right' && frame.item) return leftPadding(direction)
    return kind === 'title' ? titleWidth(frame) : padding(first, frame.item === undefined)
  }

  #gapBetween(a: Slot, b: Slot): number {
    const lanes = lanesIn(a, b)
    if (lanes > 0) return lanes === 2 ? laneGap : besideLane
    const least = a.frame && b.frame ? frameGap : this.#unit.spacing.boxes
    return Math.max(least, this.#besideGap(a, b))
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
    const [left, before] = this.#side(entry, false)
    const [right] = this.#side(entry, true)
    // Without the room for a loop at its right side.
    const width = entry.frame ? entry.frame.span : 2 * before
    const { edge, gap, ideal } = portSpacing(width, links.length)
    const start = entry.frame ? edge : (-gap * (links.length - 1)) / 2
    const ports = byOtherEnds(entry, links).map((link, index): Port => {
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

  /** The room that the upper side of a box leaves for its badge. */
  #badgeRoomOf({ item }: Slot): number {
    const isTop = this.#unit.direction === 'down'
    return isTop && (item?.node.replicas ?? 1) > 1 ? badgeRoom : 0
  }

  #pullLinks(): void {
    const uppers = new Map<Link, number>()
    const lowers = new Map<Link, number>()
    for (const { link, isUpper, variable } of this.#ports)
      (isUpper ? uppers : lowers).set(link, variable)
    for (const link of this.#unit.wires.flatMap(({ links }) => links)) {
      const upper = (uppers.get(link) ?? this.#axis.get(link.upper)) as number
      const lower = (lowers.get(link) ?? this.#axis.get(link.lower)) as number
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

/** The links of one side of an entry, from left to right. */
const byOtherEnds = (entry: Slot, links: readonly Link[]): Link[] =>
  links.toSorted(
    (a, b) => otherEnd(a, entry).place - otherEnd(b, entry).place || a.wire.edge - b.wire.edge,
  )

function lanesIn(a: Slot, b: Slot): 0 | 1 | 2 {
  if (a.kind === 'lane' && b.kind === 'lane') return 2
  return a.kind === 'lane' || b.kind === 'lane' ? 1 : 0
}

function weightOf({ upper, lower, isTurn }: Link): number {
  if (isTurn) return weights.turn
  const lanes = lanesIn(upper, lower)
  return upper.row.kind === 'title' && lanes === 1 ? weights.pastTitle : weights.links[lanes]
}

function padding({ kind }: Slot, isRoot: boolean): number {
  if (isRoot) return 0
  return kind === 'lane' ? 14 : sizes.framePad
}

/** From the left border of a frame past its title. */
function titleWidth({ item }: Frame): number {
  if (item === undefined) return 0
  return (item.icon === null ? 16 : 41) + textWidth(item.measured.lines[0] ?? '', sizes.title) + 12
}
