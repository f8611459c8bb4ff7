/** Reports colours that CSS does not know. */

import { COLOR_NAMES } from '../../text/css-colors.ts'
import { suggester } from '../../text/nearest.ts'
import { writtenOption } from '../../topology/parse/option-locations.ts'
import { correct, type Rule } from '../rule.ts'

const NAMES = new Set(COLOR_NAMES)

export const badColors: Rule = {
  id: 'bad-colors',
  severity: 'warning',
  docs: {
    summary: 'color is a hexadecimal or CSS colour',
    why: 'The browser ignores any other value, and the group has no colour.',
  },
  *check(topology) {
    const suggest = suggester(COLOR_NAMES)
    for (const { color, at } of topology.nodes) {
      if (color === undefined || isColor(color.trim().toLowerCase())) continue
      yield {
        at: writtenOption(topology, at, 'color')?.value ?? at,
        message: `"${color}" is not a colour`,
        ...correct({ call: at, word: color, meant: meantBy(color.trim(), suggest) }, EXAMPLES),
      }
    }
  },
}

/** Any function, such as `rgb()` or `var()`, is accepted: there are too many to list. */
function isColor(color: string): boolean {
  return (
    color === '' ||
    /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(color) ||
    /^-?[a-z][\w-]*\(.+\)$/s.test(color) ||
    NAMES.has(color)
  )
}

const EXAMPLES = 'Use a colour such as "#1f6feb", "steelblue" or "rgb(31 111 235)".'

const meantBy = (
  color: string,
  suggest: (word: string) => string | undefined,
): string | undefined =>
  isColor(`#${color.toLowerCase()}`) ? `#${color}` : suggest(color.replace(/[\s_-]/g, ''))
