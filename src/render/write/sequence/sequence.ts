/** A scenario as a sequence: its participants, and what happens between them, in order. */
import { joined } from '../../../text/words.ts'
import type {
  Hop,
  Picture,
  PictureEdge,
  PictureNode,
  PictureScenario,
} from '../../picture/picture.ts'
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
  | { readonly kind: 'note' | 'error'; readonly at: number; readonly text: string }

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
  return picture.scenarios.map((scenario) => sequenceOf(scenario, nodes, edges))
}

function sequenceOf(
  { id, title, description, frames }: PictureScenario,
  nodes: ReadonlyMap<string, PictureNode>,
  edges: ReadonlyMap<string, PictureEdge>,
): Sequence {
  const participants = new Map<string, number>()
  const numberOf = (key: string) => {
    const number = participants.get(key) ?? participants.size
    participants.set(key, number)
    return number
  }
  const arrow = ({ from, to, edge, backwards }: Hop): Arrow => {
    const kind = edge === null ? 'none' : backwards ? 'reply' : 'call'
    const drawn = edge === null ? undefined : edges.get(edge)
    return {
      from: numberOf(from),
      to: numberOf(to),
      text: drawn && !backwards ? textOf(drawn) : '',
      kind,
    }
  }
  const events: Event[] = []
  const shown = frames.slice(0, MOST_EVENTS)
  for (const frame of shown) {
    if (frame.kind === 'place') {
      if (frame.cursor !== null) numberOf(frame.cursor)
    } else if (frame.kind === 'send') {
      const arrows = frame.hops.slice(0, MOST_EVENTS).map(arrow)
      if (arrows.length > 1) events.push({ kind: 'parallel', arrows })
      else if (arrows[0]) events.push({ kind: 'arrow', arrow: arrows[0] })
    } else {
      const key = frame.kind === 'flash' ? frame.node : frame.cursor
      if (key === null) continue
      const kind = frame.kind === 'message' ? 'note' : 'error'
      events.push({ kind, at: numberOf(key), text: frame.kind === 'flash' ? 'fails' : frame.text })
    }
  }
  return {
    id,
    title,
    description,
    events,
    leftOut: frames.length - shown.length,
    participants: [...participants.keys()].map((key) => participantOf(key, nodes.get(key))),
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
