/** Findings as the service tells them (service-api.md, *Topology script validation*). */
import type { Finding } from './rule.ts'
import { rules } from './rules/index.ts'

/** One entry of `errors` in the service's 422. */
export interface ServiceError {
  readonly type: string
  readonly message: string
  readonly fix: string
}

const serverTypes = new Map(rules.map(({ id, serverType }) => [id, serverType]))

/** Why the service refuses the script. Problems before any rule (`syntax`, `runtime` …) are their own type. */
export function serviceErrors(findings: readonly Finding[]): ServiceError[] {
  return findings
    .filter(({ rule, severity }) => severity === 'error' && isServerMatter(rule))
    .map(({ rule, message, fix }) => ({ type: serverTypes.get(rule) ?? rule, message, fix }))
}

/** Whether the service takes the script. */
export function accepts(findings: readonly Finding[]): boolean {
  return serviceErrors(findings).length === 0
}

/** Advice stays advice to the service, even where a project made an error of it. */
function isServerMatter(rule: string): boolean {
  return !serverTypes.has(rule) || serverTypes.get(rule) !== undefined
}
