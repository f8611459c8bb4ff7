/** Two texts that come from one, line by line: what either side has changed since. */
import { diffIndices } from 'node-diff3'

export interface TextChange {
  by: 'local' | 'remote' | 'both'
  /** Both changed the same lines, and not alike. */
  conflict: boolean
  /** Where it begins in each of the two, from 1. */
  line: { local: number; remote: number }
  /** Lines with their ends. */
  base: string[]
  local: string[]
  remote: string[]
}

/** Lines that nobody has changed, or a change. */
export type MergeChunk = { kept: string[] } | TextChange

/** As many pairs of equal lines as are compared; above, a text that repeats itself would take minutes. */
const MOST_PAIRS = 300_000

/** In the order of the texts. Without a base, each difference of the two is a conflict. */
export function threeWay(base: string | undefined, local: string, remote: string): MergeChunk[] {
  const [ours, theirs] = [linesOf(local), linesOf(remote)]
  // Taking the one for the base makes the other the only one that changed, wherever they differ.
  const origin = base === undefined ? ours : linesOf(base)
  const hunks = [...hunksOf(origin, ours, 'local'), ...hunksOf(origin, theirs, 'remote')]
  hunks.sort((a, b) => a.start - b.start)

  const pieces: MergeChunk[] = []
  const at = { base: 0, local: 0, remote: 0 }
  const keep = (end: number) => {
    const kept = origin.slice(at.base, end)
    if (kept.length > 0) pieces.push({ kept })
    for (const side of ['base', 'local', 'remote'] as const) at[side] += kept.length
  }
  while (hunks.length > 0) {
    const { start, group } = nextGroup(hunks)
    keep(start)
    const end = Math.max(...group.map((hunk) => hunk.end))
    const grown = (side: Side) =>
      group.filter((hunk) => hunk.side === side).reduce((sum, { growth }) => sum + growth, end - start)
    const next = { base: end, local: at.local + grown('local'), remote: at.remote + grown('remote') }
    const texts = {
      base: origin.slice(start, end),
      local: ours.slice(at.local, next.local),
      remote: theirs.slice(at.remote, next.remote),
    }
    const line = { local: at.local + 1, remote: at.remote + 1 }
    const sides = new Set(group.map(({ side }) => side))
    const by = base === undefined || sides.size > 1 ? 'both' : group[0]?.side === 'local' ? 'local' : 'remote'
    const conflict = by === 'both' && texts.local.join('') !== texts.remote.join('')
    pieces.push({ by, conflict, line, ...texts, ...(base === undefined && { base: [] }) })
    Object.assign(at, next)
  }
  keep(origin.length)
  return pieces
}

type Side = 'local' | 'remote'

interface Hunk {
  side: Side
  /** Lines of the base that are replaced. */
  start: number
  end: number
  /** Lines more, or less, than before. */
  growth: number
}

/** Takes the first hunk, and those that it touches: next to each other is not apart. */
function nextGroup(hunks: Hunk[]): { start: number; group: Hunk[] } {
  const first = hunks.shift() as Hunk
  const group = [first]
  let { end } = first
  while (hunks[0] !== undefined && hunks[0].start <= end) {
    const hunk = hunks.shift() as Hunk
    end = Math.max(end, hunk.end)
    group.push(hunk)
  }
  return { start: first.start, group }
}

function hunksOf(base: readonly string[], changed: readonly string[], side: Side): Hunk[] {
  const shorter = Math.min(base.length, changed.length)
  let before = 0
  while (before < shorter && base[before] === changed[before]) before++
  let after = 0
  while (after < shorter - before && base.at(-1 - after) === changed.at(-1 - after)) after++
  const [was, is] = [base.slice(before, base.length - after), changed.slice(before, changed.length - after)]
  if (was.length === 0 && is.length === 0) return []
  if (equalPairs(was, is) > MOST_PAIRS) {
    return [{ side, start: before, end: before + was.length, growth: is.length - was.length }]
  }
  return diffIndices(was, is).map(({ buffer1: [start, length], buffer2: [, grown] }) => ({
    side,
    start: before + start,
    end: before + start + length,
    growth: grown - length,
  }))
}

function equalPairs(was: readonly string[], is: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const line of was) counts.set(line, (counts.get(line) ?? 0) + 1)
  return is.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0)
}

/** Each with its end; together they are the text. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
