/** `--format unix`: a line per finding, `path:line:column: severity: message [rule]`, for editors and `grep`. */
import { messageOf } from '../validator/index.ts'
import type { Reporter } from './reporter.ts'
import { printable } from './terminal-text.ts'

export const unix: Reporter = {
  name: 'unix',
  report: ({ files }) =>
    files
      .flatMap(({ path, findings }) =>
        findings.map(
          ({ line, column, severity, rule, ...finding }) =>
            `${printable(path)}:${line}:${column}: ${severity}: ${printable(messageOf(finding))} [${rule}]\n`,
        ),
      )
      .join(''),
}
