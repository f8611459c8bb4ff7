/** Reports values that are not in the list of their option. */
import { Suggestions } from '../../text/nearest.ts'
import { writtenOption } from '../../topology/parse/option-locations.ts'
import { correct, type Rule } from '../rule.ts'
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
    summary: 'state, shape and shardRole have values that the DSL has',
    why: 'Any other value is drawn as if it were not set.',
  },
  *check(topology) {
    const suggestions = new Suggestions()
    for (const node of topology.nodes) {
      for (const [name, known] of CHOICES) {
        const value = node[name]
        if (value === undefined || value === '' || known.includes(value)) continue
        const typo = { call: node.at, word: value, meant: suggestions.nearest(value, known) }
        yield {
          at: writtenOption(topology, node.at, name)?.value ?? node.at,
          message: `"${value}" is not a ${name}`,
          ...correct(typo, `Use one of ${known.join(', ')}.`),
        }
      }
    }
  },
}
