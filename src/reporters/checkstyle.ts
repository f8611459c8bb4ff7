/** `--format checkstyle`: XML that many code review tools read. */
import { messageOf, type Severity } from '../validator/index.ts'
import type { Reporter } from './reporter.ts'
import { declaration, xmlElement } from './xml.ts'

const severities: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  hint: 'info',
}

export const checkstyle: Reporter = {
  name: 'checkstyle',
  report({ files }) {
    const reported = files
      .filter(({ findings }) => findings.length > 0)
      .map(({ path, findings }) =>
        xmlElement(
          'file',
          { name: path },
          findings.map(({ line, column, severity, fix, rule, ...finding }) =>
            xmlElement('error', {
              line,
              column,
              severity: severities[severity],
              message: `${messageOf(finding)}. ${fix}`,
              source: `topo.${rule}`,
            }),
          ),
        ),
      )
    return `${declaration}\n${xmlElement('checkstyle', { version: '4.3' }, reported)}\n`
  },
}
