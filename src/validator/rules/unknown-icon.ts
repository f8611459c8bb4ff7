/** Reports icons that are not documented. */
import { suggester } from '../../text/nearest.ts'
import { writtenOption } from '../../topology/option-locations.ts'
import type { Rule } from '../rule.ts'
import { ICONS } from '../vocabulary.ts'

export const unknownIcon: Rule = {
  id: 'unknown-icon',
  severity: 'hint',
  docs: {
    summary: 'Icons are documented',
    why: 'A node with an unknown icon is probably drawn without one.',
  },
  *check(topology) {
    const known = new Set(ICONS)
    const suggest = suggester(ICONS)
    for (const { icon, at } of topology.nodes) {
      // An emoji or a URL is not a typo.
      if (icon === undefined || known.has(icon) || !/^[\w -]+$/.test(icon)) continue
      const meant = suggest(icon)
      yield {
        at: writtenOption(topology, at, 'icon')?.value ?? at,
        message: `"${icon}" is not a documented icon`,
        fix: meant === undefined ? `Use one of ${ICONS.join(', ')}.` : `Did you mean "${meant}"?`,
        typo: meant === undefined ? undefined : { call: at, word: icon, meant },
      }
    }
  },
}
