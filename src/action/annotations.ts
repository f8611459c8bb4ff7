/** Which findings become annotations: the runner shows ten of each kind, and drops the rest without a word. */
import { join } from 'node:path'
import { github, type ValidationResult } from '../reporters/index.ts'
import type { Finding } from '../validator/index.ts'
import type { ChangedLines } from './changed-lines.ts'

/** Per step and kind. */
const MOST = 10

export interface Annotations {
  /** Orders to the runner, errors first, and of each kind those on changed lines first. */
  orders: string
  /** How many findings they leave out. */
  hidden: number
}

/**
 * @param result with paths relative to `repository`
 * @param isChanged undefined where nobody knows
 */
export function annotationsOf(
  result: ValidationResult,
  repository: string,
  isChanged: ChangedLines | undefined,
): Annotations {
  const all = result.files.flatMap(({ path, findings }) => findings.map((finding) => ({ path, finding })))
  const changed = ({ path, finding }: { path: string; finding: Finding }) =>
    isChanged?.(join(repository, path), finding.line) ? 0 : 1
  const ranked = all.toSorted((a, b) => changed(a) - changed(b))
  const shown = (['error', 'warning', 'hint'] as const).flatMap((severity) =>
    ranked.filter(({ finding }) => finding.severity === severity).slice(0, MOST),
  )
  const files = shown.map(({ path, finding }) => ({ path, findings: [finding] }))
  const orders = github.report({ ...result, files }, { color: false, sources: new Map() })
  return { orders, hidden: all.length - shown.length }
}
