/** Reports numbers that cannot be a port. */
import type { Value } from '../../topology/index.ts'
import { writtenOption } from '../../topology/parse/option-locations.ts'
import type { Rule } from '../rule.ts'

const HIGHEST = 65_535

export const portRange: Rule = {
  id: 'port-range',
  severity: 'warning',
  docs: {
    summary: `Ports are whole numbers from 1 to ${HIGHEST}`,
    why: 'Other ports do not exist, so the diagram is wrong.',
  },
  *check(topology) {
    for (const { port, at } of topology.edges) {
      if (port === undefined || isPossible(port)) continue
      yield {
        at: writtenOption(topology, at, 'port')?.value ?? at,
        message: `${port} is not a port`,
        fix: `Use a whole number from 1 to ${HIGHEST}.`,
      }
    }
  },
}

/** Numeric text counts as a number. Other text is accepted, such as `8080/tcp` or `80, 443`. */
function isPossible(port: Value): boolean {
  if (typeof port === 'boolean') return true
  const isNumber =
    typeof port === 'number' || /^\s*(?:[-+]?\d+(?:\.\d+)?|NaN|-?Infinity)\s*$/.test(port)
  const number = Number(port)
  return !isNumber || (Number.isInteger(number) && number >= 1 && number <= HIGHEST)
}
