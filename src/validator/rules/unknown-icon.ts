/** Reports icons that are neither documented nor in an installed pack. */
import { suggester } from '../../text/nearest.ts'
import { writtenOption } from '../../topology/parse/option-locations.ts'
import { correct, type Rule } from '../rule.ts'
import { ICONS } from '../vocabulary.ts'

export const unknownIcon: Rule = {
  id: 'unknown-icon',
  severity: 'hint',
  docs: {
    summary: 'Icons are documented, or in an installed pack',
    why: 'A node with an unknown icon is drawn without one. The service may know fewer packs than topo.',
  },
  *check(topology, { iconProblems }) {
    const known = new Set(ICONS)
    const suggest = suggester(ICONS)
    for (const { icon, at } of topology.nodes) {
      const problem = icon === undefined ? undefined : iconProblems.get(icon)
      if (icon !== undefined && problem !== undefined) {
        yield {
          at: writtenOption(topology, at, 'icon')?.value ?? at,
          message: problem.message,
          fix: problem.fix,
          typo:
            problem.meant === undefined
              ? undefined
              : { call: at, word: icon, meant: problem.meant },
        }
      }
      // An emoji or a URL is not a typo.
      if (icon === undefined || known.has(icon) || !/^[\w -]+$/.test(icon)) continue
      yield {
        at: writtenOption(topology, at, 'icon')?.value ?? at,
        message: `"${icon}" is not a documented icon`,
        ...correct(
          { call: at, word: icon, meant: suggest(icon) },
          `Use one of ${ICONS.join(', ')}.`,
        ),
      }
    }
  },
}
