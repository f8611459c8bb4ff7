/** `--format unix`: a line per finding, `path:line:column: severity: message [rule]`, for editors and `grep`. */
import type { Reporter } from './reporter.ts'
import { printable } from './terminal-text.ts'

export const unix: Reporter = {
  name: 'unix',
  report: ({ files }) =>
    files
      .flatMap(({ path, findings }) =>
        findings.map(
          ({ line, column, severity, message, rule }) =>
            `${printable(path)}:${line}:${column}: ${severity}: ${printable(message)} [${rule}]\n`,
        ),
      )
      .join(''),
}
