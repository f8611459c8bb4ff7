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
    files: files.map(({ path, findings }) => ({ path, findings: findings.map(told) })),
    errorCount: count('error'),
    warningCount: count('warning'),
    ruleset: RULESET,
  }
}

/** An edit is for those who carry it out. */
const told = ({ edit: _edit, ...finding }: Finding): Finding => finding
