/** `--format sarif`: SARIF 2.1.0 for code scanning, with a description of each rule. */
import { jsonText } from '../text/safe/ci-commands.ts'
import type { Span } from '../topology/index.ts'
import { messageOf, projectRules, rules, type Severity } from '../validator/index.ts'
import { type FindingWithId, withFingerprints } from './fingerprint.ts'
import type { Reporter } from './reporter.ts'

const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  hint: 'note',
}

export const sarif: Reporter = {
  name: 'sarif',
  report(result, options) {
    const findings = withFingerprints(result, options)
    const described = descriptors(findings)
    const log = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'topo', version: result.ruleset, rules: described } },
          // Columns count UTF-16 units, as in JavaScript.
          columnKind: 'utf16CodeUnits',
          results: findings.map((finding) => ({
            ruleId: finding.rule,
            ruleIndex: described.findIndex(({ id }) => id === finding.rule),
            level: levels[finding.severity],
            message: { text: `${messageOf(finding)}. ${finding.fix}` },
            locations: [{ physicalLocation: locationOf(finding) }],
            ...(finding.related && {
              relatedLocations: [
                { physicalLocation: locationOf({ path: finding.path, ...finding.related }) },
              ],
            }),
            partialFingerprints: { 'topoFinding/v1': finding.fingerprint },
          })),
        },
      ],
    }
    return `${jsonText(log)}\n`
  },
}

/** Describes all rules, and problems that occur before rules run, e.g. `syntax`. */
function descriptors(findings: readonly FindingWithId[]) {
  const all = [...rules, ...projectRules]
  const known = all.map(({ id, severity, docs: { summary, why } }) => ({
    id,
    shortDescription: { text: summary },
    fullDescription: { text: why },
    defaultConfiguration: { level: levels[severity] },
  }))
  const problems = new Set(findings.map(({ rule }) => rule))
  for (const { id } of known) problems.delete(id)
  return [
    ...known,
    ...[...problems].sort().map((id) => ({
      id,
      shortDescription: { text: `The script cannot be run (${id})` },
      fullDescription: {
        text: 'A script that cannot be parsed and run draws no diagram, so no rule can check it.',
      },
      defaultConfiguration: { level: 'error' },
    })),
  ]
}

const locationOf = ({ path, line, column, endLine, endColumn }: Span & { path: string }) => ({
  artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
  region: { startLine: line, startColumn: column, endLine, endColumn },
})
