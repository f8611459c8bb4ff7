/** Validates a script: the same for the command line, the embedded service, the Action and assistants. */

import { withinTime } from '#platform/within-time'
import { sumOf } from '../grouped.ts'
import { groupedDigits } from '../text/grouped-digits.ts'
import { forMessage } from '../text/safe/for-message.ts'
import {
  internalProblem,
  type ReadOptions,
  readTopology,
  type Span,
  type Topology,
} from '../topology/index.ts'
import { writtenWord } from '../topology/parse/option-locations.ts'
import { packIconsOf } from './pack-icons.ts'
import type { Finding, IconProblem, Rule, RuleContext, Severity, Typo } from './rule.ts'
import { callArguments } from './rules/call-arguments.ts'
import { rules } from './rules/index.ts'

/** Version of the rules; incremented when a rule is added or changes its result. */
export const RULESET = 'topo-rules/7'

/** By rule id: `off` or another severity. The service's own rules cannot be changed. */
export type RuleSettings = Readonly<Record<string, 'off' | Severity | undefined>>

export interface ValidationOptions extends ReadOptions {
  readonly rules?: RuleSettings | undefined
  /** Says which icons of packs are unknown; called only if a script names some. */
  readonly checkIcons?: CheckIcons | undefined
}

export type CheckIcons = (names: ReadonlySet<string>) => Promise<ReadonlyMap<string, IconProblem>>

/** The result for one script. */
export interface ValidationReport {
  /** Sorted by position, then in the order of the rules. */
  readonly findings: readonly Finding[]
  /** Undefined if the script did not run to its end. */
  readonly topology?: Topology
}

/**
 * Runs a script and checks its topology. If the script fails, only that problem is reported: no rule checks a
 * partial topology.
 */
export async function validate(
  text: string,
  options: ValidationOptions = {},
): Promise<ValidationReport> {
  const { topology, problems } = await readTopology(text, options)
  if (topology === undefined) {
    return {
      findings: problems
        .map((problem): Finding => ({ ...problem, severity: 'error' }))
        .sort(byPosition),
    }
  }
  const icons = options.checkIcons && packIconsOf(topology)
  const iconProblems = icons?.size ? await options.checkIcons?.(icons) : undefined
  const context = {
    iconProblems: iconProblems ?? new Map<string, IconProblem>(),
    explained: explainedElements(topology, options.rules),
  }
  const checkAll = () =>
    rules.flatMap((rule) => {
      const severity = severityOf(rule, options.rules)
      return severity === 'off' ? [] : check(rule, severity, topology, context)
    })
  const findings = isSmall(text, topology) ? checkAll() : withinTime(checkAll)
  return { findings: findings.sort(byPosition), topology }
}

/**
 * The rules need milliseconds for so much, and a timer of V8 as much as for a script of fifty
 * nodes.
 */
const FEW_ELEMENTS = 1_000
const FEW_CHARACTERS = 100_000

function isSmall(text: string, topology: Topology): boolean {
  return text.length < FEW_CHARACTERS && elementsIn(topology) < FEW_ELEMENTS
}

function elementsIn({ builders, flows, ...lists }: Topology): number {
  const others = sumOf(Object.values(lists), ({ length }) => length)
  const applications = sumOf(builders, (builder) => 1 + builder.applications.length)
  const scenarios = flows.flatMap((flow) => flow.scenarios)
  const steps = scenarios.flatMap((scenario) => scenario.steps)
  const pairs = sumOf(steps, (step) => (step.kind === 'parallel' ? step.pairs.length : 1))
  return others + applications + flows.length + scenarios.length + pairs
}

/** The sandbox records a wrong call just before the element that it makes. */
function explainedElements({ wrongCalls }: Topology, settings?: RuleSettings): Set<number> {
  const isOff = severityOf(callArguments, settings) === 'off'
  return new Set(isOff ? [] : wrongCalls.map((call) => call.order + 1))
}

function severityOf(
  { id, severity, serverType }: Rule,
  settings: RuleSettings = {},
): 'off' | Severity {
  if (serverType !== undefined || !Object.hasOwn(settings, id)) return severity
  return settings[id] ?? severity
}

/** Limit of findings per rule and script. */
const MOST_FINDINGS = 20_000

function check(
  rule: Rule,
  severity: Severity,
  topology: Topology,
  context: RuleContext,
): Finding[] {
  const findings: Finding[] = []
  try {
    for (const { at, message, fix, related, edit, typo } of rule.check(topology, context)) {
      const found = { rule: rule.id, severity, ...spanOf(at) }
      if (findings.length === MOST_FINDINGS) return [...findings, { ...found, ...MORE }]
      findings.push({
        ...found,
        message: forMessage(message),
        fix: forMessage(fix),
        ...(related === undefined ? {} : { related: spanOf(related) }),
        ...(edit === undefined ? {} : { edit }),
        ...(typo === undefined ? {} : suggestionFor(topology, typo)),
      })
    }
    return findings
  } catch (error) {
    return [...findings, { ...internalProblem(`checking ${rule.id}`, error), severity: 'error' }]
  }
}

const MORE = {
  message: `This rule has more findings; only the first ${groupedDigits(MOST_FINDINGS)} are listed`,
  fix: 'Fix those first, then validate again.',
}

/** A word with quotes, backslashes or line breaks would need escapes. */
function suggestionFor(
  topology: Topology,
  { call, word, meant }: Typo,
): Pick<Finding, 'suggestion'> {
  const at = /^[^'"`\\\r\n]+$/.test(meant) ? writtenWord(topology, call, word) : undefined
  return at === undefined ? {} : { suggestion: { at, text: meant, replaces: word } }
}

/** Drops all other properties of a location. */
const spanOf = ({ line, column, endLine, endColumn }: Span): Span => ({
  line,
  column,
  endLine,
  endColumn,
})

/** At one position, the service's rules come first, in the order of its document. */
function byPosition(a: Finding, b: Finding): number {
  return a.line - b.line || a.column - b.column || order(a) - order(b)
}

const places = new Map(rules.map(({ id }, place) => [id, place]))
const order = ({ rule }: Finding): number => places.get(rule) ?? -1
