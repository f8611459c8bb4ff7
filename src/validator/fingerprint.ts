/** What a finding is recognised by from one run to the next, though lines have moved. */
import { createHash } from 'node:crypto'
import type { Finding } from './rule.ts'

/** A whole script may be one line, and have thousands of findings. */
const LONGEST_LINE = 1_000

/**
 * Of path, rule, message and the text of the line.
 * @param again how many like it came before: the same thing twice is two findings
 */
export function fingerprint(path: string, finding: Finding, line: string, again = 0): string {
  const key = JSON.stringify([path, finding.rule, finding.message, line.slice(0, LONGEST_LINE).trim()])
  return createHash('sha256').update(`${key}${again}`).digest('hex').slice(0, 32)
}
