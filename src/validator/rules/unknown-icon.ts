/** Icons come from a list. */
import { suggester } from '../../text/nearest.ts'
import { writtenOption } from '../../topology/option-locations.ts'
import type { Rule } from '../rule.ts'
import { ICONS } from '../vocabulary.ts'

export const unknownIcon: Rule = {
  id: 'unknown-icon',
  severity: 'hint',
  docs: {
    summary: 'Icons are among those that are documented',
    why: 'A name that is in no list of icons is probably drawn without one.',
  },
  *check(topology) {
    const known = new Set(ICONS)
    const suggest = suggester(ICONS)
    for (const { icon, at } of topology.nodes) {
      // An emoji or an address is no slip of the pen.
      if (icon === undefined || known.has(icon) || !/^[\w -]+$/.test(icon)) continue
      const meant = suggest(icon)
      yield {
        at: writtenOption(topology, at, 'icon')?.value ?? at,
        message: `There is no icon "${icon}" in the documentation`,
        fix: meant === undefined ? `There are ${ICONS.join(', ')}.` : `Did you mean "${meant}"?`,
      }
    }
  },
}
