/** The distances and prices in the program of the columns. */
import { sizes } from '../../../picture/measure.ts'
import { textWidth } from '../../../picture/text-width.ts'
import type { Spacing } from '../unit/spacing.ts'
import type { Frame, Link, Slot } from '../unit/unit.ts'

/** Minimum distance between neighbours in a row. */
const frameGap = 26
const laneGap = 10
const besideLane = 16
/** The badge of a node with replicas is at its upper right corner. */
export const badgeRoom = 40

/** Those of links by the number of lanes at their ends; one past the title of a frame leads straight to its box. */
export const weights = {
  links: [3, 4, 8],
  pastTitle: 9,
  turn: 1,
  port: 2,
  written: 2,
  alike: 30,
} as const

export const gapBesideLane = (a: Slot, b: Slot): number =>
  lanesIn(a, b) === 2 ? laneGap : besideLane

export const gapBetweenBoxes = (a: Slot, b: Slot, { boxes }: Spacing): number =>
  a.frame && b.frame ? frameGap : boxes

export function lanesIn(a: Slot, b: Slot): 0 | 1 | 2 {
  if (a.kind === 'lane' && b.kind === 'lane') return 2
  return a.kind === 'lane' || b.kind === 'lane' ? 1 : 0
}

export function weightOf({ upper, lower, isTurn }: Link): number {
  if (isTurn) return weights.turn
  const lanes = lanesIn(upper, lower)
  return upper.row.kind === 'title' && lanes === 1 ? weights.pastTitle : weights.links[lanes]
}

export function padding({ kind }: Slot, isRoot: boolean): number {
  if (isRoot) return 0
  return kind === 'lane' ? 14 : sizes.framePad
}

/** From the left border of a frame past its title. */
export function titleWidth({ item }: Frame): number {
  if (item === undefined) return 0
  return (item.icon === null ? 16 : 41) + textWidth(item.measured.lines[0] ?? '', sizes.title) + 12
}
