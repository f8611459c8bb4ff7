/** Any type of a connection is accepted; one that nearly is a documented one is probably meant to be it. */
import { suggester } from '../../text/nearest.ts'
import { writtenOption } from '../../topology/option-locations.ts'
import type { Rule } from '../rule.ts'
import { CONNECTION_TYPES } from '../vocabulary.ts'

export const unknownConnectionType: Rule = {
  id: 'unknown-connection-type',
  severity: 'hint',
  docs: {
    summary: 'The type of a connection is not a near miss of a documented one',
    why: 'Documented types are drawn each in its own way; any other, such as "htpp", looks like none.',
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
        message: `"${type}" is not a documented type of connection`,
        fix: `Did you mean "${meant}"? What is spoken over it goes into protocol.`,
      }
    }
  },
}
