/** `--format github`: annotations of GitHub Actions, errors first: GitHub shows ten of each kind. */
import { commandData, commandProperty } from '../text/ci-commands.ts'
import { forReport } from '../text/for-report.ts'
import { messageOf, type Severity } from '../validator/index.ts'
import type { Reporter } from './reporter.ts'

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', hint: 'notice' }
const order = Object.keys(commands)

export const github: Reporter = {
  name: 'github',
  report: ({ files }) =>
    files
      .flatMap(({ path, findings }) => findings.map((finding) => ({ path, ...finding })))
      .sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
      .map(({ path, severity, rule, fix, line, column, endLine, endColumn, ...finding }) => {
        const place = { file: path, line, endLine, col: column, endColumn, title: rule }
        const properties = Object.entries(place).map(
          ([name, value]) => `${name}=${commandProperty(lines(String(value)))}`,
        )
        return `::${commands[severity]} ${properties.join(',')}::${commandData(lines(`${messageOf(finding)}\n${fix}`))}\n`
      })
      .join(''),
}

/** Escapes text that would start another workflow command or control the terminal that shows the log. */
const lines = (text: string): string => text.split(/\r?\n/).map(forReport).join('\n')
