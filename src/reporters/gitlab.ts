/** `--format gitlab`: a Code Quality report, which GitLab shows in merge requests. */
import { jsonText } from '../text/safe/ci-commands.ts'
import { messageOf, type Severity } from '../validator/index.ts'
import { withFingerprints } from './fingerprint.ts'
import type { Reporter } from './reporter.ts'

const severities: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  hint: 'info',
}

export const gitlab: Reporter = {
  name: 'gitlab',
  report(result, options) {
    const issues = withFingerprints(result, options).map(
      ({
        path,
        rule,
        severity,
        fix,
        line,
        column,
        endLine,
        endColumn,
        fingerprint,
        ...finding
      }) => ({
        description: `${messageOf(finding)}. ${fix}`,
        check_name: rule,
        fingerprint,
        severity: severities[severity],
        location: {
          path,
          positions: { begin: { line, column }, end: { line: endLine, column: endColumn } },
        },
      }),
    )
    return `${jsonText(issues)}\n`
  },
}
