/** Finds nodes that only got another id: their label, connections and place say that they are the same. */

import { addTo, unambiguous, valueFor } from '../grouped.ts'
import { numberedIds } from '../text/numbered-ids.ts'
import { joined } from '../text/words.ts'
import { firstNamed } from '../topology/resolve-ids.ts'
import type { Topology, TopologyNode } from '../topology/topology.ts'

/** Above this number of pairs, only nodes with the same label are compared. */
const MOST_PAIRS = 40_000
/** Connections of one node that are compared. */
const MOST_LINKS = 64
/** A rename gives evidence for others, such as those of its neighbours. */
const MOST_ROUNDS = 5
const ENOUGH = 0.65
/** The best match must be this much better than the second best; otherwise it would be a guess. */
const MARGIN = 0.05

/** A node whose id only one of the two topologies has. */
interface Candidate {
  readonly node: TopologyNode
  /** Id of its container. */
  readonly parent: string | undefined
  /** `out` to, `in` from, `has` for a child: with the id of the other node, and label, protocol and port of the connection. */
  readonly links: readonly Link[]
}

type Link = readonly [relation: string, id: string, words: string]

/** Old id → new id. Deterministic, and bounded for any topology. */
export function findRenames(before: Topology, after: Topology): Map<string, string> {
  const renames = new Map<string, string>()
  let removed = candidatesOf(before, after)
  let added = candidatesOf(after, before)
  for (let round = 0; round < MOST_ROUNDS && removed.length > 0 && added.length > 0; round++) {
    const score = scorer(removed, added, renames)
    const matches = pairsOf(removed, added).map(([old, now]) => ({
      old,
      now,
      score: score(old, now),
    }))
    const found = unambiguous(
      matches.filter((match) => match.score >= ENOUGH),
      MARGIN,
    )
    if (found.length === 0) break
    for (const { old, now } of found) renames.set(old.node.id, now.node.id)
    const taken = new Set(renames.values())
    removed = removed.filter(({ node }) => !renames.has(node.id))
    added = added.filter(({ node }) => !taken.has(node.id))
  }
  return renames
}

/** The older topology with the new ids: in nodes, connections and steps. */
export function applyRenames(before: Topology, renames: ReadonlyMap<string, string>): Topology {
  if (renames.size === 0) return before
  const idOf = (id: string): string => {
    const node = firstNamed(before, id)
    const renamed = node && renames.get(node.id)
    // `api-2` is a replica of `api`.
    return node === undefined || renamed === undefined ? id : renamed + id.slice(node.id.length)
  }
  const edgeId = numberedIds()
  return {
    ...before,
    nodes: before.nodes.map((node) => ({ ...node, id: renames.get(node.id) ?? node.id })),
    edges: before.edges.map((edge) => {
      const from = idOf(edge.from)
      const to = idOf(edge.to)
      return { ...edge, from, to, id: edgeId(`${from}->${to}`) }
    }),
    flows: before.flows.map((flow) => ({
      ...flow,
      scenarios: flow.scenarios.map((scenario) => ({
        ...scenario,
        steps: scenario.steps.map((step) => {
          if (step.kind === 'parallel')
            return {
              ...step,
              pairs: step.pairs.map(([from, to]) => [idOf(from), idOf(to)] as const),
            }
          return 'id' in step ? { ...step, id: idOf(step.id) } : step
        }),
      })),
    })),
  }
}

function candidatesOf(topology: Topology, other: Topology): Candidate[] {
  const count = new Map<string, number>()
  for (const { id } of topology.nodes) count.set(id, (count.get(id) ?? 0) + 1)
  // Also ids that only a connection names: a rename would make it another one.
  const ends = other.edges.flatMap(({ from, to }) => [from, to])
  const known = new Set([...other.nodes.map(({ id }) => id), ...ends])
  const chosen = new Map<string, { node: TopologyNode; links: Link[] }>()
  for (const node of topology.nodes)
    if (node.idGiven !== 'none' && count.get(node.id) === 1 && !known.has(node.id))
      chosen.set(node.id, { node, links: [] })
  const link = (id: string | undefined, relation: string, to: string, words = '') => {
    const links = id === undefined ? undefined : chosen.get(id)?.links
    if (links && links.length < MOST_LINKS) links.push([relation, to, words])
  }
  const idOf = (id: string) => firstNamed(topology, id)?.id ?? id
  for (const edge of topology.edges) {
    const from = idOf(edge.from)
    const to = idOf(edge.to)
    const words = joined(
      ' ',
      edge.label,
      edge.protocol,
      edge.port === undefined ? '' : String(edge.port),
    )
    link(from, 'out', to, words)
    link(to, 'in', from, words)
  }
  const parentOf = ({ parent }: TopologyNode) =>
    parent === undefined ? undefined : topology.nodes[parent]?.id
  for (const node of topology.nodes) link(parentOf(node), 'has', node.id)
  return [...chosen.values()].map(({ node, links }) => ({ node, links, parent: parentOf(node) }))
}

function pairsOf(
  removed: readonly Candidate[],
  added: readonly Candidate[],
): [Candidate, Candidate][] {
  const pairs = (old: Candidate, others: readonly Candidate[]) =>
    others.map((now): [Candidate, Candidate] => [old, now])
  if (removed.length * added.length <= MOST_PAIRS)
    return removed.flatMap((old) => pairs(old, added))
  const labelled = new Map<string, Candidate[]>()
  for (const now of added) {
    const { label } = now.node
    if (label === undefined) continue
    // Two show that a label is ambiguous.
    if ((labelled.get(label)?.length ?? 0) < 2) addTo(labelled, label, now)
  }
  return removed.flatMap((old) => pairs(old, labelled.get(old.node.label ?? '') ?? []))
}

/** From 0 to 1.35. Neither the same label nor the same neighbours suffice alone. */
function scorer(
  removed: readonly Candidate[],
  added: readonly Candidate[],
  renames: ReadonlyMap<string, string>,
): (old: Candidate, now: Candidate) => number {
  // Neighbours that only one side has say nothing: they may be renamed as well.
  const onlyOne = new Set([...removed, ...added].map(({ node }) => node.id))
  const known = (one: Candidate) => one.links.filter(([, id]) => !onlyOne.has(id))
  const nameOf = ([relation, id]: Link) => `${relation} ${renames.get(id) ?? id}`
  const all = [...removed, ...added]
  const links = new Map(all.map((one) => [one, new Set(known(one).map(nameOf))]))
  const described = new Map(
    all.map((one) => {
      const told = known(one).filter(([, , words]) => words !== '')
      return [one, new Set(told.map((link) => `${nameOf(link)} ${link[2]}`))]
    }),
  )
  const none: ReadonlySet<string> = new Set()
  const letters = new Map<string, ReadonlySet<string>>()
  const lettersOf = (text = '') => valueFor(letters, text, () => pairsOfLetters(text))
  const similarity = (first?: string, second?: string) => share(lettersOf(first), lettersOf(second))
  return (old, now) => {
    const a = old.node
    const b = now.node
    if (a.isContainer !== b.isContainer) return 0
    const was = links.get(old) ?? none
    const is = links.get(now) ?? none
    const neighbours = share(was, is)
    if (neighbours === 0 && was.size > 0 && is.size > 0) return 0
    const label = a.label === b.label && a.label ? 0.45 : 0.2 * similarity(a.label, b.label)
    const look = a.kind === b.kind && a.shape === b.shape && a.icon === b.icon ? 0.1 : 0
    const parent = old.parent === undefined ? undefined : (renames.get(old.parent) ?? old.parent)
    return (
      neighbours * (was.size > 1 && is.size > 1 ? 0.5 : 0.4) +
      0.1 * share(described.get(old) ?? none, described.get(now) ?? none) +
      label +
      look +
      (parent === now.parent ? 0.1 : 0) +
      0.2 * similarity(a.id, b.id)
    )
  }
}

/** From 0 to 1: how much of both sets is in both. */
function share(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  if (first.size === 0 || second.size === 0) return 0
  let shared = 0
  for (const one of first) if (second.has(one)) shared++
  return (2 * shared) / (first.size + second.size)
}

/** The similarity of names is how many pairs of letters they share. */
function pairsOfLetters(text: string): Set<string> {
  const letters = text.slice(0, 80).toLowerCase()
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, i) => letters.slice(i, i + 2)),
  )
}
