/** `topo validate --rules`: lists the rules and their severity. */

import type { CommandResult } from '../../../cli/command/result.ts'
import { table } from '../../../cli/io/table.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { CONFIG_FILE } from '../../../files/root.ts'
import type { Project } from '../../../project/config/project.ts'
import { isAdvice, projectRules, RULESET, rules } from '../../../validator/index.ts'

/** Lists the rules. Their version goes to stderr, so a pipe gets only the rules. */
export function rulesResult({ config }: Project, terminal: Terminal): CommandResult {
  terminal.note(`Rule set ${RULESET}`)
  // `service` for its own rules, which cannot be changed.
  const items = [...rules, ...projectRules].map(({ id, severity, docs }) => {
    const given = config.rules && Object.hasOwn(config.rules, id) ? config.rules[id] : undefined
    const usualSource = isAdvice(id) ? 'default' : 'service'
    const source = given === undefined ? usualSource : CONFIG_FILE
    return { id, severity: given ?? severity, source, ...docs }
  })
  return {
    data: { ruleset: RULESET, items, totalCount: items.length },
    text: (out) =>
      table(
        out,
        ['RULE', 'SEVERITY', 'FROM', 'REQUIREMENT'],
        items.map(({ id, severity, source, summary }) => [id, severity, source, summary]),
      ),
  }
}
