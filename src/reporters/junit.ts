/** `--format junit`: a test suite per script, which every CI system shows. */
import { type Finding, messageOf } from '../validator/index.ts'
import type { Reporter } from './reporter.ts'
import { declaration, element } from './xml.ts'

export const junit: Reporter = {
  name: 'junit',
  report({ files }) {
    const suites = files.map(({ path, findings }) => {
      // Advice does not fail a test; it is told in the one that passes.
      const failures = findings.filter(({ severity }) => severity === 'error')
      const advice = findings.filter(({ severity }) => severity !== 'error')
      const cases = [
        ...failures.map((finding) => failed(path, finding)),
        ...(failures.length === 0 || advice.length > 0 ? [passed(path, advice)] : []),
      ]
      return element(
        'testsuite',
        { name: path, tests: cases.length, failures: failures.length, errors: 0 },
        cases,
      )
    })
    return `${declaration}\n${element('testsuites', { name: 'topo validate' }, suites)}\n`
  },
}

const told = (path: string, finding: Finding): string => {
  const { line, column, severity, fix } = finding
  return `${path}:${line}:${column}: ${severity}: ${messageOf(finding)}\n${fix}`
}

function failed(path: string, finding: Finding): string {
  const { rule, line, column } = finding
  const name = `${rule} (${line}:${column})`
  const failure = element('failure', { type: rule, message: messageOf(finding) }, told(path, finding))
  return element('testcase', { name, classname: path, file: path, line }, [failure])
}

function passed(path: string, advice: readonly Finding[]): string {
  const texts = advice.map((finding) => told(path, finding))
  const output = texts.length > 0 ? [element('system-out', {}, texts.join('\n'))] : []
  return element('testcase', { name: 'would be accepted', classname: path, file: path }, output)
}
