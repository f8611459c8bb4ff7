/** Lists the rules of a project: severity of each, and where it is set. */
import { isAdvice, type Rule, rules, type Severity, suppression } from '../../validator/index.ts'
import type { Config } from '../config/config.ts'
import { CONFIG_FILE } from '../files/root.ts'

export interface RuleStatus {
  id: string
  severity: Severity | 'off'
  /** `service` for its own rules, which cannot be changed. */
  source: 'service' | 'default' | typeof CONFIG_FILE
  summary: string
  why: string
}

const settable: readonly Pick<Rule, 'id' | 'severity' | 'docs'>[] = [...rules, suppression]

/** All rules, in the order of reports. */
export function ruleStatuses({ rules: settings = {} }: Config): RuleStatus[] {
  return settable.map(({ id, severity, docs }) => {
    const given = Object.hasOwn(settings, id) ? settings[id] : undefined
    const source = given !== undefined ? CONFIG_FILE : isAdvice(id) ? 'default' : 'service'
    return { id, severity: given ?? severity, source, ...docs }
  })
}
