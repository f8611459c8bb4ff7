/** Options that the DSL does not have are passed over without a word. */
import type { Options, Span, Topology, TopologyNode } from '../../topology/index.ts'
import { nearest } from '../../topology/nearest.ts'
import { writtenOption } from '../../topology/source.ts'
import type { Rule } from '../rule.ts'
import {
  CAPACITY_OPTIONS,
  CONNECTION_OPTIONS,
  GROUP_OPTIONS,
  PROCESS_OPTIONS,
  SCENARIO_OPTIONS,
} from '../vocabulary.ts'

/** An object of options: what it is of, what that knows, what it gives, and what of that nobody knows. */
interface Given {
  readonly at: Span
  readonly of: string
  readonly known: readonly string[]
  readonly options: Options
  readonly unknown: readonly string[]
}

export const unknownOption: Rule = {
  id: 'unknown-option',
  severity: 'warning',
  docs: {
    summary: 'Only options that the DSL has are given',
    why: 'An option with a slip of the pen in its name has no effect, and nothing else says so.',
  },
  *check(topology) {
    for (const { at, of, known, options, unknown } of allGiven(topology)) {
      for (const name of unknown) {
        const written = writtenOption(topology, at, name)?.name
        const free = known.filter((other) => other !== 'id' && options[other] === undefined)
        const meant = nearest(name, free, written ? undefined : 1)
        if (written === undefined && !isSlip(name, meant)) continue
        yield {
          at: written ?? at,
          message: `"${name}" is not an option of ${of}, so it has no effect`,
          fix:
            meant === undefined ? `Leave it out; there are ${known.join(', ')}.` : `Did you mean "${meant}"?`,
        }
      }
    }
  },
}

function* allGiven(topology: Topology): Iterable<Given> {
  for (const node of topology.nodes) {
    const { at, options, unknownOptions: unknown, isContainer } = node
    const [of, known] = isContainer ? ['a group', GROUP_OPTIONS] : ['a node', PROCESS_OPTIONS]
    yield { at, options, unknown, of, known }
    yield* capacityOf(topology, node)
  }
  for (const { at, options, unknownOptions: unknown } of topology.edges) {
    yield { at, options, unknown, of: 'a connection', known: CONNECTION_OPTIONS }
  }
  for (const { at, unknownOptions: unknown } of topology.flows.flatMap(({ scenarios }) => scenarios)) {
    yield { at, options: {}, unknown, of: 'a scenario', known: SCENARIO_OPTIONS }
  }
}

function* capacityOf(topology: Topology, { at, capacity }: TopologyNode): Iterable<Given> {
  if (typeof capacity !== 'object') return
  const unknown = Object.keys(capacity).filter((name) => !CAPACITY_OPTIONS.includes(name))
  if (unknown.length === 0) return
  const written = writtenOption(topology, at, 'capacity')?.value ?? at
  yield { at: written, options: capacity, unknown, of: 'capacity', known: CAPACITY_OPTIONS }
}

/**
 * Of an object that was not written for the call, such as a row of a table, most fields are none of the
 * builder's business: `replica: true`, `weight: 3`. Only what can hardly be anything else is a slip.
 */
function isSlip(name: string, meant: string | undefined): boolean {
  if (meant === undefined || name.length < 4) return false
  return name[0]?.toLowerCase() === meant[0] && `${name}s` !== meant && name !== `${meant}s`
}
