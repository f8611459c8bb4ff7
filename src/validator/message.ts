/** Formats the message of a finding as one phrase. */
import type { Finding } from './rule.ts'

/** Appends the related location. It is not part of `message`, because fingerprints must survive moved lines. */
export function messageOf({ message, related }: Pick<Finding, 'message' | 'related'>): string {
  if (related === undefined) return message
  return `${message}, on line ${related.line}${related.path === undefined ? '' : ` of ${related.path}`}`
}
