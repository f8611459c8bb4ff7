/** A port is a whole number between 1 and 65535. */
import type { Value } from '../../topology/index.ts'
import { writtenOption } from '../../topology/option-locations.ts'
import type { Rule } from '../rule.ts'

const HIGHEST = 65_535

export const portRange: Rule = {
  id: 'port-range',
  severity: 'warning',
  docs: {
    summary: `Ports are whole numbers from 1 to ${HIGHEST}`,
    why: 'There are no others, so the diagram says something that cannot be.',
  },
  *check(topology) {
    for (const { port, at } of topology.edges) {
      if (port === undefined || isPossible(port)) continue
      yield {
        at: writtenOption(topology, at, 'port')?.value ?? at,
        message: `${port} is not a port`,
        fix: `Write a whole number from 1 to ${HIGHEST}.`,
      }
    }
  },
}

/** A number may come as text, and other text, such as `8080/tcp` or `80, 443`, says more than a number could. */
function isPossible(port: Value): boolean {
  if (typeof port === 'boolean') return true
  const isNumber = typeof port === 'number' || /^\s*(?:[-+]?\d+(?:\.\d+)?|NaN|-?Infinity)\s*$/.test(port)
  const number = Number(port)
  return !isNumber || (Number.isInteger(number) && number >= 1 && number <= HIGHEST)
}
