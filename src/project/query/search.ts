/** Searches the graph of all diagrams: what reaches a thing, and the shortest paths between two. */
import type { Architecture, Relation } from './architecture.ts'

/** A thing that was reached, over the fewest links. */
export interface Reached {
  readonly id: string
  readonly distance: number
  /** All links of shortest paths that end here, in the order of the search; none at the start. */
  readonly links: Relation[]
}

/** Breadth first. @param against search against the direction of links, from their end to their start */
export function reachedFrom(
  start: readonly string[],
  { into, outOf }: Pick<Architecture, 'into' | 'outOf'>,
  against: boolean,
): Map<string, Reached> {
  const reached = new Map<string, Reached>()
  for (const id of start) reached.set(id, { id, distance: 0, links: [] })
  for (const { id, distance } of reached.values()) {
    for (const link of (against ? into : outOf).get(id) ?? []) {
      const other = against ? link.from : link.to
      const known = reached.get(other)
      if (known === undefined)
        reached.set(other, { id: other, distance: distance + 1, links: [link] })
      else if (known.distance === distance + 1) known.links.push(link)
    }
  }
  return reached
}

/** Two things may have millions of shortest paths. */
export const MOST_PATHS = 100

/** Each is a list of links; where diagrams draw the same link, the first of them. */
export function* shortestPaths(
  from: readonly string[],
  to: readonly string[],
  architecture: Architecture,
): Generator<readonly Relation[]> {
  const reached = reachedFrom(from, architecture, false)
  const ends = to.flatMap((id) => reached.get(id) ?? []).filter(({ distance }) => distance > 0)
  const shortest = Math.min(...ends.map(({ distance }) => distance))
  type Part = { readonly link: Relation; readonly rest: Part | undefined }
  const waiting: { readonly at: Reached; readonly rest: Part | undefined }[] = ends
    .filter(({ distance }) => distance === shortest)
    .map((at) => ({ at, rest: undefined }))
    .reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { at, rest } = next
    if (at.distance === 0) {
      const path: Relation[] = []
      for (let part = rest; part !== undefined; part = part.rest) path.push(part.link)
      yield path
    }
    const first = new Map<string, Relation>()
    for (const link of at.links) if (!first.has(link.from)) first.set(link.from, link)
    for (const link of [...first.values()].reverse())
      waiting.push({ at: reached.get(link.from) as Reached, rest: { link, rest } })
  }
}
