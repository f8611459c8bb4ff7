/** Defines a reporter: a name, and a function from findings to text. */
import { type Finding, RULESET } from '../validator/index.ts'

/** Result of validating scripts; `--json` prints it. */
export interface ValidationResult {
  /** In report order, including files without findings. */
  readonly files: readonly { readonly path: string; readonly findings: readonly Finding[] }[]
  readonly errorCount: number
  /** Hints count neither as errors nor as warnings. */
  readonly warningCount: number
  readonly ruleset: string
}

/** Source text by path, for code frames; may lack paths. */
export interface SourceTexts {
  get(path: string): string | undefined
}

export interface ReportOptions {
  /** Allow ANSI colours; only `pretty` uses them. */
  readonly color: boolean
  readonly sources: SourceTexts
  /** Columns of the terminal. */
  readonly width?: number | undefined
}

export interface Reporter {
  /** The NAME of `--format NAME`. */
  readonly name: string
  /** Renders the full report, with a final newline. */
  report(result: ValidationResult, options: ReportOptions): string
}

/** Combines findings of several scripts into one result, with counts. */
export function validationResult(
  files: readonly { path: string; findings: readonly Finding[] }[],
): ValidationResult {
  const count = (severity: Finding['severity']) =>
    files.reduce(
      (sum, file) => sum + file.findings.filter((finding) => finding.severity === severity).length,
      0,
    )
  return {
    files: files.map(({ path, findings }) => ({
      path,
      findings: findings.map(withoutEdit),
    })),
    errorCount: count('error'),
    warningCount: count('warning'),
    ruleset: RULESET,
  }
}

/** Edits are for `--fix` and editors, not for reports. */
const withoutEdit = ({ edit: _edit, suggestion: _suggestion, ...finding }: Finding): Finding =>
  finding
