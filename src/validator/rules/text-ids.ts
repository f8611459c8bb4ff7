/** Ids are texts. */
import type { Rule } from '../rule.ts'

export const textIds: Rule = {
  id: 'text-ids',
  severity: 'hint',
  docs: {
    summary: 'Every node and group has an id, and the id is a text',
    why: 'A number is taken as text, and without an id nothing can connect to the node.',
  },
  *check({ nodes }) {
    for (const { id, idGiven, at } of nodes) {
      if (idGiven === 'text') continue
      yield idGiven === 'none'
        ? { at, message: 'This node has no id, so nothing can connect to it', fix: 'Give it an id.' }
        : { at, message: `The id ${id} is not a text`, fix: `Write it in quotes: '${id}'.` }
    }
  },
}
