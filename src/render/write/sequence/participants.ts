/** The participants of a sequence, side by side: those of one frame stay together. */
import { groupedBy } from '../../../grouped.ts'
import { joined } from '../../../text/words.ts'
import type { PictureNode } from '../../picture/picture.ts'
import { brokenLabelOf, timesOf } from '../../picture/texts.ts'

export interface Participant {
  readonly key: string
  /** With the number of its replicas, and with `\n` at the breaks of its author. */
  readonly label: string
  /** A person or a program of a person. */
  readonly isActor: boolean
}

/** A frame around participants that are side by side. */
export interface ParticipantBox {
  readonly title: string
  /** Indices of participants. */
  readonly first: number
  readonly last: number
}

export interface Participants {
  readonly participants: readonly Participant[]
  readonly boxes: readonly ParticipantBox[]
}

/** @param keys in the order in which they appear */
export function participantsInOrder(
  keys: readonly string[],
  nodes: ReadonlyMap<string, PictureNode>,
): Participants {
  const frames = new Map(keys.map((key) => [key, framesAround(key, nodes)]))
  const shared = sharedLength([...frames.values()])
  // A participant without a separate frame is alone.
  const groups = groupedBy(keys, (key) => frames.get(key)?.[shared] ?? { key })
  const participants: Participant[] = []
  const boxes: ParticipantBox[] = []
  for (const [frame, members] of groups) {
    const first = participants.length
    for (const key of members) participants.push(participantOf(key, nodes.get(key)))
    const last = participants.length - 1
    if ('label' in frame) boxes.push({ title: frame.label, first, last })
  }
  return { participants, boxes }
}

/** From the outermost to the innermost. */
function framesAround(key: string, nodes: ReadonlyMap<string, PictureNode>): PictureNode[] {
  const frames: PictureNode[] = []
  let parent = nodes.get(key)?.parent ?? null
  while (parent !== null) {
    const frame = nodes.get(parent)
    if (frame === undefined) break
    frames.unshift(frame)
    parent = frame.parent
  }
  return frames
}

/** How many of the outermost frames contain all participants: they separate nothing. */
function sharedLength([first = [], ...others]: readonly (readonly PictureNode[])[]): number {
  const differing = first.findIndex((frame, depth) => others.some((one) => one[depth] !== frame))
  return differing < 0 ? first.length : differing
}

function participantOf(key: string, node: PictureNode | undefined): Participant {
  const { kind } = node ?? {}
  return {
    key,
    label: joined(' ', node ? brokenLabelOf(node) : key, node && timesOf(node)),
    isActor: kind === 'client' || kind === 'actor',
  }
}
