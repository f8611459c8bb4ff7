/** Identifies a finding across runs, even if its line has moved. */
import { createHash } from 'node:crypto'
import type { Finding } from './rule.ts'

/** In characters: a script may be one long line with thousands of findings. */
const LONGEST_LINE = 1_000

/**
 * Hashes path, rule, message and the text of the line.
 * @param again number of identical findings before this one, so that each gets its own hash
 */
export function fingerprint(path: string, finding: Finding, line: string, again = 0): string {
  const key = JSON.stringify([
    path,
    finding.rule,
    finding.message,
    line.slice(0, LONGEST_LINE).trim(),
  ])
  return createHash('sha256').update(`${key}${again}`).digest('hex').slice(0, 32)
}
