/** A scenario as a sequence: its participants, and what happens between them, in order. */
import { joined } from '../../../text/words.ts'
import type { Hop, Picture, PictureEdge, PlaybackStep } from '../../picture/picture.ts'
import { brokenLabelOf } from '../../picture/texts.ts'
import { type Participant, type ParticipantBox, participantsInOrder } from './participants.ts'

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
  readonly boxes: readonly ParticipantBox[]
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
    const keys = keysIn(frames)
    const { participants, boxes } = participantsInOrder(keys, nodes)
    const reader = new FrameReader(edges, participants)
    for (const frame of frames) reader.read(frame)
    return {
      id: scenario.id,
      title: scenario.title,
      description: scenario.description,
      participants,
      boxes,
      events: reader.events,
      leftOut: scenario.frames.length - frames.length,
    }
  })
}

/** Keys of the nodes that take part, in the order in which they appear. */
function keysIn(frames: readonly PlaybackStep[]): string[] {
  const keys = frames.flatMap((frame): readonly (string | null)[] => {
    if (frame.kind === 'flash') return [frame.node]
    if (frame.kind !== 'send') return [frame.cursor]
    return frame.hops.slice(0, MOST_EVENTS).flatMap(({ from, to }) => [from, to])
  })
  return [...new Set(keys)].filter((key) => key !== null)
}

/** Texts of nodes start with their names, as in `[API] checks`. */
const SAID_BY_NODE = /^\s*\[/

/** Makes events of frames, with participants by their numbers. */
class FrameReader {
  readonly events: Event[] = []
  readonly #edges: ReadonlyMap<string, PictureEdge>
  readonly #numbers: ReadonlyMap<string, number>
  /** The arrow that may get the text of a message right behind it. */
  #unlabelled: Arrow | undefined

  constructor(edges: ReadonlyMap<string, PictureEdge>, participants: readonly Participant[]) {
    this.#edges = edges
    this.#numbers = new Map(participants.map(({ key }, number) => [key, number]))
  }

  read(frame: PlaybackStep): void {
    const arrow = this.#unlabelled
    this.#unlabelled = undefined
    if (frame.kind === 'send') {
      this.#readHops(frame.hops)
      return
    }
    const key = frame.kind === 'flash' ? frame.node : frame.cursor
    if (key === null || frame.kind === 'place') return

    const participant = this.#numberOf(key)
    const text = frame.kind === 'flash' ? 'fails' : frame.text
    const isOnArrow = frame.kind === 'message' && arrow?.to === participant
    if (isOnArrow && !SAID_BY_NODE.test(text)) {
      this.events.pop()
      this.events.push({ kind: 'arrow', arrow: { ...arrow, text } })
      return
    }
    this.events.push({ kind: frame.kind === 'message' ? 'note' : 'error', at: participant, text })
  }

  #readHops(hops: readonly Hop[]): void {
    const arrows = hops.slice(0, MOST_EVENTS).map((hop) => this.#arrowOf(hop))
    const [arrow] = arrows
    if (arrow === undefined) return
    if (arrows.length > 1) {
      this.events.push({ kind: 'parallel', arrows })
      return
    }
    this.events.push({ kind: 'arrow', arrow })
    const isLabelled = hops.some(({ edge, backwards }) => !backwards && this.#labelOf(edge))
    this.#unlabelled = isLabelled ? undefined : arrow
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

  #labelOf(edge: string | null): string | null {
    return edge === null ? null : (this.#edges.get(edge)?.label ?? null)
  }

  #numberOf(key: string): number {
    return this.#numbers.get(key) ?? 0
  }
}

/** The label, or how it is connected. */
function textOf(edge: PictureEdge): string {
  const { protocol, type, port } = edge
  const label = brokenLabelOf(edge)
  if (label !== null) return label
  return joined(' ', protocol ?? type, port === null ? null : `:${port}`)
}
