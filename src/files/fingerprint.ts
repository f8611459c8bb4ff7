/** Identifies a finding in a file across runs, even if its line has moved. */
import { createHash } from 'node:crypto'

/** In characters: a script may be one long line with thousands of findings. */
const LONGEST_LINE = 1_000

/** The parts of a finding that stay when its line moves. */
export interface LastingFinding {
  readonly rule: string
  readonly message: string
}

/**
 * Hashes path, rule, message and the text of the line.
 * @param again number of identical findings before this one, so that each gets its own hash
 */
export function fingerprint(
  path: string,
  { rule, message }: LastingFinding,
  line: string,
  again = 0,
): string {
  const key = JSON.stringify([path, rule, message, line.slice(0, LONGEST_LINE).trim()])
  return createHash('sha256').update(`${key}${again}`).digest('hex').slice(0, 32)
}
