/** Finds in a picture the node, the connection and the layers that an address names, and reports names that it does not have. */

import { edgeOf, type Graph, nodeOf, type Subject } from '../view/graph.ts'
import type { PlayerAddress } from './address.ts'

export interface AddressTarget {
  readonly selection: Subject | undefined
  /** Names of the only layers to show; undefined shows all. */
  readonly layers: readonly string[] | undefined
  /** The first name that the picture does not have. */
  readonly missing: string | undefined
}

export function addressTarget(
  { node, edge, scenario, layers, folded }: PlayerAddress,
  graph: Graph,
): AddressTarget {
  const { picture } = graph
  const selection = selectionOf(graph, node, edge)
  const unknown = layers?.filter((name) => !picture.layers.includes(name)) ?? []
  const missing = [
    selection ? undefined : (node ?? edge),
    picture.scenarios.some(({ id }) => id === scenario) ? undefined : scenario,
    ...unknown,
    ...folded.filter((one) => !graph.isFrame(one)),
  ].find((one) => one !== undefined)
  // An empty list hides all layers; one with unknown names only would do so by mistake.
  const isMistaken = unknown.length > 0 && unknown.length === layers?.length
  return { selection, layers: isMistaken ? undefined : layers, missing }
}

/** The node, else the connection, if the picture has it. */
function selectionOf(graph: Graph, node?: string, edge?: string): Subject | undefined {
  const key = node === undefined ? undefined : graph.find(node)
  if (key !== undefined) return nodeOf(key)
  return edge !== undefined && graph.edges.has(edge) ? edgeOf(edge) : undefined
}
