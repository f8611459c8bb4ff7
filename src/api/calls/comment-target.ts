/** Whether a script draws the node or the edge that somebody wants to comment on. */

import { nearest } from '../../text/nearest.ts'
import { isKnown, knownIds, readTopology, type Topology } from '../../topology/index.ts'
import type { Script } from '../resources/scripts.ts'

export type TargetKind = 'node' | 'edge'

export interface CommentTarget {
  kind: TargetKind
  id: string
}

export type TargetCheck =
  | { known: true }
  /** It is not drawn. `near` may be of the other kind; `ids` are those of its own kind. */
  | { known: false; near: CommentTarget | undefined; ids: readonly string[] }
  /** Why nothing can be said. */
  | { known: undefined; why: string }

/** Runs the script's code, safely, and looks. Groups count as nodes, and so does each replica of a node. */
export async function checkTarget(script: Script, target: CommentTarget): Promise<TargetCheck> {
  if (script.userCanAccess === false) return unknown('its code is for the owners of its bundle')
  if (script.type !== undefined && script.type !== 'topology') return unknown('it is not a topology')
  if (!script.code) return unknown('its code was not given')
  const { topology } = await readTopology(script.code)
  return topology === undefined ? unknown('its code does not run') : findTarget(topology, target)
}

const unknown = (why: string): TargetCheck => ({ known: undefined, why })

function findTarget(topology: Topology, { kind, id }: CommentTarget): TargetCheck {
  const nodes = [...nodeIds(topology)]
  const edges = topology.edges.map((edge) => edge.id)
  const [own, others] = kind === 'node' ? [nodes, edges] : [edges, nodes]
  if (kind === 'node' ? id !== '' && isKnown(topology, id) : edges.includes(id)) {
    return { known: true }
  }
  const other = kind === 'node' ? 'edge' : 'node'
  const near =
    suggestion(other, others.includes(id) ? id : undefined) ??
    suggestion('edge', kind === 'edge' ? correctedEdge(topology, id) : undefined) ??
    suggestion(kind, nearest(id, own))
  return { known: false, near, ids: own }
}

const suggestion = (kind: TargetKind, id: string | undefined): CommentTarget | undefined =>
  id === undefined ? undefined : { kind, id }

/** As many numbered replicas as anybody would mistype. */
const maxReplicas = 20

function* nodeIds(topology: Topology): Iterable<string> {
  for (const id of knownIds(topology)) if (id !== '') yield id
  for (const { id, replicas = 0 } of topology.nodes) {
    for (let number = 1; number <= Math.min(replicas, maxReplicas); number++) yield `${id}-${number}`
  }
}

/** `web -> db`, `web → db`, the wrong way round, and `web-`, which is what a shell leaves of `web->db`. */
function correctedEdge({ edges }: Topology, id: string): string | undefined {
  const [from, to, more] = id.split(/\s*(?:-+>|=+>|→)\s*/)
  if (from === undefined || more !== undefined) return undefined
  if (to === undefined) return edges.find((edge) => `${edge.from}-` === from)?.id
  return (
    edges.find((edge) => edge.from === from && edge.to === to) ??
    edges.find((edge) => edge.from === to && edge.to === from)
  )?.id
}
