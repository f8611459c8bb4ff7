/** Labels fit into what they are written on. */
import { writtenOption } from '../../topology/option-locations.ts'
import type { Rule } from '../rule.ts'

/** What the service's authors recommend (spec/dsl.md). */
const LONGEST = 24

export const longLabels: Rule = {
  id: 'long-labels',
  severity: 'hint',
  docs: {
    summary: `Labels have at most ${LONGEST} characters`,
    why: 'Longer ones are cut off or run into their neighbours; what else is to be said goes into description.',
  },
  *check(topology) {
    for (const { label, at } of [...topology.nodes, ...topology.edges]) {
      // What fits by its code units fits by its characters.
      if (label === undefined || label.length <= LONGEST) continue
      const longest = longestLine(label)
      if (longest <= LONGEST) continue
      yield {
        at: writtenOption(topology, at, 'label')?.value ?? at,
        message: `The label "${shortened(label)}" has ${longest} characters; ${LONGEST} fit`,
        fix: 'Shorten it, and put the rest into the description.',
      }
    }
  },
}

function longestLine(label: string): number {
  return label.split('\n').reduce((most, line) => Math.max(most, Array.from(line.trim()).length), 0)
}

function shortened(label: string): string {
  const characters = Array.from(label)
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : label
}
