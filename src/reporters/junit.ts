/** `--format junit`: one test suite per script, for the test reports of CI systems. */
import { type Finding, messageOf } from '../validator/index.ts'
import type { Reporter } from './reporter.ts'
import { declaration, xmlElement } from './xml.ts'

export const junit: Reporter = {
  name: 'junit',
  report({ files }) {
    const suites = files.map(({ path, findings }) => {
      // Advice does not fail a test; it is the output of a passed test.
      const failures = findings.filter(({ severity }) => severity === 'error')
      const advice = findings.filter(({ severity }) => severity !== 'error')
      const cases = [
        ...failures.map((finding) => failureCase(path, finding)),
        ...(failures.length === 0 || advice.length > 0 ? [passCase(path, advice)] : []),
      ]
      return xmlElement(
        'testsuite',
        { name: path, tests: cases.length, failures: failures.length, errors: 0 },
        cases,
      )
    })
    return `${declaration}\n${xmlElement('testsuites', { name: 'topo validate' }, suites)}\n`
  },
}

const findingText = (path: string, finding: Finding): string => {
  const { line, column, severity, fix } = finding
  return `${path}:${line}:${column}: ${severity}: ${messageOf(finding)}\n${fix}`
}

function failureCase(path: string, finding: Finding): string {
  const { rule, line, column } = finding
  const name = `${rule} (${line}:${column})`
  const failure = xmlElement(
    'failure',
    { type: rule, message: messageOf(finding) },
    findingText(path, finding),
  )
  return xmlElement('testcase', { name, classname: path, file: path, line }, [failure])
}

function passCase(path: string, advice: readonly Finding[]): string {
  const texts = advice.map((finding) => findingText(path, finding))
  const output = texts.length > 0 ? [xmlElement('system-out', {}, texts.join('\n'))] : []
  return xmlElement('testcase', { name: 'would be accepted', classname: path, file: path }, output)
}
