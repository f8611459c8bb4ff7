/** Three-way diff by lines: what each side has changed since the base. */

import { diffIndices } from 'node-diff3'
import { countsOf, sumOf } from '../../grouped.ts'
import { inLineEndsOf } from '../../text/line-ends.ts'
import { sharedEnds } from '../../text/shared-ends.ts'

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
  return new Merge(origin, ours, theirs, base !== undefined).chunksOf(hunks)
}

/** Walks through the three texts at once. */
class Merge {
  readonly #base: readonly string[]
  readonly #local: readonly string[]
  readonly #remote: readonly string[]
  readonly #isBaseKnown: boolean
  readonly #chunks: MergeChunk[] = []
  /** The next line of each text. */
  readonly #next = { base: 0, local: 0, remote: 0 }

  constructor(
    base: readonly string[],
    local: readonly string[],
    remote: readonly string[],
    isBaseKnown: boolean,
  ) {
    this.#base = base
    this.#local = local
    this.#remote = remote
    this.#isBaseKnown = isBaseKnown
  }

  /** @param hunks of both sides, in the order of the base; empty afterwards */
  chunksOf(hunks: Hunk[]): MergeChunk[] {
    while (hunks.length > 0) {
      const { start, group } = nextGroup(hunks)
      this.#keep(start)
      this.#change(start, group)
    }
    this.#keep(this.#base.length)
    return this.#chunks
  }

  #keep(end: number): void {
    const kept = this.#base.slice(this.#next.base, end)
    if (kept.length > 0) this.#chunks.push({ kept })
    for (const side of ['base', 'local', 'remote'] as const) this.#next[side] += kept.length
  }

  #change(start: number, group: readonly Hunk[]): void {
    const { local, remote } = this.#next
    const end = Math.max(...group.map((hunk) => hunk.end))
    const localEnd = local + lengthOn('local', end - start, group)
    const remoteEnd = remote + lengthOn('remote', end - start, group)
    const ours = this.#local.slice(local, localEnd)
    const theirs = this.#remote.slice(remote, remoteEnd)
    const by = this.#isBaseKnown ? authorOf(group) : 'both'
    this.#chunks.push({
      by,
      conflict: by === 'both' && ours.join('') !== theirs.join(''),
      line: { local: local + 1, remote: remote + 1 },
      base: this.#isBaseKnown ? this.#base.slice(start, end) : [],
      local: ours,
      remote: theirs,
    })
    Object.assign(this.#next, { base: end, local: localEnd, remote: remoteEnd })
  }
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

function authorOf(hunks: readonly Hunk[]): TextChange['by'] {
  const [author = 'remote', ...others] = new Set(hunks.map(({ side }) => side))
  return others.length > 0 ? 'both' : author
}

/** Number of lines that a side has instead of the lines of the base. */
function lengthOn(side: Side, length: number, hunks: readonly Hunk[]): number {
  const ownHunks = hunks.filter((hunk) => hunk.side === side)
  return length + sumOf(ownHunks, ({ growth }) => growth)
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
  const { first: before, last: after } = sharedEnds(base, changed)
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
  const counts = countsOf(was)
  return sumOf(is, (line) => counts.get(line) ?? 0)
}

/** Lines with their line ends: joined, they are the text. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
