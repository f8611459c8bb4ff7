/** `topo validate --rules`: what is looked for, and how severely. */
import type { Project } from '../project/project.ts'
import { rulesInForce } from '../project/rule-settings.ts'
import type { Answer } from './command.ts'
import { table } from './table.ts'

export function rulesAnswer({ config }: Project): Answer {
  const items = rulesInForce(config)
  return {
    data: { items, totalCount: items.length },
    text: (out) =>
      table(
        out,
        ['RULE', 'SEVERITY', 'FROM', 'ASKS THAT'],
        items.map(({ id, severity, source, summary }) => [id, severity, source, summary]),
      ),
  }
}
