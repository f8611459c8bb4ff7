/** A scenario as a sequence: its participants, and what happens between them, in order. */
import { joined } from '../../../text/words.ts'
import type { Hop, Picture, PictureEdge, PictureNode, PlaybackStep } from '../../picture/picture.ts'
import { timesOf } from '../../picture/texts.ts'

export interface Participant {
  readonly key: string
  /** With the number of its replicas. */
  readonly label: string
  /** A person or a program of a person. */
  readonly isActor: boolean
}

export interface Arrow {
  /** Indices of participants. */
  readonly from: number
  readonly to: number
  /** From the connection; empty without one. */
  readonly text: string
  /** `reply` goes against its connection; `none` has no connection, so it cannot arrive. */
  readonly kind: 'call' | 'reply' | 'none'
}

export type Event =
  | { readonly kind: 'arrow'; readonly arrow: Arrow }
  | { readonly kind: 'parallel'; readonly arrows: readonly Arrow[] }
  | TextEvent

/** An event at one participant. */
export interface TextEvent {
  readonly kind: 'note' | 'error'
  /** Index of the participant. */
  readonly at: number
  readonly text: string
}

export interface Sequence {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly participants: readonly Participant[]
  readonly events: readonly Event[]
  /** Number of steps beyond the limit. */
  readonly leftOut: number
}

/** Nobody reads a longer one, and viewers refuse it. */
const MOST_EVENTS = 400

export function sequencesOf(picture: Picture): Sequence[] {
  const nodes = new Map(picture.nodes.map((node) => [node.key, node]))
  const edges = new Map(picture.edges.map((edge) => [edge.id, edge]))
  return picture.scenarios.map((scenario) => {
    const frames = scenario.frames.slice(0, MOST_EVENTS)
    const reader = new FrameReader(edges)
    const events = frames.flatMap((frame) => reader.read(frame) ?? [])
    return {
      id: scenario.id,
      title: scenario.title,
      description: scenario.description,
      events,
      leftOut: scenario.frames.length - frames.length,
      participants: reader.keys.map((key) => participantOf(key, nodes.get(key))),
    }
  })
}

/** Numbers the participants in the order in which they appear. */
class FrameReader {
  readonly #edges: ReadonlyMap<string, PictureEdge>
  readonly #numbers = new Map<string, number>()

  constructor(edges: ReadonlyMap<string, PictureEdge>) {
    this.#edges = edges
  }

  /** Keys of the nodes that take part. */
  get keys(): string[] {
    return [...this.#numbers.keys()]
  }

  /** Undefined if nothing happens. */
  read(frame: PlaybackStep): Event | undefined {
    if (frame.kind === 'send') return this.#readHops(frame.hops)
    const key = frame.kind === 'flash' ? frame.node : frame.cursor
    if (key === null) return undefined

    const participant = this.#numberOf(key)
    if (frame.kind === 'place') return undefined
    const kind = frame.kind === 'message' ? 'note' : 'error'
    return { kind, at: participant, text: frame.kind === 'flash' ? 'fails' : frame.text }
  }

  #readHops(hops: readonly Hop[]): Event | undefined {
    const arrows = hops.slice(0, MOST_EVENTS).map((hop) => this.#arrowOf(hop))
    const [arrow] = arrows
    if (arrow === undefined) return undefined
    return arrows.length > 1 ? { kind: 'parallel', arrows } : { kind: 'arrow', arrow }
  }

  #arrowOf({ from, to, edge, backwards }: Hop): Arrow {
    const connection = edge === null ? undefined : this.#edges.get(edge)
    const direction = backwards ? 'reply' : 'call'
    return {
      from: this.#numberOf(from),
      to: this.#numberOf(to),
      text: connection && !backwards ? textOf(connection) : '',
      kind: edge === null ? 'none' : direction,
    }
  }

  #numberOf(key: string): number {
    const number = this.#numbers.get(key) ?? this.#numbers.size
    this.#numbers.set(key, number)
    return number
  }
}

function participantOf(key: string, node: PictureNode | undefined): Participant {
  const { label = key, kind } = node ?? {}
  return {
    key,
    label: joined(' ', label, node && timesOf(node)),
    isActor: kind === 'client' || kind === 'actor',
  }
}

/** The label, or how it is connected. */
function textOf({ label, protocol, type, port }: PictureEdge): string {
  if (label !== null) return label
  return joined(' ', protocol ?? type, port === null ? null : `:${port}`)
}
