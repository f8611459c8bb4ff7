/** `--format github`: annotations of GitHub Actions, errors first: GitHub shows ten of each kind. */

import { linesIn } from '../text/line-ends.ts'
import { commandData, commandProperty } from '../text/safe/ci-commands.ts'
import { forReport } from '../text/safe/for-report.ts'
import { messageOf, type Severity } from '../validator/index.ts'
import type { Reporter } from './reporter.ts'

const commands: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  hint: 'notice',
}
const order = Object.keys(commands)

export const github: Reporter = {
  name: 'github',
  report: ({ files }) =>
    files
      .flatMap(({ path, findings }) => findings.map((finding) => ({ path, ...finding })))
      .sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
      .map(({ path, severity, rule, fix, line, column, endLine, endColumn, ...finding }) => {
        const place = { file: fileName(path), line, endLine, col: column, endColumn, title: rule }
        const properties = Object.entries(place).map(
          ([name, value]) => `${name}=${commandProperty(String(value))}`,
        )
        const message = commandData(lines(`${messageOf(finding)}\n${fix}`))
        return `::${commands[severity]} ${properties.join(',')}::${message}\n`
      })
      .join(''),
}

/**
 * The name as it is, so that GitHub finds the file: a property has no `::` and no line end, because they are escaped. Only what controls the
 * terminal that shows the log is replaced.
 */
const fileName = (path: string): string =>
  path.replace(/(?![\r\n])\p{Cc}/gu, (character) => forReport(character))

/** Escapes text that would start another workflow command or control the terminal that shows the log. */
const lines = (text: string): string => linesIn(text).map(forReport).join('\n')
