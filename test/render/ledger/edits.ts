/** Small edits of a topology, and how much of the picture moves with each. */
import type { Picture, PictureNode } from '../../../src/render/index.ts'
import type { Topology } from '../../../src/topology/index.ts'
import { numbers } from '../corpus/script.ts'

/** Removes or adds a connection or a node: one after the other of these, at places from the seed. */
export function editOf(topology: Topology, seed: number): Topology {
  const draw = numbers(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(draw() * all.length)] as T
  const parents = new Set(topology.nodes.map(({ parent }) => parent))
  const leaves = topology.nodes.filter((_, at) => !parents.has(at))
  const edge = pick(topology.edges)
  const node = pick(leaves)
  switch (seed % 4) {
    case 0:
      return { ...topology, edges: topology.edges.filter((one) => one !== edge) }
    case 1:
      return {
        ...topology,
        edges: [
          ...topology.edges,
          { ...edge, id: 'added', from: pick(leaves).id, to: pick(leaves).id },
        ],
      }
    case 2:
      return {
        ...topology,
        nodes: topology.nodes.map((one) => (one === node ? { ...one, afterApply: true } : one)),
      }
    default:
      return {
        ...topology,
        nodes: [...topology.nodes, { ...node, id: 'added' }],
        edges: [...topology.edges, { ...edge, id: 'added', from: node.id, to: 'added' }],
      }
  }
}

export interface Movement {
  /** Mean distance in pixels of what is in both pictures, if these are laid on each other as well as possible. */
  readonly pixels: number
  /** Pairs of boxes of one frame that changed sides, from left to right or from top to bottom, in percent. */
  readonly inverted: number
}

export function movementBetween(before: Picture, after: Picture): Movement {
  const now = new Map(after.nodes.map((node) => [node.key, node]))
  const both = before.nodes.flatMap((was): [PictureNode, PictureNode][] => {
    const is = now.get(was.key)
    return is ? [[was, is]] : []
  })
  const by = {
    x: median(both.map(([a, b]) => b.x - a.x)),
    y: median(both.map(([a, b]) => b.y - a.y)),
  }
  const moved = both.map(([a, b]) => Math.hypot(b.x - a.x - by.x, b.y - a.y - by.y))
  let pairs = 0
  let inverted = 0
  both.forEach(([a, aNow], at) => {
    for (const [b, bNow] of both.slice(at + 1)) {
      if (a.parent !== b.parent) continue
      pairs++
      if (areExchanged(a.x - b.x, aNow.x - bNow.x) || areExchanged(a.y - b.y, aNow.y - bNow.y))
        inverted++
    }
  })
  return {
    pixels: moved.reduce((sum, one) => sum + one, 0) / Math.max(1, both.length),
    inverted: (100 * inverted) / Math.max(1, pairs),
  }
}

const clearly = 20
const areExchanged = (before: number, now: number): boolean =>
  Math.abs(before) > clearly && Math.abs(now) > clearly && before > 0 !== now > 0

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
