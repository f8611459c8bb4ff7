/** What a finding says, as one phrase. */
import type { Finding } from './rule.ts'

/** With the place of the other thing that it speaks of, which is no part of the message itself: lines move. */
export function messageOf({ message, related }: Pick<Finding, 'message' | 'related'>): string {
  if (related === undefined) return message
  return `${message}, on line ${related.line}${related.path === undefined ? '' : ` of ${related.path}`}`
}
