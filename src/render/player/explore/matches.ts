/** Finds nodes and connections by label, id, group, type, layer and description. */
import { joined } from '../../../text/words.ts'
import type { PictureEdge, PictureNode } from '../../picture/picture.ts'
import { howOf } from '../../picture/texts.ts'
import type { Graph, Subject } from '../view/graph.ts'
import { namesOfLayers } from './facts.ts'

export interface SearchMatch {
  readonly selection: Subject
  readonly name: string
  /** Id, kind and groups, or type and port. */
  readonly detail: string
}

export interface SearchResult {
  /** The best ones first. */
  readonly matches: readonly SearchMatch[]
  /** Also counts those that are left out. */
  readonly total: number
}

const most = 50

interface Entry extends SearchMatch {
  /** Texts with their weight: the best text decides. */
  readonly texts: readonly (readonly [text: string, weight: number])[]
}

/** Indexes the texts of a picture once per picture. */
export class Matcher {
  readonly #entries: readonly Entry[]

  constructor(graph: Graph) {
    const { nodes, edges } = graph.picture
    this.#entries = [
      ...nodes.map((node) => nodeEntry(node, graph)),
      ...edges.map((edge) => edgeEntry(edge, graph)),
    ]
  }

  /** The best matches first; every word must be found. @param isShown leaves out hidden elements */
  find(query: string, isShown: (selection: Subject) => boolean): SearchResult {
    const words = plain(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return { matches: [], total: 0 }
    const scored = this.#entries
      .flatMap((entry, order) => {
        const score = scoreOf(entry, words)
        return score > 0 && isShown(entry.selection) ? [{ entry, score, order }] : []
      })
      .sort((a, b) => b.score - a.score || a.order - b.order)
    const matches = scored
      .slice(0, most)
      .map(({ entry: { selection, name, detail } }) => ({ selection, name, detail }))
    return { matches, total: scored.length }
  }
}

/** Letters without case and accents, so that `cafe` finds `Café`. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** 0 if a word is missing. */
function scoreOf({ texts }: Entry, words: readonly string[]): number {
  let sum = 0
  for (const word of words) {
    let best = 0
    for (const [text, weight] of texts) {
      const rank = rankOf(word, text)
      if (rank > 0) best = Math.max(best, weight * 4 + rank)
    }
    if (best === 0) return 0
    sum += best
  }
  return sum
}

/** 4 for the whole text, 3 at its start, 2 at the start of a word, 1 elsewhere, 0 if it is not in the text. */
function rankOf(word: string, text: string): number {
  const index = text.indexOf(word)
  if (index < 0) return 0
  if (text === word) return 4
  if (index === 0) return 3
  const before = text[index - 1]
  return before !== undefined && /[^\p{L}\p{N}]/u.test(before) ? 2 : 1
}

function nodeEntry(node: PictureNode, graph: Graph): Entry {
  const groups = graph.framesOf(node.key).map((frame) => frame.label)
  const { id, kind, label, description, icon, note, state, layers } = node
  return {
    selection: { type: 'node', id: node.key },
    name: label,
    detail: joined(' · ', id !== label && id, node.isFrame ? 'group' : kind, groups.join(' › ')),
    texts: textsOf([
      [label, 6],
      [id, 5],
      [kind, 3],
      [icon, 3],
      [groups.join(' '), 2],
      [state === 'running' ? null : state, 2],
      [note, 2],
      [namesOfLayers(graph, layers), 1],
      [description, 1],
    ]),
  }
}

function edgeEntry(edge: PictureEdge, graph: Graph): Entry {
  const { id, from, to, label, type, protocol, port, layers } = edge
  const ends = `${graph.labelOf(from)} → ${graph.labelOf(to)}`
  return {
    selection: { type: 'edge', id },
    name: label === null ? ends : `${ends}: ${label}`,
    detail: joined(' · ', 'connection', ...howOf(edge)),
    // Below nodes of the same text: who types a name means the node first.
    texts: textsOf([
      [label, 4],
      [id, 1],
      [ends, 1],
      [type, 2],
      [protocol, 2],
      [port, 3],
      [namesOfLayers(graph, layers), 1],
    ]),
  }
}

const textsOf = (
  texts: readonly (readonly [string | null, number])[],
): (readonly [string, number])[] =>
  texts.flatMap(([text, weight]) =>
    text === null || text === '' ? [] : [[plain(text), weight] as const],
  )
