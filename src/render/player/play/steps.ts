/** Converts a scenario to player steps: frame, sentence and duration. */
import type { PictureScenario, PlaybackStep } from '../../picture/picture.ts'
import { sentencesOf } from '../../picture/step-sentences.ts'

export interface PlayerStep {
  readonly frame: PlaybackStep
  readonly sentence: string
  /** At normal speed. */
  readonly milliseconds: number
}

const hopMs = 1100
const flashMs = 900
/** Reading time of a text. */
const readingMs = (text: string) => Math.min(6000, 1300 + 35 * text.length)

/** Skips cursor placements, which show nothing. */
export const stepsOf = (
  { frames }: PictureScenario,
  labels: ReadonlyMap<string, string>,
): PlayerStep[] =>
  frames
    .filter(({ kind }) => kind !== 'place')
    .map((frame) => ({
      frame,
      sentence: sentencesOf(frame, labels).join('; ') || 'Nothing is sent',
      milliseconds: durationOf(frame),
    }))

function durationOf(frame: PlaybackStep): number {
  if (frame.kind === 'message' || frame.kind === 'error') return readingMs(frame.text)
  return frame.kind === 'flash' ? flashMs : hopMs
}

/** Keys of the nodes in a step. */
export function placesOf(frame: PlaybackStep): string[] {
  if (frame.kind === 'send') return frame.hops.flatMap(({ from, to }) => [from, to])
  const key = frame.kind === 'flash' ? frame.node : frame.cursor
  return key === null ? [] : [key]
}

/** Nodes and edges of a scenario; all others are dimmed. */
export function participantsOf(steps: readonly PlayerStep[]): {
  nodes: Set<string>
  edges: Set<string>
} {
  const hops = steps.flatMap(({ frame }) => (frame.kind === 'send' ? frame.hops : []))
  return {
    nodes: new Set(steps.flatMap(({ frame }) => placesOf(frame))),
    edges: new Set(hops.flatMap(({ edge }) => edge ?? [])),
  }
}
