/** Reports invisible characters that reorder code on the screen (Trojan Source). */
import { occurrences } from '../../topology/parse/option-locations.ts'
import type { Rule } from '../rule.ts'

/** Embeddings, overrides and isolates. Direction marks, which Arabic and Hebrew need, are harmless. */
export const reordering = /[\u202A-\u202E\u2066-\u2069]/g

export const textDirection: Rule = {
  id: 'text-direction',
  severity: 'warning',
  docs: {
    summary: 'No invisible character reorders the text around it',
    why: 'Code that is displayed in another order than it runs can deceive a reviewer.',
  },
  *check(topology) {
    for (const { at, text } of occurrences(topology, reordering)) {
      const code = text.charCodeAt(0).toString(16)
      yield {
        at,
        message: `The invisible character U+${code.toUpperCase()} reorders the text around it`,
        fix: `Remove it; if a label needs it, write \\u${code}.`,
      }
    }
  },
}
