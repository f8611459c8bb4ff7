/** Makes a topology of an answer, so that it can be drawn like a diagram. Groups are boxes as others are: an id may be in several. */
import {
  CONTAINER_KINDS,
  type Edge,
  type Options,
  START,
  type Topology,
  type TopologyNode,
} from '../../topology/index.ts'
import { type Answer, labelOf } from './answer.ts'
import type { Architecture, Relation } from './architecture.ts'

const NO_OPTIONS: Options = {}
const element = { at: START, layer: undefined, afterApply: false, unknownOptions: [], options: NO_OPTIONS }

/** @param asked names of the things that the question names */
export function topologyOfAnswer(
  { ids, links }: Answer<unknown>,
  asked: readonly string[],
  { things }: Architecture,
): Topology {
  const isAsked = new Set(asked)
  const nodes = [...ids].map((id, order): TopologyNode => {
    const all = things.get(id) ?? []
    const kind = all.find(({ kind }) => !CONTAINER_KINDS.has(kind))?.kind ?? 'process'
    return {
      ...{
        ...element,
        order,
        id,
        kind,
        label: labelOf(all) ?? undefined,
        color: isAsked.has(id) ? ASKED : undefined,
      },
      ...{ isContainer: false, idGiven: 'text', builder: 0, parent: undefined, row: 0, replicas: undefined },
      ...{ description: undefined, state: undefined, shape: undefined, icon: undefined, style: undefined },
      ...{ position: { x: undefined, y: undefined }, size: { width: undefined, height: undefined } },
      ...{
        shardId: undefined,
        shardRole: undefined,
        external: false,
        capacity: undefined,
        autoResized: false,
      },
    }
  })
  const edges = [...linksByEnds(links)].map(
    ([id, [link, ...others]], order): Edge => ({
      ...{ ...element, order: nodes.length + order, id, from: link.from, to: link.to, builder: 0 },
      // Diagrams may label a connection in different ways.
      label: others.every(({ label }) => label === link.label) ? link.label : undefined,
      ...{ type: undefined, protocol: undefined, port: undefined },
    }),
  )
  const application = { ...element, order: nodes.length + edges.length, awaited: true }
  const builder = {
    at: START,
    order: 0,
    autoLayout: true,
    layoutGiven: 'none',
    applications: [application],
  } as const
  return { builders: [builder], nodes, edges, flows: [], unknownCalls: [] }
}

/** The border of what the question names. */
const ASKED = '#2563eb'

function linksByEnds(links: readonly Relation[]): Map<string, [Relation, ...Relation[]]> {
  const byEnds = new Map<string, [Relation, ...Relation[]]>()
  for (const link of links) {
    const id = `${link.from}->${link.to}`
    const known = byEnds.get(id)
    if (known) known.push(link)
    else byEnds.set(id, [link])
  }
  return byEnds
}
