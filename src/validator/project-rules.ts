/** Describes advice that no single topology shows: on suppression comments, on labels in other diagrams, and on what compose files run. */
import type { Rule } from './rule.ts'
import { rules } from './rules/index.ts'

export type ProjectRule = Pick<Rule, 'id' | 'severity' | 'docs'>

/** Listed and configured like a rule, but it checks comments instead of a topology. */
export const suppression: ProjectRule = {
  id: 'suppression',
  severity: 'hint',
  docs: {
    summary: 'Suppressions are used, name a known rule and give a reason',
    why: 'An unused or unexplained suppression also hides the next finding at its place.',
  },
}

const comparison = (id: string, summary: string, why: string): ProjectRule => ({
  id,
  severity: 'warning',
  docs: { summary: `With \`--against\`: ${summary}`, why },
})

/** Only `topo validate --against` checks these. */
export const comparisons: readonly ProjectRule[] = [
  comparison(
    'undrawn-service',
    'a diagram draws each service that runs',
    'People who read the diagrams do not know that it exists.',
  ),
  comparison(
    'missing-service',
    'a compose file runs each node that is drawn',
    'The diagram shows something that is gone, or has another name.',
  ),
  comparison(
    'undrawn-connection',
    'a diagram draws each connection of two services that it draws',
    'Nobody sees what breaks if the other service stops.',
  ),
  comparison(
    'missing-connection',
    'a compose file connects two services that a diagram connects',
    'The diagram shows a dependency that may be gone.',
  ),
]

/** Only a run that checks several scripts can find it. */
export const oneIdTwoLabels: ProjectRule = {
  id: 'one-id-two-labels',
  severity: 'warning',
  docs: {
    summary: 'All diagrams of a project give an id the same label',
    why: '`topo query` takes the same id for the same thing. It is a hint if only case or spaces differ, or one label is the id.',
  },
}

/** Only a review, and the steps of the Action, find it. */
export const staleBlock: ProjectRule = {
  id: 'stale-block',
  severity: 'warning',
  docs: {
    summary: 'In a review: a Markdown block shows its diagram',
    why: 'Readers see what it was before.',
  },
}

/** The same for a file that git tracks. */
export const stalePicture: ProjectRule = {
  id: 'stale-picture',
  severity: 'warning',
  docs: {
    summary: 'In a review: a picture of `topo render -o` shows its diagram',
    why: 'Readers see what it was before.',
  },
}

/** Rules that `validate` does not run. */
export const projectRules: readonly ProjectRule[] = [
  suppression,
  oneIdTwoLabels,
  ...comparisons,
  staleBlock,
  stalePicture,
]

/** True for a rule that needs other files than the script, so that a run without them finds nothing. */
export const needsOtherFiles = (rule: string): boolean =>
  rule !== suppression.id && projectRules.some(({ id }) => id === rule)

/** True if a rule is advice, which can be turned off, suppressed or put into a baseline; the service's rules cannot. */
export function isAdvice(rule: string): boolean {
  return (
    projectRules.some(({ id }) => id === rule) ||
    rules.some(({ id, serverType }) => id === rule && serverType === undefined)
  )
}
