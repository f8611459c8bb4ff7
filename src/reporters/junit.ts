/** `--format junit`: one test suite per script, for the test reports of CI systems. */
import { type Finding, messageOf } from '../validator/index.ts'
import type { Reporter } from './reporter.ts'
import { declaration, xmlElement } from './xml.ts'

export const junit: Reporter = {
  name: 'junit',
  report({ files }) {
    const suites = files.map(({ path, findings }) => {
      // Advice does not fail a test: it is the output of the passed test, or else of the suite.
      const failures = findings.filter(({ severity }) => severity === 'error')
      const advice = findings.filter(({ severity }) => severity !== 'error')
      const output = outputOf(path, advice)
      const cases = failures.map((finding) => failureCase(path, finding))
      return xmlElement(
        'testsuite',
        { name: path, tests: Math.max(cases.length, 1), failures: cases.length, errors: 0 },
        cases.length > 0 ? [...cases, ...output] : [passCase(path, output)],
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

function outputOf(path: string, advice: readonly Finding[]): string[] {
  const texts = advice.map((finding) => findingText(path, finding))
  return texts.length > 0 ? [xmlElement('system-out', {}, texts.join('\n'))] : []
}

const passCase = (path: string, output: readonly string[]): string =>
  xmlElement('testcase', { name: 'would be accepted', classname: path, file: path }, output)
