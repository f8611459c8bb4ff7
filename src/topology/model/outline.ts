/** Reduces a topology to what joins it with other diagrams: small, because a run keeps it for each script, and threads copy it. */
import type { Span } from './position.ts'
import { ownerOf } from './resolve-ids.ts'
import type { NodeKind, Topology } from './topology.ts'

export interface Outline {
  /** Nodes and groups with an id. */
  readonly nodes: readonly OutlinedNode[]
  /** Replicas by the id of their node; an unknown id as written. */
  readonly connections: readonly OutlinedConnection[]
}

export interface OutlinedNode {
  readonly id: string
  readonly label: string | undefined
  readonly kind: NodeKind
  /** Id of the group that contains it. */
  readonly group: string | undefined
  readonly isExternal: boolean
  readonly at: Span
}

export interface OutlinedConnection {
  readonly from: string
  readonly to: string
  readonly label: string | undefined
  readonly at: Span
}

export function outlineOf(topology: Topology): Outline {
  const { nodes, edges } = topology
  const bare = (id: string) => ownerOf(topology, id)
  return {
    nodes: nodes.flatMap(({ id, idGiven, label, kind, parent, external: isExternal, at }) =>
      idGiven === 'none'
        ? []
        : [
            {
              id,
              label,
              kind,
              group: parent === undefined ? undefined : nodes[parent]?.id,
              isExternal,
              at,
            },
          ],
    ),
    connections: edges.map(({ from, to, label, at }) => ({
      from: bare(from),
      to: bare(to),
      label,
      at,
    })),
  }
}
