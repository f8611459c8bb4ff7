/** Describes a step of a scenario for terminals, screen readers and the player. */
import type { PictureNode, PlaybackStep } from './picture.ts'

export const labelsOf = (nodes: readonly PictureNode[]): ReadonlyMap<string, string> =>
  new Map(nodes.map(({ key, label }) => [key, label]))

/** One sentence per event; placing the cursor is not an event. */
export function sentencesOf(frame: PlaybackStep, labels: ReadonlyMap<string, string>): string[] {
  const name = (key: string | null) => labels.get(key ?? '') ?? '?'
  switch (frame.kind) {
    case 'place':
      return []
    case 'send':
      return frame.hops.map(({ from, to }) => `${name(from)} → ${name(to)}`)
    case 'message':
      return [`${name(frame.cursor)}: ${frame.text}`]
    case 'error':
      return [`${name(frame.cursor)} fails: ${frame.text}`]
    case 'flash':
      return [`${name(frame.node)} fails`]
  }
}
