/** Combines findings of several scripts into one result, with counts. */
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
    files: files.map(({ path, findings }) => ({ path, findings: findings.map(withoutEdit) })),
    errorCount: count('error'),
    warningCount: count('warning'),
    ruleset: RULESET,
  }
}

/** Edits are for `--fix` and editors, not for reports. */
const withoutEdit = ({ edit: _edit, suggestion: _suggestion, ...finding }: Finding): Finding => finding
