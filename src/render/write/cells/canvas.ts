/** A grid of cells in which lines may cross, and nothing covers anything else. */
import type { Role } from './parts.ts'

/** Bits of the directions into which a cell has a line. */
export const UP = 1
export const RIGHT = 2
export const DOWN = 4
export const LEFT = 8

/** Something would cover something else: the picture does not fit into cells. */
export class Collision extends Error {}

interface Cell {
  text: string
  role: Role
  /** Directions of a border, or of a line of a connection. */
  lines: number
  kind: 'border' | 'route' | 'text' | 'tip' | 'crossing'
  isFrame: boolean
  isDashed: boolean
  owner: object
}

export interface Run {
  readonly text: string
  /** Null for space. */
  readonly role: Role | null
}

/** Where the canvas has a cell; both count from 0. */
export interface CellPosition {
  readonly column: number
  readonly row: number
}

/** Where a title may be in its row: from the first column to before the last one. */
export interface TitleSpan {
  readonly from: number
  readonly to: number
  readonly row: number
}

/** A piece of a line in one cell. */
export interface LinePiece extends CellPosition {
  /** Directions in which it leads. */
  readonly lines: number
  readonly isDashed: boolean
}

export class Canvas {
  readonly #columns: number
  readonly #rows: (Cell | undefined)[][]

  constructor(columns: number, rows: number) {
    this.#columns = columns
    this.#rows = Array.from({ length: rows }, () =>
      Array<Cell | undefined>(columns).fill(undefined),
    )
  }

  /** @param owner box of the border */
  border(
    column: number,
    row: number,
    lines: number,
    owner: { isFrame: boolean; isDashed: boolean },
  ): void {
    const { isFrame, isDashed } = owner
    const role = isFrame ? 'frame' : 'box'
    this.#put(column, row, { text: '', role, lines, kind: 'border', isFrame, isDashed, owner })
  }

  text({ column, row }: CellPosition, cells: readonly string[], role: Role, owner: object): void {
    const cell = { role, lines: 0, kind: 'text', isFrame: false, isDashed: false, owner } as const
    for (const [index, text] of cells.entries()) {
      this.#put(column + index, row, { ...cell, text })
    }
  }

  /** Puts a title into an upper border, where no line leaves, crosses or ends. */
  title({ from, to, row }: TitleSpan, cells: readonly string[], owner: object): void {
    for (let column = from; column + cells.length <= to; column++) {
      if (!cells.every((_, index) => this.#isFreeForTitle(column + index, row, owner))) continue
      for (const index of cells.keys()) this.#clear(column + index, row)
      this.text({ column, row }, cells, 'title', owner)
      return
    }
    throw new Collision()
  }

  #isFreeForTitle(column: number, row: number, owner: object): boolean {
    const there = this.#at(column, row)
    const isPlain = there?.owner === owner && there.lines === (LEFT | RIGHT)
    return isPlain && (row === 0 || this.#at(column, row - 1)?.kind !== 'tip')
  }

  /**
   * Puts a text on a line or beside it: it covers straight pieces of that line only.
   * @returns false without a place
   */
  tag(columns: Iterable<number>, row: number, cells: readonly string[], route: object): boolean {
    for (const column of columns) {
      if (!this.#isFreeForTag(column, row, cells.length, route)) continue
      for (const index of cells.keys()) this.#clear(column + index, row)
      this.text({ column, row }, cells, 'tag', route)
      return true
    }
    return false
  }

  #isFreeForTag(column: number, row: number, length: number, route: object): boolean {
    if (column < 0 || column + length > this.#columns) return false
    const cells = this.#rows[row]
    const near = Array.from({ length: length + 4 }, (_, at) => cells?.[column + at - 2])
    const isOwn = (cell: Cell | undefined) => cell?.owner === route && cell.kind === 'route'
    const covered = near.slice(2, -2)
    const isFree = (cell: Cell | undefined) =>
      cell === undefined || (isOwn(cell) && isStraight(cell.lines))
    if (!covered.every(isFree)) return false
    const sides = [near[1], near.at(-2)]
    return near.some(isOwn) && sides.every((cell) => cell === undefined || cell.owner === route)
  }

  /** A line leaves a border here. */
  leave(column: number, row: number, direction: number, owner: object): void {
    this.borderAt(column, row, owner).lines |= direction
  }

  /** A tip ends before a border. */
  borderAt(column: number, row: number, owner: object): Cell {
    const there = this.#at(column, row)
    if (there?.kind !== 'border' || there.owner !== owner || isCorner(there.lines))
      throw new Collision()
    return there
  }

  /** Lines may cross each other, and the borders of frames, at right angles. */
  route({ column, row, lines, isDashed }: LinePiece, owner: object): void {
    const cell: Cell = {
      text: '',
      role: 'line',
      lines,
      kind: 'route',
      isFrame: false,
      isDashed,
      owner,
    }
    const there = this.#at(column, row)
    if (there === undefined) {
      this.#put(column, row, cell)
      return
    }
    const isOfFrame = there.kind === 'border' && there.isFrame
    const isRightAngle = isStraight(lines) && isStraight(there.lines) && (lines & there.lines) === 0
    if (!isRightAngle || !(isOfFrame || there.kind === 'route')) throw new Collision()
    const crossing: Cell = { ...cell, lines: lines | there.lines, kind: 'crossing' }
    this.#clear(column, row)
    this.#put(column, row, isOfFrame ? cell : crossing)
  }

  tip(column: number, row: number, direction: number, owner: object): void {
    this.#put(column, row, {
      text: '',
      role: 'line',
      lines: direction,
      kind: 'tip',
      isFrame: false,
      isDashed: false,
      owner,
    })
  }

  /** Lines of the drawing, without spaces at their ends. */
  runs(isAscii: boolean): Run[][] {
    const textOf = isAscii ? asciiOf : unicodeOf
    return this.#rows.map((row) => {
      const runs: { text: string; role: Role | null }[] = []
      const end = row.findLastIndex((cell) => cell !== undefined) + 1
      for (const cell of row.slice(0, end)) {
        const text = cell ? textOf(cell) : ' '
        const role = cell?.role ?? null
        const last = runs.at(-1)
        if (last?.role === role) last.text += text
        else runs.push({ text, role })
      }
      return runs
    })
  }

  #at(column: number, row: number): Cell | undefined {
    const cells = this.#rows[row]
    if (!cells || column < 0 || column >= cells.length) throw new Collision()
    return cells[column]
  }

  #put(column: number, row: number, cell: Cell): void {
    if (this.#at(column, row)) throw new Collision()
    ;(this.#rows[row] as (Cell | undefined)[])[column] = cell
  }

  #clear(column: number, row: number): void {
    ;(this.#rows[row] as (Cell | undefined)[])[column] = undefined
  }
}

const isStraight = (lines: number): boolean => lines === (UP | DOWN) || lines === (LEFT | RIGHT)
const isCorner = (lines: number): boolean =>
  (lines & (UP | DOWN)) !== 0 && (lines & (LEFT | RIGHT)) !== 0

/** By directions: none, up, right, up and right, down, and so on. */
const SHARP = ' ╵╶└╷│┌├╴┘─┴┐┤┬┼'
const ROUND = ' ╵╶╰╷│╭├╴╯─┴╮┤┬┼'
const ASCII = ' ||+||++-+-++++|'
const TIPS: Readonly<Record<number, readonly [unicode: string, ascii: string]>> = {
  [UP]: ['▲', '^'],
  [RIGHT]: ['▶', '>'],
  [DOWN]: ['▼', 'v'],
  [LEFT]: ['◀', '<'],
}

function unicodeOf({ kind, text, lines, isFrame, isDashed }: Cell): string {
  if (kind === 'text') return text
  if (kind === 'tip') return TIPS[lines]?.[0] ?? ' '
  if (isStraight(lines) && (isFrame || isDashed)) {
    const isFlat = lines === (LEFT | RIGHT)
    if (isFrame) return isFlat ? '┄' : '┆'
    return isFlat ? '╌' : '╎'
  }
  return (kind === 'border' ? SHARP : ROUND)[lines] ?? ' '
}

function asciiOf({ kind, text, lines, isFrame }: Cell): string {
  if (kind === 'text') return text
  if (kind === 'tip') return TIPS[lines]?.[1] ?? ' '
  if (isFrame && kind === 'border') return lines === (UP | DOWN) ? ':' : '.'
  return ASCII[lines] ?? ' '
}
