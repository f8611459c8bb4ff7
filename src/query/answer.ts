/** Answers a question about the diagrams of a project, as rows and as a graph to draw. */
import { groupedBy, valueFor } from '../grouped.ts'
import type { Appearance, Architecture, DrawnScript, Relation } from './architecture.ts'
import { type Join, joinsOfPaths, joinsOfReached } from './joins.ts'
import { MOST_PATHS, type Reached, reachedFrom, shortestPaths } from './search.ts'

export interface Question {
  /** An id or a pattern. */
  readonly about: string
  /** Ask for everything that reaches it. */
  readonly impact?: boolean | undefined
  /** At most this number of links away; without `impact`, ask also for what is around it. */
  readonly depth?: number | undefined
  /** Ask for the paths to this id or pattern. */
  readonly to?: string | undefined
}

export interface Answer<Item = DrawnThing | AffectedThing | FoundPath> {
  readonly items: readonly Item[]
  /** Names of the things to draw, and what connects them. */
  readonly ids: ReadonlySet<string>
  readonly links: readonly Relation[]
  /** Ids on the way that diagrams may use for different things. */
  readonly joins: readonly Join[]
  /** Number of items that are further away than `depth`. */
  readonly furtherCount: number
  /** There are more paths. */
  readonly hasMore?: boolean
}

/** The answer, the names that the question is about, and the ids and patterns that no diagram draws. */
export function answerTo({ about, impact, depth, to }: Question, architecture: Architecture) {
  const asked = architecture.matching(about)
  const ends = to === undefined ? [] : architecture.matching(to)
  const unknownStarts = asked.length === 0 ? about : []
  const unknownEnds = ends.length === 0 ? (to ?? []) : []
  const unknown = [unknownStarts, unknownEnds].flat()
  const find = (): Answer => {
    if (to !== undefined) return pathsBetween(asked, ends, architecture)
    if (impact) return impactOn(asked, architecture, depth)
    return depth === undefined
      ? whereDrawn(asked, architecture)
      : whatIsAround(asked, architecture, depth)
  }
  const answer = find()
  return { ...answer, asked: [...asked, ...ends], unknown }
}

/** A place where a diagram draws the thing. */
export interface DrawnThing {
  id: string
  label: string | null
  kind: string
  /** The group that contains it. */
  group: string | null
  slug: string
  path: string
  line: number
  column: number
  /** Ids at the other ends of its connections in this diagram. */
  callers: string[]
  callees: string[]
  /** Number of connections to what is asked about; only in an answer with a depth. */
  distance?: number
}

/** Something that reaches the thing. */
export interface AffectedThing {
  id: string
  label: string | null
  /** Number of links, at least 1. */
  distance: number
  /** The next thing on a shortest path. */
  via: string
  /** Paths of the scripts that draw it. */
  diagrams: string[]
}

export interface FoundPath {
  ids: string[]
  steps: {
    from: string
    to: string
    label: string | null
    path: string
    line: number
    column: number
  }[]
}

function whereDrawn(ids: readonly string[], architecture: Architecture): Answer<DrawnThing> {
  const { things, into, outOf } = architecture
  const linksOf = (id: string) => [...(into.get(id) ?? []), ...(outOf.get(id) ?? [])]
  const links = [...new Set(ids.flatMap(linksOf))]
  const ends = links.flatMap(({ from, to }) => [from, to])
  const asked = ids.flatMap((id) => things.get(id) ?? [])
  const drawn = new DrawnThings(architecture)
  return {
    items: asked.map((one) => drawn.describe(one)),
    ids: new Set([...ids, ...ends]),
    links,
    joins: [],
    furtherCount: 0,
  }
}

/** Everything that connections in either direction lead to, the nearest first. */
function whatIsAround(
  ids: readonly string[],
  architecture: Architecture,
  depth: number,
): Answer<DrawnThing> {
  const reached = reachedFrom(ids, architecture, 'both')
  const drawn = new DrawnThings(architecture)
  const items = [...reached.values()].flatMap(({ id, distance }) =>
    (architecture.things.get(id) ?? []).map((one) => ({ ...drawn.describe(one), distance })),
  )
  return withinDepth(items, reached, architecture, depth)
}

/** Leaves out what is further away. */
function withinDepth<Item extends { distance?: number }>(
  items: readonly Item[],
  reached: ReadonlyMap<string, Reached>,
  architecture: Architecture,
  depth = Number.POSITIVE_INFINITY,
): Answer<Item> {
  const near = [...reached.values()].filter(({ distance }) => distance <= depth)
  const ids = new Set(near.map(({ id }) => id))
  const nearItems = items.filter(({ distance = 0 }) => distance <= depth)
  return {
    items: nearItems,
    ids,
    links: architecture.links.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    joins: joinsOfReached(near, reached, architecture),
    furtherCount: items.length - nearItems.length,
  }
}

/** Describes the places where diagrams draw things. */
class DrawnThings {
  readonly #architecture: Architecture
  /** By name, then by script: the connections of a thing in all diagrams are many. */
  readonly #into = new Map<string, Map<DrawnScript, Relation[]>>()
  readonly #outOf = new Map<string, Map<DrawnScript, Relation[]>>()

  constructor(architecture: Architecture) {
    this.#architecture = architecture
  }

  describe(one: Appearance): DrawnThing {
    const { id, label = null, kind, group = null, script } = one
    const { path, line, column } = script.locate(one.at)
    const { into, outOf } = this.#architecture
    const callers = valueFor(this.#into, id, () => connectionsByScript(into.get(id))).get(script)
    const callees = valueFor(this.#outOf, id, () => connectionsByScript(outOf.get(id))).get(script)
    return {
      id,
      label,
      kind,
      group,
      slug: script.slug,
      path,
      line,
      column,
      callers: distinctTexts(callers, ({ from }) => from),
      callees: distinctTexts(callees, ({ to }) => to),
    }
  }
}

const connectionsByScript = (links: readonly Relation[] = []): Map<DrawnScript, Relation[]> =>
  groupedBy(
    links.filter(({ isConnection }) => isConnection),
    ({ script }) => script,
  )

const distinctTexts = (
  links: readonly Relation[] = [],
  textOf: (link: Relation) => string,
): string[] => [...new Set(links.map(textOf))]

/** Everything that reaches these things, the nearest first. */
function impactOn(
  ids: readonly string[],
  architecture: Architecture,
  depth: number | undefined,
): Answer<AffectedThing> {
  const reached = reachedFrom(ids, architecture, 'callers')
  const items = [...reached.values()].flatMap(
    ({ id, distance, links: [link] }): AffectedThing[] => {
      if (link === undefined) return []
      const all = architecture.things.get(id) ?? []
      const diagrams = [...new Set(all.map(({ script }) => script.path))]
      return [{ id, label: labelOf(all), distance, via: link.to, diagrams }]
    },
  )
  return withinDepth(items, reached, architecture, depth)
}

/** All shortest paths, at most `MOST_PATHS`. */
function pathsBetween(
  from: readonly string[],
  to: readonly string[],
  architecture: Architecture,
): Answer<FoundPath> {
  const paths: (readonly Relation[])[] = []
  for (const path of shortestPaths(from, to, architecture)) {
    if (paths.push(path) > MOST_PATHS) break
  }
  const shown = paths.slice(0, MOST_PATHS)
  const links = [...new Set(shown.flat())]
  return {
    items: shown.map(describePath),
    ids: new Set(links.flatMap((link) => [link.from, link.to])),
    links,
    joins: joinsOfPaths(shown, architecture),
    furtherCount: 0,
    hasMore: paths.length > MOST_PATHS,
  }
}

function describePath(links: readonly Relation[]): FoundPath {
  const start = links.slice(0, 1).map(({ from }) => from)
  const steps = links.map(({ from, to, label = null, script, at }) => {
    const { path, line, column } = script.locate(at)
    return { from, to, label, path, line, column }
  })
  return { ids: [...start, ...links.map(({ to }) => to)], steps }
}

export const labelOf = (all: readonly Appearance[]): string | null =>
  all.find(({ label }) => label)?.label ?? null
