/** Reports colours that CSS does not know. */
import { suggester } from '../../text/nearest.ts'
import type { Span } from '../../topology/index.ts'
import { writtenOption } from '../../topology/option-locations.ts'
import { COLOR_NAMES } from '../css-colors.ts'
import type { Rule, RuleFinding } from '../rule.ts'

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
        ...correct(color, at, suggest),
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

function correct(
  word: string,
  call: Span,
  suggest: (word: string) => string | undefined,
): Pick<RuleFinding, 'fix' | 'typo'> {
  const color = word.trim()
  const isHexadecimal = isColor(`#${color.toLowerCase()}`)
  const meant = isHexadecimal ? `#${color}` : suggest(color.replace(/[\s_-]/g, ''))
  if (meant === undefined) return { fix: 'Use a colour such as "#1f6feb", "steelblue" or "rgb(31 111 235)".' }
  return { fix: `Did you mean "${meant}"?`, typo: { call, word, meant } }
}
