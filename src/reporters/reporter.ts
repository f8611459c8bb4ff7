/** Defines a reporter: a name, and a function from findings to text. */
import type { Finding } from '../validator/index.ts'

/** Result of validating scripts; `--json` prints it. */
export interface ValidationResult {
  /** In report order, including files without findings. */
  readonly files: readonly { readonly path: string; readonly findings: readonly Finding[] }[]
  readonly errorCount: number
  /** Hints count neither as errors nor as warnings. */
  readonly warningCount: number
  readonly ruleset: string
}

export interface ReportOptions {
  /** Allow ANSI colours; only `pretty` uses them. */
  readonly color: boolean
  /** Source text by path, for code frames; may lack paths. */
  readonly sources: ReadonlyMap<string, string>
  /** Columns of the terminal. */
  readonly width?: number | undefined
}

export interface Reporter {
  /** The NAME of `--format NAME`. */
  readonly name: string
  /** Renders the full report, with a final newline. */
  report(result: ValidationResult, options: ReportOptions): string
}
