/** The nodes of a script, and every place that names one. */
import type { Place } from '../../files/position.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { type NameUse, usesIn } from '../../query/name-uses.ts'
import { idsIn, ownerOf, type Span, type Topology } from '../../topology/index.ts'

type Placed<List extends 'nodes' | 'edges', Fields extends keyof Topology[List][number]> = Pick<
  Topology[List][number],
  Fields
> & { readonly at: Place }

/** A node or a group. */
export type NamedNode = Placed<
  'nodes',
  'id' | 'label' | 'kind' | 'description' | 'icon' | 'layer' | 'parent'
>

export interface NamedEdge extends Placed<'edges', 'from' | 'to' | 'label'> {
  /** Ids of the nodes at both ends; an unknown id as written. */
  readonly ends: readonly [from: string, to: string]
}

export interface NamedScenario {
  readonly title: string
  /** Ids of its nodes, each once. */
  readonly ids: readonly string[]
  readonly at: Place
  /** The last of its steps. */
  readonly last: Place
}

export interface ScriptNames {
  readonly root: string
  readonly path: string
  readonly namespace: string | undefined
  readonly nodes: readonly NamedNode[]
  readonly edges: readonly NamedEdge[]
  readonly scenarios: readonly NamedScenario[]
  readonly uses: readonly NameUse[]
  /** Absolute path of its readme, if it has one. */
  readonly readme: string | undefined
  /** Layers of nodes, connections and scenarios. */
  readonly layers: readonly string[]
}

export interface OpenNames {
  readonly names: ScriptNames
  /** False if the text has changed since, and does not run to its end. */
  readonly isCurrent: boolean
}

/** A script as far as its names depend on it. */
export interface ScriptWithNames extends Pick<LocalScript, 'root' | 'path' | 'locate'> {
  readonly namespace: string | undefined
  /** Absolute path of its readme, if it has one. */
  readonly readme: string | undefined
}

export function namesOf(script: ScriptWithNames, topology: Topology): ScriptNames {
  const { root, path, namespace, readme } = script
  const place = (span: Span) => script.locate(span)
  const scenarios = topology.flows.flatMap((flow) => flow.scenarios)
  const elements = [...topology.nodes, ...topology.edges, ...scenarios]
  return {
    root,
    path,
    namespace,
    readme,
    nodes: topology.nodes.map(({ id, label, kind, description, icon, layer, parent, at }) => ({
      id,
      label,
      kind,
      description,
      icon,
      layer,
      parent,
      at: place(at),
    })),
    edges: topology.edges.map(({ from, to, label, at }) => {
      const ends = [ownerOf(topology, from), ownerOf(topology, to)] as const
      return { from, to, ends, label, at: place(at) }
    }),
    scenarios: scenarios.map(({ title, id, steps, at }) => ({
      title: title ?? id ?? 'default',
      ids: [...new Set(steps.flatMap(idsIn))],
      at: place(at),
      last: place(steps.at(-1)?.at ?? at),
    })),
    uses: usesIn(script, topology),
    layers: [...new Set(elements.flatMap(({ layer }) => layer || []))],
  }
}
