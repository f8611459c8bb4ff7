/** Reports labels that are too long for their box. */
import { writtenOption } from '../../topology/parse/option-locations.ts'
import type { Rule } from '../rule.ts'

/** The service's recommendation (spec/dsl.md). */
const LONGEST = 24

export const longLabels: Rule = {
  id: 'long-labels',
  severity: 'hint',
  docs: {
    summary: `Labels have at most ${LONGEST} characters`,
    why: 'Longer labels are cut off or overlap their neighbours. Put details into description.',
  },
  *check(topology) {
    for (const { label, at } of [...topology.nodes, ...topology.edges]) {
      // A label never has more characters than code units.
      if (label === undefined || label.length <= LONGEST) continue
      const longest = longestLine(label)
      if (longest <= LONGEST) continue
      yield {
        at: writtenOption(topology, at, 'label')?.value ?? at,
        message: `The label "${truncate(label)}" has ${longest} characters; ${LONGEST} fit`,
        fix: 'Shorten it, and move the rest to the description.',
      }
    }
  },
}

function longestLine(label: string): number {
  let longest = 0
  for (const line of label.split('\n')) {
    const { length } = Array.from(line.trim())
    longest = Math.max(longest, length)
  }
  return longest
}

function truncate(label: string): string {
  const characters = Array.from(label)
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : label
}
