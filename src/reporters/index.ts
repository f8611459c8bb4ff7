/** All report formats, one file each. */
import { checkstyle } from './checkstyle.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { jsonReport } from './json.ts'
import { junit } from './junit.ts'
import { pretty, prettyPieces } from './pretty.ts'
import { type Reporter, validationResult } from './reporter.ts'
import { sarif } from './sarif.ts'
import { unix } from './unix.ts'

export { forReport } from '../text/safe/for-report.ts'
export type { Reporter, ReportOptions, SourceTexts, ValidationResult } from './reporter.ts'

export { github, prettyPieces, unix, validationResult }
export const reporters: readonly Reporter[] = [
  pretty,
  unix,
  jsonReport,
  github,
  gitlab,
  junit,
  checkstyle,
  sarif,
]
