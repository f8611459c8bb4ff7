/** Chooses the findings to annotate: the runner shows ten of each kind and silently drops the rest. */
import { join } from 'node:path'
import type { ChangedLines } from '../../files/git/changed-lines.ts'
import { github, type ValidationResult } from '../../reporters/index.ts'
import type { Finding } from '../../validator/index.ts'

/** Per step and kind. */
const MOST = 10

export interface Annotations {
  /** Workflow commands: errors first, and within a kind those on changed lines first. */
  orders: string
  /** Number of findings without an annotation. */
  hidden: number
}

/**
 * @param result with paths relative to `repository`
 * @param isChanged undefined if unknown
 */
export function annotationsOf(
  result: ValidationResult,
  repository: string,
  isChanged: ChangedLines | undefined,
): Annotations {
  const all = result.files.flatMap(({ path, findings }) =>
    findings.map((finding) => ({ path, finding })),
  )
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
