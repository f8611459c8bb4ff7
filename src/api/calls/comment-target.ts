/** Checks that a script draws the node or edge of a comment. */
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
  /** Not drawn. `near` may be of the other kind; `ids` are of the same kind. */
  | { known: false; near: CommentTarget | undefined; ids: readonly string[] }
  /** Cannot be checked, because of `why`. */
  | { known: undefined; why: string }

/** Runs the script's code in the sandbox. Groups count as nodes, and so does each replica of a node. */
export async function checkTarget(script: Script, target: CommentTarget): Promise<TargetCheck> {
  if (script.userCanAccess === false) return unknown('you may not read its code')
  if (script.type !== undefined && script.type !== 'topology')
    return unknown('it is not a topology')
  if (!script.code) return unknown('the service did not return its code')
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

/** Numbered replicas that are accepted. */
const maxReplicas = 20

function* nodeIds(topology: Topology): Iterable<string> {
  for (const id of knownIds(topology)) if (id !== '') yield id
  for (const { id, replicas = 0 } of topology.nodes) {
    for (let number = 1; number <= Math.min(replicas, maxReplicas); number++)
      yield `${id}-${number}`
  }
}

/** `web -> db`, `web → db`, the reverse direction, and `web-`, which a shell leaves of `web->db`. */
function correctedEdge({ edges }: Topology, id: string): string | undefined {
  const [from, to, more] = id.split(/\s*(?:-+>|=+>|→)\s*/)
  if (from === undefined || more !== undefined) return undefined
  if (to === undefined) return edges.find((edge) => `${edge.from}-` === from)?.id
  return (
    edges.find((edge) => edge.from === from && edge.to === to) ??
    edges.find((edge) => edge.from === to && edge.to === from)
  )?.id
}
