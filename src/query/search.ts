/** Searches the graph of all diagrams: what reaches a thing, and the shortest paths between two. */
import type { Architecture, Relation } from './architecture.ts'

/** A thing that was reached, over the fewest links. */
export interface Reached {
  readonly id: string
  readonly distance: number
  /** All links of shortest paths that end here, in the order of the search; none at the start. */
  readonly links: Relation[]
}

/** The direction of a search: to what things call, to what calls them, or both by connections only. */
export type SearchDirection = 'callees' | 'callers' | 'both'

/** Breadth first. */
export function reachedFrom(
  start: readonly string[],
  architecture: Pick<Architecture, 'into' | 'outOf'>,
  direction: SearchDirection,
): Map<string, Reached> {
  const reached = new Map<string, Reached>()
  for (const id of start) reached.set(id, { id, distance: 0, links: [] })
  for (const thing of reached.values()) {
    const distance = thing.distance + 1
    for (const { id, link } of stepsFrom(thing.id, architecture, direction)) {
      const earlier = reached.get(id)
      if (earlier === undefined) reached.set(id, { id, distance, links: [link] })
      else if (earlier.distance === distance) earlier.links.push(link)
    }
  }
  return reached
}

function stepsFrom(
  thing: string,
  { into, outOf }: Pick<Architecture, 'into' | 'outOf'>,
  direction: SearchDirection,
) {
  const callees = (outOf.get(thing) ?? []).map((link) => ({ id: link.to, link }))
  if (direction === 'callees') return callees
  const callers = (into.get(thing) ?? []).map((link) => ({ id: link.from, link }))
  if (direction === 'callers') return callers
  // The other things of a group are not connected by being there.
  return [...callers, ...callees].filter(({ link }) => link.isConnection)
}

/** Two things may have millions of shortest paths. */
export const MOST_PATHS = 100

/** Each is a list of links; where diagrams draw the same link, the first of them. */
export function* shortestPaths(
  from: readonly string[],
  to: readonly string[],
  architecture: Architecture,
): Generator<readonly Relation[]> {
  const reached = reachedFrom(from, architecture, 'callees')
  const reachedEnds = to.flatMap((id) => reached.get(id) ?? [])
  const ends = reachedEnds.filter(({ distance }) => distance > 0)
  const shortest = Math.min(...ends.map(({ distance }) => distance))
  const waiting: Step[] = ends
    .filter(({ distance }) => distance === shortest)
    .map((thing) => ({ thing, rest: undefined }))
    .reverse()
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { thing, rest } = step
    if (thing.distance === 0) yield linksOfPath(rest)
    for (const link of firstLinks(thing).reverse()) {
      waiting.push({ thing: reached.get(link.from) as Reached, rest: { link, rest } })
    }
  }
}

/** The end of a path: a link, and what follows it. */
interface PathEnd {
  readonly link: Relation
  readonly rest: PathEnd | undefined
}

/** A thing from which the search goes back to the start, and the path behind it. */
interface Step {
  readonly thing: Reached
  readonly rest: PathEnd | undefined
}

function linksOfPath(end: PathEnd | undefined): Relation[] {
  const links: Relation[] = []
  for (let part = end; part !== undefined; part = part.rest) links.push(part.link)
  return links
}

/** The first link from each thing. */
function firstLinks({ links }: Reached): Relation[] {
  const first = new Map<string, Relation>()
  for (const link of links) if (!first.has(link.from)) first.set(link.from, link)
  return [...first.values()]
}
