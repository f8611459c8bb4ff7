/** A scenario as steps to go through: what is seen at each, what is said, and for how long. */
import type { Frame, PictureScenario } from '../picture.ts'
import { sentencesOf } from '../sentence.ts'

export interface Step {
  readonly frame: Frame
  readonly sentence: string
  /** At normal speed. */
  readonly milliseconds: number
}

const hopMs = 1100
const flashMs = 900
/** Texts stay as long as they take to read. */
const readingMs = (text: string) => Math.min(6000, 1300 + 35 * text.length)

/** Putting the cursor somewhere is no step: nothing is seen of it. */
export const stepsOf = ({ frames }: PictureScenario, labels: ReadonlyMap<string, string>): Step[] =>
  frames
    .filter(({ kind }) => kind !== 'place')
    .map((frame) => ({
      frame,
      sentence: sentencesOf(frame, labels).join('; ') || 'Nothing is sent',
      milliseconds:
        frame.kind === 'message' || frame.kind === 'error'
          ? readingMs(frame.text)
          : frame.kind === 'flash'
            ? flashMs
            : hopMs,
    }))

/** Keys of the nodes and ids of the edges that a scenario uses anywhere: what it is not about steps back. */
export function castOf(steps: readonly Step[]): { nodes: Set<string>; edges: Set<string> } {
  const [nodes, edges] = [new Set<string>(), new Set<string>()]
  for (const { frame } of steps) {
    if (frame.cursor !== null) nodes.add(frame.cursor)
    if (frame.kind === 'flash' && frame.node !== null) nodes.add(frame.node)
    for (const { from, to, edge } of frame.kind === 'send' ? frame.hops : []) {
      nodes.add(from).add(to)
      if (edge !== null) edges.add(edge)
    }
  }
  return { nodes, edges }
}
