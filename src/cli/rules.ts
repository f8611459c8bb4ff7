/** `topo validate --rules`: what is looked for, and how severely. */
import type { Project } from '../project/project.ts'
import { rulesInForce } from '../project/rule-settings.ts'
import { RULESET } from '../validator/index.ts'
import type { Answer } from './command.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

/** Lists the rules. Their version goes to stderr, so a pipe gets only the rules. */
export function rulesAnswer({ config }: Project, terminal: Terminal): Answer {
  terminal.note(`Rule set ${RULESET}`)
  const items = rulesInForce(config)
  return {
    data: { ruleset: RULESET, items, totalCount: items.length },
    text: (out) =>
      table(
        out,
        ['RULE', 'SEVERITY', 'FROM', 'ASKS THAT'],
        items.map(({ id, severity, source, summary }) => [id, severity, source, summary]),
      ),
  }
}
