/** Findings of several scripts → one result, counted. */
import { type Finding, RULESET } from '../validator/index.ts'
import type { ValidationResult } from './reporter.ts'

export function validationResult(
  files: readonly { path: string; findings: readonly Finding[] }[],
): ValidationResult {
  const count = (severity: Finding['severity']) =>
    files.reduce(
      (sum, file) => sum + file.findings.filter((finding) => finding.severity === severity).length,
      0,
    )
  return {
    files: files.map(({ path, findings }) => ({ path, findings })),
    errorCount: count('error'),
    warningCount: count('warning'),
    ruleset: RULESET,
  }
}
