/** Indexes a picture: what is connected with what, and what is inside of what. */
import { addTo, groupedBy } from '../../../grouped.ts'
import type {
  Picture,
  PictureEdge,
  PictureNode,
  PictureScenario,
  PlaybackStep,
} from '../../picture/picture.ts'

/** A node by its key, or a connection by its id. */
export interface Subject {
  readonly type: 'node' | 'edge'
  readonly id: string
}

export const nodeOf = (id: string): Subject => ({ type: 'node', id })
export const edgeOf = (id: string): Subject => ({ type: 'edge', id })

export interface Neighbourhood {
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
}

export const isSameSubject = (a: Subject | undefined, b: Subject | undefined): boolean =>
  a?.type === b?.type && a?.id === b?.id

/** Above this, changes of opacity are not animated. */
const manyElements = 300

export class Graph {
  readonly picture: Picture
  readonly nodes: ReadonlyMap<string, PictureNode>
  readonly edges: ReadonlyMap<string, PictureEdge>
  readonly #incident = new Map<string, PictureEdge[]>()
  readonly #children: ReadonlyMap<string | null, PictureNode[]>

  constructor(picture: Picture) {
    this.picture = picture
    this.nodes = new Map(picture.nodes.map((node) => [node.key, node]))
    this.edges = new Map(picture.edges.map((edge) => [edge.id, edge]))
    for (const edge of picture.edges) {
      for (const key of new Set([edge.from, edge.to])) addTo(this.#incident, key, edge)
    }
    this.#children = groupedBy(picture.nodes, ({ parent }) => parent)
  }

  get isLarge(): boolean {
    return this.picture.nodes.length + this.picture.edges.length > manyElements
  }

  has({ type, id }: Subject): boolean {
    return type === 'node' ? this.nodes.has(id) : this.edges.has(id)
  }

  isFrame(key: string): boolean {
    return this.nodes.get(key)?.isFrame === true
  }

  /** The node with this key, or the first with this id. */
  find(name: string): string | undefined {
    if (this.nodes.has(name)) return name
    return this.picture.nodes.find(({ id }) => id === name)?.key
  }

  labelOf(key: string): string {
    return this.nodes.get(key)?.label ?? '?'
  }

  nameOf({ type, id }: Subject): string {
    if (type === 'node') return this.labelOf(id)
    const edge = this.edges.get(id)
    return edge ? `${this.labelOf(edge.from)} → ${this.labelOf(edge.to)}` : '?'
  }

  /** The frames around a node, from the outermost. */
  framesOf(key: string): PictureNode[] {
    const parent = this.nodes.get(this.nodes.get(key)?.parent ?? '')
    return parent ? [...this.framesOf(parent.key), parent] : []
  }

  /** The node, and all nodes inside of it. */
  inside(key: string): ReadonlySet<string> {
    const inside = new Set([key])
    // A set also visits what is added meanwhile.
    for (const parent of inside)
      for (const child of this.#children.get(parent) ?? []) inside.add(child.key)
    return inside
  }

  /** Connections from or to a node or what is inside of it, without those that stay inside. */
  connectionsOf(key: string): {
    readonly outgoing: PictureEdge[]
    readonly incoming: PictureEdge[]
  } {
    const inside = this.inside(key)
    const incident = [...inside].flatMap((node) => this.#incident.get(node) ?? [])
    const crossing = [...new Set(incident)].filter(
      ({ from, to }) => from === to || !(inside.has(from) && inside.has(to)),
    )
    return {
      outgoing: crossing.filter(({ from }) => inside.has(from)),
      incoming: crossing.filter(({ from, to }) => inside.has(to) && from !== to),
    }
  }

  /** Everything at most `hops` connections away, in either direction. */
  around(selection: Subject, hops: number): Neighbourhood {
    const edge = selection.type === 'edge' ? this.edges.get(selection.id) : undefined
    const nodes = new Set(edge ? [edge.from, edge.to] : this.inside(selection.id))
    const edges = new Set(edge ? [edge.id] : [])
    // The ends of a connection are already one hop.
    const firstHop = edge ? 1 : 0
    let rim: Iterable<string> = [...nodes]
    for (let hop = firstHop; hop < hops; hop++) {
      const incident = [...rim].flatMap((key) => this.#incident.get(key) ?? [])
      for (const { id } of incident) edges.add(id)
      const ends = new Set(incident.flatMap(({ from, to }) => [from, to]))
      rim = [...ends].filter((key) => !nodes.has(key))
      for (const key of rim) nodes.add(key)
    }
    return { nodes, edges }
  }

  /** Scenarios in which a node, what is inside of it, or a connection takes part. */
  scenariosOf({ type, id }: Subject): PictureScenario[] {
    const inside = type === 'node' ? this.inside(id) : undefined
    return this.picture.scenarios.filter(({ frames }) =>
      frames.some((frame) => (inside ? touches(frame, inside) : sendsAlong(frame, id))),
    )
  }
}

function sendsAlong(frame: PlaybackStep, edgeId: string): boolean {
  return frame.kind === 'send' && frame.hops.some(({ edge }) => edge === edgeId)
}

/** True if one of these nodes sends, receives, fails or says something. */
function touches(frame: PlaybackStep, keys: ReadonlySet<string>): boolean {
  const hops = frame.kind === 'send' ? frame.hops : []
  const failing = frame.kind === 'flash' ? frame.node : null
  const ends = hops.flatMap(({ from, to }) => [from, to])
  const places = [frame.cursor, failing, ...ends]
  return places.some((key) => key !== null && keys.has(key))
}
