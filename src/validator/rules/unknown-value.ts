/** Options that choose from a list take one of the words in it. */
import { Suggestions } from '../../text/nearest.ts'
import { writtenOption } from '../../topology/option-locations.ts'
import type { Rule } from '../rule.ts'
import { SHAPES, SHARD_ROLES, STATES } from '../vocabulary.ts'

const CHOICES = [
  ['state', STATES],
  ['shape', SHAPES],
  ['shardRole', SHARD_ROLES],
] as const

export const unknownValue: Rule = {
  id: 'unknown-value',
  severity: 'warning',
  docs: {
    summary: 'state, shape and shardRole are words that the DSL has',
    why: 'Any other word is drawn as if none were given.',
  },
  *check(topology) {
    const suggestions = new Suggestions()
    for (const node of topology.nodes) {
      for (const [name, known] of CHOICES) {
        const value = node[name]
        if (value === undefined || value === '' || known.includes(value)) continue
        const meant = suggestions.nearest(value, known)
        yield {
          at: writtenOption(topology, node.at, name)?.value ?? node.at,
          message: `"${value}" is not a ${name}`,
          fix: meant === undefined ? `Write one of ${known.join(', ')}.` : `Did you mean "${meant}"?`,
        }
      }
    }
  },
}
