/** The verdict on a script: the same for the command line, the embedded service, the Action and assistants. */

import { forMessage } from '../text/for-message.ts'
import {
  internalProblem,
  type ReadOptions,
  readTopology,
  type Span,
  type Topology,
} from '../topology/index.ts'
import type { Finding, Rule, Severity } from './rule.ts'
import { rules } from './rules/index.ts'

/** Which rules a report was made by; counts up when a rule is added or changes its mind. */
export const RULESET = 'topo-rules/3'

/** By rule id: turned off, or another severity. Rules of the service are not to be changed. */
export type RuleSettings = Readonly<Record<string, 'off' | Severity | undefined>>

export interface ValidationOptions extends ReadOptions {
  readonly rules?: RuleSettings | undefined
}

/** What is to be said about one script. */
export interface ValidationReport {
  /** By position, then in the order of the rules. */
  readonly findings: readonly Finding[]
  /** Only of a script that ran through. */
  readonly topology?: Topology
}

/**
 * Runs a script and judges what it draws. Problems that kept it from running through stand alone: no rule
 * is asked about half a drawing.
 */
export async function validate(text: string, options: ValidationOptions = {}): Promise<ValidationReport> {
  const { topology, problems } = await readTopology(text, options)
  if (topology === undefined) {
    return {
      findings: problems.map((problem): Finding => ({ ...problem, severity: 'error' })).sort(byPosition),
    }
  }
  const findings = rules.flatMap((rule) => {
    const severity = severityOf(rule, options.rules)
    return severity === 'off' ? [] : check(rule, severity, topology)
  })
  return { findings: findings.sort(byPosition), topology }
}

function severityOf({ id, severity, serverType }: Rule, settings: RuleSettings = {}): 'off' | Severity {
  if (serverType !== undefined || !Object.hasOwn(settings, id)) return severity
  return settings[id] ?? severity
}

/** So many findings of one rule are listed, which is more than anybody reads of it in one go. */
const MOST_FINDINGS = 20_000

function check(rule: Rule, severity: Severity, topology: Topology): Finding[] {
  const findings: Finding[] = []
  try {
    for (const { at, message, fix, related, edit } of rule.check(topology)) {
      const found = { rule: rule.id, severity, ...spanOf(at) }
      if (findings.length === MOST_FINDINGS) return [...findings, { ...found, ...MORE }]
      findings.push({
        ...found,
        message: forMessage(message),
        fix: forMessage(fix),
        ...(related === undefined ? {} : { related: spanOf(related) }),
        ...(edit === undefined ? {} : { edit }),
      })
    }
    return findings
  } catch (error) {
    return [...findings, { ...internalProblem(`checking ${rule.id}`, error), severity: 'error' }]
  }
}

const MORE = {
  message: `There are more findings of this rule; the first ${MOST_FINDINGS.toLocaleString('en')} are listed`,
  fix: 'Fix those first, then validate again.',
}

/** A place may know more than where it is. */
const spanOf = ({ line, column, endLine, endColumn }: Span): Span => ({ line, column, endLine, endColumn })

/** At the same place the rules of the service come first, in the order of its document. */
function byPosition(a: Finding, b: Finding): number {
  return a.line - b.line || a.column - b.column || order(a) - order(b)
}

const places = new Map(rules.map(({ id }, place) => [id, place]))
const order = ({ rule }: Finding): number => places.get(rule) ?? -1
