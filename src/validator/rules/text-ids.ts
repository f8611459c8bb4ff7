/** Ids are texts. */
import { numericId } from '../../topology/option-locations.ts'
import type { Rule } from '../rule.ts'

export const textIds: Rule = {
  id: 'text-ids',
  severity: 'hint',
  docs: {
    summary: 'Every node and group has an id, and the id is a text',
    why: 'A number is taken as text, and without an id nothing can connect to the node.',
  },
  fixable: true,
  *check(topology) {
    for (const { id, idGiven, at } of topology.nodes) {
      if (idGiven === 'text') continue
      if (idGiven === 'none') {
        yield { at, message: 'This node has no id, so nothing can connect to it', fix: 'Give it an id.' }
        continue
      }
      const written = idGiven === 'number' ? numericId(topology, at) : undefined
      yield {
        at,
        message: `The id ${id} is not a text`,
        fix: `Write it in quotes: '${id}'.`,
        ...(written === undefined ? {} : { edit: { at: written, text: `'${id}'` } }),
      }
    }
  },
}
