/** A scenario as steps to go through: what is seen at each, what is said, and for how long. */
import type { PictureScenario, PlaybackStep } from '../picture.ts'
import { sentencesOf } from '../sentence.ts'

export interface PlayerStep {
  readonly frame: PlaybackStep
  readonly sentence: string
  /** At normal speed. */
  readonly milliseconds: number
}

const hopMs = 1100
const flashMs = 900
/** Texts stay as long as they take to read. */
const readingMs = (text: string) => Math.min(6000, 1300 + 35 * text.length)

/** Putting the cursor somewhere is no step: nothing is seen of it. */
export const stepsOf = ({ frames }: PictureScenario, labels: ReadonlyMap<string, string>): PlayerStep[] =>
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

/** Keys of the nodes that something happens at. */
export function placesOf(frame: PlaybackStep): string[] {
  if (frame.kind === 'send') return frame.hops.flatMap(({ from, to }) => [from, to])
  const key = frame.kind === 'flash' ? frame.node : frame.cursor
  return key === null ? [] : [key]
}

/** Who takes part anywhere in a scenario: what it is not about steps back. */
export function castOf(steps: readonly PlayerStep[]): { nodes: Set<string>; edges: Set<string> } {
  const hops = steps.flatMap(({ frame }) => (frame.kind === 'send' ? frame.hops : []))
  return {
    nodes: new Set(steps.flatMap(({ frame }) => placesOf(frame))),
    edges: new Set(hops.flatMap(({ edge }) => (edge === null ? [] : [edge]))),
  }
}
