/** `topo validate --rules`: lists the rules and their severity. */

import { ruleStatuses } from '../../project/check/rule-settings.ts'
import type { Project } from '../../project/config/project.ts'
import { RULESET } from '../../validator/index.ts'
import type { CommandResult } from '../command/result.ts'
import { table } from '../io/table.ts'
import type { Terminal } from '../io/terminal.ts'

/** Lists the rules. Their version goes to stderr, so a pipe gets only the rules. */
export function rulesResult({ config }: Project, terminal: Terminal): CommandResult {
  terminal.note(`Rule set ${RULESET}`)
  const items = ruleStatuses(config)
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
