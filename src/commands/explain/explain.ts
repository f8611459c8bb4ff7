/** Explains an error code or a rule of the validator, for `topo explain`. */

import { environmentVariables } from '../../cli/help/topics/environment.ts'
import { errorCodes } from '../../cli/help/topics/error-codes.ts'
import { issuesUrl } from '../../cli/io/repository.ts'
import { usageError } from '../../errors.ts'
import { nearest } from '../../text/nearest.ts'
import { isAdvice, projectRules, rules, type Severity } from '../../validator/index.ts'

export interface Explanation {
  readonly kind: 'error' | 'rule' | 'problem'
  readonly id: string
  readonly meaning: string
  /** Why a rule matters; null for an error. */
  readonly why: string | null
  /** The next step; null for a rule, because each of its findings names one. */
  readonly fix: string | null
  /** Null unless validation reports it. */
  readonly severity: Severity | null
  /** Null for rules, whose findings exit as `--fail-on` says. */
  readonly exitCodes: readonly number[] | null
  /** False for the service's own rules and for problems, which cannot be turned off. */
  readonly configurable: boolean
  /** True if `topo validate --fix` fixes some of its findings. */
  readonly fixable: boolean
}

const noFinding = { why: null, severity: null, configurable: false, fixable: false } as const

/** Findings that no rule reports, by the id in their place: the script was not checked, or not completely. */
const problems: Readonly<Record<string, readonly [meaning: string, fix: string]>> = {
  header: [
    'The header of the script is not valid, or a comment only looks like one: topo reads a header between `/*---` and `---*/`, before the first statement.',
    'Correct the line that the finding names, or the markers. If the comment is not metadata, put an empty header at the top of the file: the lines `/*---` and `---*/`.',
  ],
  'duplicate-slug': [
    'Other files have the same slug, so none of them is sent.',
    'Rename one of the files, write another `slug:` in its header, between `/*---` and `---*/`, or set `slug` in topo.config.json, as in "{path}-{name}".',
  ],
  import: [
    'The script imports something that topo cannot read or bundle.',
    'Import files of the project by a literal path, and check that they exist.',
  ],
  syntax: [
    'The script is not valid JavaScript or TypeScript.',
    'Correct the line that the finding names.',
  ],
  runtime: ['The script threw an error while it ran.', 'Correct the line that the finding names.'],
  timeout: ['The script ran too long.', 'Look for an endless loop, or split the script.'],
  memory: ['The script used too much memory.', 'Look for an endless loop, or split the script.'],
  unsettled: [
    'The script waits for a promise that never settles.',
    'Check what the script awaits; a script has no network and no files.',
  ],
  internal: [
    'topo has a bug that this script triggers.',
    `Report it with the script at ${issuesUrl}.`,
  ],
  verdict: [
    'topo and the service disagree on whether the script is valid.',
    'Trust the service, and report the difference as a bug of topo.',
  ],
  picture: [
    'The script is valid, but its picture cannot be drawn.',
    'Split the diagram, or draw only some layers with --layer.',
  ],
}

export const explanations: readonly Explanation[] = [
  ...errorCodes.map(({ code, meaning, fix, exitCodes }) => ({
    kind: 'error' as const,
    id: code,
    meaning,
    fix,
    exitCodes,
    ...noFinding,
  })),
  ...[...rules, ...projectRules].map((rule) => ({
    kind: 'rule' as const,
    id: rule.id,
    meaning: `${rule.docs.summary}.`,
    why: rule.docs.why,
    fix: null,
    severity: rule.severity,
    exitCodes: null,
    configurable: isAdvice(rule.id),
    fixable: 'fixable' in rule && rule.fixable === true,
  })),
  ...Object.entries(problems).map(([id, [meaning, fix]]) => ({
    kind: 'problem' as const,
    id,
    meaning,
    fix,
    exitCodes: null,
    ...noFinding,
    severity: 'error' as const,
  })),
]

/**
 * @param given error code or rule id as people paste it: in brackets, in lower case, or without `TOPO_`
 * @throws usage error with the nearest name.
 */
export function explain(given: string): Explanation {
  const name = given.trim().replace(/^\[(.*)\]$/, '$1')
  const code = name.toUpperCase().replaceAll('-', '_')
  const names = [name.toLowerCase(), code, `TOPO_${code}`]
  for (const candidate of names) {
    const explanation = explanations.find(({ id }) => id === candidate)
    if (explanation) return explanation
  }
  if (environmentVariables.some((variable) => variable.name === code)) {
    throw usageError(`${code} is an environment variable, not an error code.`, {
      hint: 'Run "topo help environment" to see its meaning.',
    })
  }
  const near = nearestId(name)
  throw usageError(`There is no error code or rule "${name}".`, {
    hint:
      near === undefined
        ? 'Run "topo help errors" to see all error codes.'
        : `Did you mean "topo explain ${near}"?`,
  })
}

function nearestId(name: string): string | undefined {
  const ids = explanations.map(({ id }) => id)
  return nearest(name, ids) ?? nearest(`TOPO_${name}`, ids)
}
