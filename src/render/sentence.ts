/** What a step of a scenario shows, in words: for a terminal, for screen readers, and below a drawing that plays. */
import type { PictureNode, PlaybackStep } from './picture.ts'

export const labelsOf = (nodes: readonly PictureNode[]): ReadonlyMap<string, string> =>
  new Map(nodes.map(({ key, label }) => [key, label]))

/** One for each thing that happens; putting the cursor somewhere is none. */
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
