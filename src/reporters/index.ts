/** Report → text, one file per format. */
import { json } from './json.ts'
import { pretty } from './pretty.ts'
import type { Reporter } from './reporter.ts'

export type { Reporter, ReportOptions, ValidationResult } from './reporter.ts'
export { validationResult } from './result.ts'
export { printable } from './terminal-text.ts'

export const reporters: readonly Reporter[] = [pretty, json]
