/** `--format checkstyle`: XML that many code review tools read. */
import type { Severity } from '../validator/index.ts'
import type { Reporter } from './reporter.ts'
import { declaration, element } from './xml.ts'

const severities: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', hint: 'info' }

export const checkstyle: Reporter = {
  name: 'checkstyle',
  report({ files }) {
    const reported = files
      .filter(({ findings }) => findings.length > 0)
      .map(({ path, findings }) =>
        element(
          'file',
          { name: path },
          findings.map(({ line, column, severity, message, fix, rule }) =>
            element('error', {
              ...{ line, column, severity: severities[severity] },
              message: `${message}. ${fix}`,
              source: `topo.${rule}`,
            }),
          ),
        ),
      )
    return `${declaration}\n${element('checkstyle', { version: '4.3' }, reported)}\n`
  },
}
