/** Three-way diff by lines: what each side has changed since the base. */
import { diffIndices } from 'node-diff3'
import { inLineEndsOf } from '../../text/line-ends.ts'

export interface TextChange {
  by: 'local' | 'remote' | 'both'
  /** Both sides changed the same lines differently. */
  conflict: boolean
  /** First line of the change on each side, from 1. */
  line: { local: number; remote: number }
  /** Lines with their line ends. */
  base: string[]
  local: string[]
  remote: string[]
}

/** Unchanged lines, or a change. */
export type MergeChunk = { kept: string[] } | TextChange

/** Above this many pairs of equal lines, the whole range counts as changed: a diff of repetitive texts takes minutes. */
const MOST_PAIRS = 300_000

/** @returns chunks in text order, with the local line ends. Without a base, each difference is a conflict. */
export function threeWay(base: string | undefined, local: string, remote: string): MergeChunk[] {
  const ours = linesOf(local)
  const theirs = linesOf(inLineEndsOf(local, remote))
  // With the local text as the base, every difference is a change of the remote text.
  const origin = base === undefined ? ours : linesOf(inLineEndsOf(local, base))
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
      group
        .filter((hunk) => hunk.side === side)
        .reduce((sum, { growth }) => sum + growth, end - start)
    const next = {
      base: end,
      local: at.local + grown('local'),
      remote: at.remote + grown('remote'),
    }
    const texts = {
      base: origin.slice(start, end),
      local: ours.slice(at.local, next.local),
      remote: theirs.slice(at.remote, next.remote),
    }
    const line = { local: at.local + 1, remote: at.remote + 1 }
    const sides = new Set(group.map(({ side }) => side))
    const by =
      base === undefined || sides.size > 1
        ? 'both'
        : group[0]?.side === 'local'
          ? 'local'
          : 'remote'
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
  /** Replaced lines of the base. */
  start: number
  end: number
  /** Number of lines added; negative if removed. */
  growth: number
}

/** Removes the first hunk and all hunks that overlap or adjoin it. */
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
  const was = base.slice(before, base.length - after)
  const is = changed.slice(before, changed.length - after)
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

/** Lines with their line ends: joined, they are the text. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
