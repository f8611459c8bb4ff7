/** Findings as the service tells them (service-api.md, *Topology script validation*). */
import { messageOf } from './message.ts'
import type { Finding } from './rule.ts'
import { rules } from './rules/index.ts'
import { isAdvice } from './suppression.ts'

/** One entry of `errors` in the service's 422. */
export interface ServiceError {
  readonly type: string
  readonly message: string
  readonly fix: string
}

const serverTypes = new Map(rules.map(({ id, serverType }) => [id, serverType]))

/**
 * Why the service refuses the script. Advice stays advice to it, even where a project made an error of it. Problems before any rule (`syntax`, `runtime` …) are their
 * own type.
 */
export function serviceErrors(findings: readonly Finding[]): ServiceError[] {
  return findings
    .filter(({ rule, severity }) => severity === 'error' && !isAdvice(rule))
    .map((finding) => ({
      type: serverTypes.get(finding.rule) ?? finding.rule,
      message: messageOf(finding),
      fix: finding.fix,
    }))
}

/** Whether the service takes the script. */
export function accepts(findings: readonly Finding[]): boolean {
  return serviceErrors(findings).length === 0
}
