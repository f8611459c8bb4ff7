/** Finds nodes that only got another id: their label, connections and place say that they are the same. */

import { addTo, countsOf, unambiguous, valueFor } from '../grouped.ts'
import { numberedIds } from '../text/numbered-ids.ts'
import { joined } from '../text/words.ts'
import { firstNamed } from '../topology/model/resolve-ids.ts'
import type { Topology, TopologyNode } from '../topology/model/topology.ts'

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
    const scorer = new Scorer(removed, added, renames)
    const matches = pairsOf(removed, added).map(([old, now]) => ({
      old,
      now,
      score: scorer.score(old, now),
    }))
    const good = matches.filter(({ score }) => score >= ENOUGH)
    const sure = unambiguous(good, MARGIN)
    if (sure.length === 0) break
    for (const { old, now } of sure) renames.set(old.node.id, now.node.id)
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
    nodes: before.nodes.map((node) => ({
      ...node,
      id: renames.get(node.id) ?? node.id,
    })),
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

/** Nodes that the other version does not have, with what they are linked to. */
function candidatesOf(topology: Topology, other: Topology): Candidate[] {
  const chosen = uniqueNodes(topology, other)
  for (const [from, link] of linksOf(topology)) {
    const links = from === undefined ? undefined : chosen.get(from)?.links
    if (links && links.length < MOST_LINKS) links.push(link)
  }
  return [...chosen.values()].map(({ node, links }) => ({
    node,
    links,
    parent: parentOf(node, topology),
  }))
}

/** Nodes with an id that they alone have, and that the other version does not know, by this id. */
function uniqueNodes(
  topology: Topology,
  other: Topology,
): Map<string, { node: TopologyNode; links: Link[] }> {
  const counts = countsOf(topology.nodes.map(({ id }) => id))
  // Also ids that only a connection names: a rename would make it another one.
  const ends = other.edges.flatMap(({ from, to }) => [from, to])
  const otherIds = new Set([...other.nodes.map(({ id }) => id), ...ends])
  const unique = topology.nodes.filter(
    ({ id, idGiven }) => idGiven !== 'none' && counts.get(id) === 1 && !otherIds.has(id),
  )
  return new Map(unique.map((node) => [node.id, { node, links: [] }]))
}

/** All links with the id of the node that has them. */
function linksOf(topology: Topology): [id: string | undefined, link: Link][] {
  const idOf = (id: string) => firstNamed(topology, id)?.id ?? id
  const ofEdges = topology.edges.flatMap((edge): [string, Link][] => {
    const from = idOf(edge.from)
    const to = idOf(edge.to)
    const port = edge.port === undefined ? '' : String(edge.port)
    const words = joined(' ', edge.label, edge.protocol, port)
    return [
      [from, ['out', to, words]],
      [to, ['in', from, words]],
    ]
  })
  const ofGroups = topology.nodes.map((node): [string | undefined, Link] => [
    parentOf(node, topology),
    ['has', node.id, ''],
  ])
  return [...ofEdges, ...ofGroups]
}

function parentOf({ parent }: TopologyNode, { nodes }: Topology): string | undefined {
  return parent === undefined ? undefined : nodes[parent]?.id
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
  return removed.flatMap((old) => {
    const candidates = labelled.get(old.node.label ?? '') ?? []
    return pairs(old, candidates)
  })
}

/** How similar two nodes are, with what is known about renames of others. */
class Scorer {
  readonly #renames: ReadonlyMap<string, string>
  /** Names of the links that say something, without and with their words. */
  readonly #links: ReadonlyMap<Candidate, ReadonlySet<string>>
  readonly #descriptions: ReadonlyMap<Candidate, ReadonlySet<string>>
  readonly #letters = new Map<string, ReadonlySet<string>>()

  constructor(
    removed: readonly Candidate[],
    added: readonly Candidate[],
    renames: ReadonlyMap<string, string>,
  ) {
    this.#renames = renames
    const all = [...removed, ...added]
    // Neighbours that only one side has say nothing: they may be renamed as well.
    const onlyOne = new Set(all.map(({ node }) => node.id))
    const shared = all.map((candidate) => ({
      candidate,
      links: candidate.links.filter(([, id]) => !onlyOne.has(id)),
    }))
    this.#links = new Map(
      shared.map(({ candidate, links }) => [
        candidate,
        new Set(links.map((link) => this.#nameOf(link))),
      ]),
    )
    this.#descriptions = new Map(
      shared.map(({ candidate, links }) => {
        const described = links.filter(([, , words]) => words !== '')
        const descriptions = described.map((link) => `${this.#nameOf(link)} ${link[2]}`)
        return [candidate, new Set(descriptions)]
      }),
    )
  }

  /** From 0 to 1.35. Neither the same label nor the same neighbours suffice alone. */
  score(old: Candidate, now: Candidate): number {
    if (old.node.isContainer !== now.node.isContainer) return 0
    const was = this.#links.get(old) ?? none
    const is = this.#links.get(now) ?? none
    const neighbours = share(was, is)
    if (neighbours === 0 && was.size > 0 && is.size > 0) return 0

    const isLinkedOften = was.size > 1 && is.size > 1
    const wasDescribed = this.#descriptions.get(old) ?? none
    const isDescribed = this.#descriptions.get(now) ?? none
    return (
      neighbours * (isLinkedOften ? 0.5 : 0.4) +
      0.1 * share(wasDescribed, isDescribed) +
      this.#labelScore(old.node, now.node) +
      lookScore(old.node, now.node) +
      (this.#parentOf(old) === now.parent ? 0.1 : 0) +
      0.2 * this.#similarity(old.node.id, now.node.id)
    )
  }

  #labelScore(old: TopologyNode, now: TopologyNode): number {
    const isSame = old.label === now.label && old.label
    return isSame ? 0.45 : 0.2 * this.#similarity(old.label, now.label)
  }

  /** The group of an old node as it is named now. */
  #parentOf({ parent }: Candidate): string | undefined {
    return parent === undefined ? undefined : (this.#renames.get(parent) ?? parent)
  }

  #nameOf([relation, id]: Link): string {
    return `${relation} ${this.#renames.get(id) ?? id}`
  }

  /** From 0 to 1. */
  #similarity(first = '', second = ''): number {
    return share(this.#lettersOf(first), this.#lettersOf(second))
  }

  #lettersOf(text: string): ReadonlySet<string> {
    return valueFor(this.#letters, text, () => pairsOfLetters(text))
  }
}

const none: ReadonlySet<string> = new Set()

function lookScore(old: TopologyNode, now: TopologyNode): number {
  return old.kind === now.kind && old.shape === now.shape && old.icon === now.icon ? 0.1 : 0
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
  const length = Math.max(0, letters.length - 1)
  return new Set(Array.from({ length }, (_, i) => letters.slice(i, i + 2)))
}
