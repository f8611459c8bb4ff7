/** `--format unix`: one line per finding, `path:line:column: severity: message [rule]`, for editors and `grep`. */
import { forReport } from '../text/safe/for-report.ts'
import { messageOf } from '../validator/index.ts'
import type { Reporter } from './reporter.ts'

export const unix: Reporter = {
  name: 'unix',
  report: ({ files }) =>
    files
      .flatMap(({ path, findings }) =>
        findings.map(
          ({ line, column, severity, rule, ...finding }) =>
            `${forReport(path)}:${line}:${column}: ${severity}: ${forReport(messageOf(finding))} [${rule}]\n`,
        ),
      )
      .join(''),
}
