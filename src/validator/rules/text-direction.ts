/** Code says what it looks like: nothing invisible reorders it on the screen. */
import { occurrences } from '../../topology/option-locations.ts'
import type { Rule } from '../rule.ts'

/** Embeddings, overrides and isolates. The marks that Arabic and Hebrew texts need reorder nothing else. */
export const reordering = /[\u202A-\u202E\u2066-\u2069]/g

export const textDirection: Rule = {
  id: 'text-direction',
  severity: 'warning',
  docs: {
    summary: 'No invisible character reorders the text around it',
    why: 'Code that is shown in another order than it runs can hide what it does from whoever reviews it.',
  },
  *check(topology) {
    for (const { at, text } of occurrences(topology, reordering)) {
      const code = text.charCodeAt(0).toString(16)
      yield {
        at,
        message: `The invisible character U+${code.toUpperCase()} reorders the text around it`,
        fix: `Remove it; where a label needs it, write \\u${code}.`,
      }
    }
  },
}
