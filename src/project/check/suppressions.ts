/** Removes findings that a script suppresses, and reports wrong or unused suppressions. */

import type { Place, Span } from '../../files/position.ts'
import { nearest } from '../../text/nearest.ts'
import {
  type Finding,
  isAdvice,
  needsOtherFiles,
  type RuleSettings,
  rules,
  suppression,
} from '../../validator/index.ts'
import { type Directive, findDirectives } from './directives.ts'

export type PlacedFinding = Finding & Place

/** A file that may contain findings. */
export interface SourceText {
  /** Relative to the project root. */
  path: string
  text: string
  /** Other scripts may import this file too, so a suppression unused here may be used there. */
  imported: boolean
}

/**
 * Returns the remaining findings, plus findings about the suppressions themselves. Only advice can be suppressed, not
 * what the service refuses or what stops the script.
 */
export async function suppress(
  findings: readonly PlacedFinding[],
  sources: readonly SourceText[],
  settings: RuleSettings = {},
): Promise<PlacedFinding[]> {
  const hidden = new Set<PlacedFinding>()
  const complaints: PlacedFinding[] = []
  for (const { path, text, imported } of sources) {
    const directives = await findDirectives(text, /\.ya?ml$/i.test(path))
    const inFile =
      directives.length === 0 ? [] : findings.filter((finding) => finding.path === path)
    for (const directive of directives) {
      const covered = inFile.filter((finding) => covers(directive, finding))
      for (const finding of covered) hidden.add(finding)
      // Only some runs read the other files, so a suppression that hides nothing in this run may be needed.
      const idle = (id: string) =>
        !imported &&
        settings[id] !== 'off' &&
        !needsOtherFiles(id) &&
        !covered.some((f) => f.rule === id)
      complaints.push(
        ...directiveFindings(directive, idle).map((complaint) => ({ ...complaint, path })),
      )
    }
  }
  const left = findings.filter((finding) => !hidden.has(finding))
  const severity = settings[suppression.id]
  if (complaints.length === 0 || severity === 'off') return left
  const reported =
    severity === undefined ? complaints : complaints.map((one) => ({ ...one, severity }))
  const byPlace = (a: Finding, b: Finding) => a.line - b.line || a.column - b.column
  return [...left, ...reported].sort(byPlace)
}

function covers({ kind, from, to, rules: named }: Directive, { rule, line }: Finding): boolean {
  return (
    kind !== 'unknown' &&
    line >= from &&
    line <= to &&
    isAdvice(rule) &&
    named.some(({ id }) => id === rule)
  )
}

function directiveFindings(
  { word, kind, rules: named, reason, at, removal }: Directive,
  idle: (id: string) => boolean,
) {
  if (kind === 'unknown') {
    return [
      adviceAt(
        'warning',
        at,
        `\`${word}\` suppresses nothing`,
        `${FORM}, or \`topo-disable-line\`.`,
      ),
    ]
  }
  if (named.length === 0)
    return [adviceAt('warning', at, 'The suppression names no rule', `${FORM}.`)]
  const faults = named.flatMap(({ id, at: place }) => ruleIdFindings(id, place))
  const unused = named.filter(({ id }) => isAdvice(id) && idle(id))
  const allUnused = unused.length === named.length
  const removalEdit = { edit: { at: removal, text: '' } }
  const lacksReason = reason === undefined && !allUnused && faults.length === 0
  return [
    ...faults,
    ...unused.map(({ id, at: place }) => {
      const fix = allUnused ? 'Remove the comment.' : `Remove \`${id}\` from the comment.`
      // Only one edit removes the comment: a second one would not find it.
      const edit = allUnused && id === named[0]?.id ? removalEdit : {}
      return {
        ...adviceAt('hint', place, `The suppression of \`${id}\` hides nothing`, fix),
        ...edit,
      }
    }),
    ...(lacksReason ? [adviceAt('hint', at, 'The suppression gives no reason', ADD_REASON)] : []),
  ]
}

function ruleIdFindings(id: string, at: Span): Finding[] {
  if (isAdvice(id)) return []
  const known = rules.some((rule) => rule.id === id) || PROBLEMS.includes(id)
  if (known) {
    const message = `\`${id}\` cannot be suppressed: the service refuses or reports it anyway`
    return [adviceAt('warning', at, message, 'Fix the finding and remove this comment.')]
  }
  const guess = nearest(
    id,
    rules.map((rule) => rule.id),
  )
  const fix = guess ? `Did you mean \`${guess}\`?` : 'Run "topo validate --rules" to see the rules.'
  return [adviceAt('warning', at, `\`${id}\` is not a rule`, fix)]
}

const adviceAt = (
  severity: 'warning' | 'hint',
  at: Span,
  message: string,
  fix: string,
): Finding => ({
  rule: suppression.id,
  severity,
  message,
  fix,
  line: at.line,
  column: at.column,
  endLine: at.endLine,
  endColumn: at.endColumn,
})

const FORM = 'Write `topo-disable-next-line rule -- reason`'
const ADD_REASON = 'Write the reason after the rules and ` -- `.'
/** Ids of findings that do not come from rules. */
const PROBLEMS =
  'syntax import header duplicate-slug runtime timeout memory unsettled internal'.split(' ')
