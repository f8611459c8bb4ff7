/** Which rules are in force in a project, how severely, and who says so. */
import { usageError } from '../errors.ts'
import { nearest } from '../topology/nearest.ts'
import {
  isAdvice,
  type Rule,
  type RuleSettings,
  rules,
  type Severity,
  suppression,
} from '../validator/index.ts'
import type { Config } from './config.ts'
import { CONFIG_FILE } from './root.ts'

export interface RuleInForce {
  id: string
  severity: Severity | 'off'
  /** `service` for its own rules, which cannot be changed. */
  source: 'service' | 'default' | typeof CONFIG_FILE
  summary: string
  why: string
}

const settable: readonly Pick<Rule, 'id' | 'severity' | 'docs'>[] = [...rules, suppression]

/** @throws usage error `TOPO_CONFIG_INVALID` where `rules` names one that there is not, or one of the service. */
export function ruleSettings({ rules: given = {} }: Config): RuleSettings {
  for (const id of Object.keys(given)) {
    if (isAdvice(id)) continue
    const own = rules.some((rule) => rule.id === id)
    const what = own ? 'is a rule of the service, which no setting changes' : 'is not a rule'
    const guess = own ? undefined : nearest(id, ids)
    const hint = guess ? `Did you mean \`${guess}\`?` : 'Run "topo validate --rules" to see the rules.'
    throw usageError(`${CONFIG_FILE}: \`rules.${id}\` ${what}.`, { code: 'TOPO_CONFIG_INVALID', hint })
  }
  return given
}

/** All rules, in the order in which they are told. */
export function rulesInForce(config: Config): RuleInForce[] {
  const settings = ruleSettings(config)
  return settable.map(({ id, severity, docs }) => {
    const given = Object.hasOwn(settings, id) ? settings[id] : undefined
    const source = given !== undefined ? CONFIG_FILE : isAdvice(id) ? 'default' : 'service'
    return { id, severity: given ?? severity, source, ...docs }
  })
}

const ids = settable.map(({ id }) => id).filter(isAdvice)
