/** Converts findings to the service's 422 format (service-api.md, *Topology script validation*). */
import { messageOf } from './message.ts'
import { isAdvice } from './project-rules.ts'
import type { Finding } from './rule.ts'
import { rules } from './rules/index.ts'

/** One entry of `errors` in the service's 422. */
export interface ServiceError {
  readonly type: string
  readonly message: string
  readonly fix: string
}

const serverTypes = new Map(rules.map(({ id, serverType }) => [id, serverType]))

/**
 * The reasons why the service rejects a script. Advice is never one, even if a project sets it to error.
 * Problems that precede the rules (`syntax`, `runtime` …) use their own id as the type.
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

/** True if the service accepts the script. */
export function accepts(findings: readonly Finding[]): boolean {
  return serviceErrors(findings).length === 0
}
