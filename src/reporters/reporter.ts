/** What a reporter is: a name, and a function from findings to text. */
import type { Finding } from '../validator/index.ts'

/** What validating some scripts came to; also what `--json` prints. */
export interface ValidationResult {
  /** In the order in which they are to be told; those without findings as well. */
  readonly files: readonly { readonly path: string; readonly findings: readonly Finding[] }[]
  readonly errorCount: number
  /** Hints are counted as neither. */
  readonly warningCount: number
  readonly ruleset: string
}

export interface ReportOptions {
  /** Whether the text may hold colours (ANSI); only `pretty` has any. */
  readonly color: boolean
  /** Text of the scripts by path, for code frames; a path that is missing has none. */
  readonly sources: ReadonlyMap<string, string>
  /** Columns of the terminal. */
  readonly width?: number | undefined
}

export interface Reporter {
  /** As in `--format NAME`. */
  readonly name: string
  /** The whole text, with the newline at its end. */
  report(result: ValidationResult, options: ReportOptions): string
}
