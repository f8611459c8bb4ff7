/** Reports connection types that look like a typo of a documented one. Any other type is accepted. */
import { suggester } from '../../text/nearest.ts'
import { writtenOption } from '../../topology/parse/option-locations.ts'
import type { Rule } from '../rule.ts'
import { CONNECTION_TYPES } from '../vocabulary.ts'

export const unknownConnectionType: Rule = {
  id: 'unknown-connection-type',
  severity: 'hint',
  docs: {
    summary: 'The type of a connection is not a typo of a documented one',
    why: 'Each documented type has its own style; any other, such as "htpp", is drawn as if it had no type.',
  },
  *check(topology) {
    const known = new Set(CONNECTION_TYPES)
    const suggest = suggester(CONNECTION_TYPES)
    for (const { type, at } of topology.edges) {
      if (type === undefined || known.has(type)) continue
      const meant = suggest(type)
      if (meant === undefined) continue
      yield {
        at: writtenOption(topology, at, 'type')?.value ?? at,
        message: `"${type}" is not a documented connection type`,
        fix: `Did you mean "${meant}"? Use the option protocol for other protocols.`,
        typo: { call: at, word: type, meant },
      }
    }
  },
}
