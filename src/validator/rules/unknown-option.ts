/** Reports options that the DSL does not have, which are silently ignored. */

import { Suggestions } from '../../text/nearest.ts'
import type { Options, Span, Topology, TopologyNode } from '../../topology/index.ts'
import { writtenOption } from '../../topology/parse/option-locations.ts'
import { correct, type Rule } from '../rule.ts'
import { OPTIONS } from '../vocabulary.ts'

/** An object of options: its owner, its values and its unknown names. */
interface GivenOptions {
  readonly at: Span
  readonly of: keyof typeof OPTIONS
  readonly options: Options
  readonly unknown: readonly string[]
}

export const unknownOption: Rule = {
  id: 'unknown-option',
  severity: 'warning',
  docs: {
    summary: 'Scripts only use options that the DSL has',
    why: 'A misspelt option is silently ignored.',
  },
  *check(topology) {
    const suggestions = new Suggestions()
    for (const { at, of, options, unknown } of allOptions(topology)) {
      const known: readonly string[] = OPTIONS[of]
      for (const name of unknown) {
        const written = writtenOption(topology, at, name)?.name
        const free = known.filter((other) => other !== 'id' && options[other] === undefined)
        const synonym = written && SYNONYMS[of]?.[name]
        const meant =
          free.find((option) => option === synonym) ??
          suggestions.nearest(name, free, written ? undefined : 1)
        if (written === undefined && !isTypo(name, meant)) continue
        yield {
          at: written ?? at,
          message: `"${name}" is not an option of a ${of}`,
          ...correct({ call: at, word: name, meant }, adviceOn(of, name)),
        }
      }
    }
  },
}

/** Words of other tools for an option. */
const LABEL = { name: 'label', title: 'label', text: 'label' }
const SYNONYMS: Partial<Record<keyof typeof OPTIONS, Readonly<Record<string, string>>>> = {
  group: LABEL,
  node: LABEL,
  connection: { name: 'label', title: 'label', text: 'label', kind: 'type' },
}

function adviceOn(of: keyof typeof OPTIONS, name: string): string {
  return of === 'node' && name === 'type'
    ? NO_TYPE
    : `Remove it, or use one of ${OPTIONS[of].join(', ')}.`
}

const NO_TYPE = "A node has a shape and an icon, such as shape: 'cylinder' or icon: 'database'."

function* allOptions(topology: Topology): Iterable<GivenOptions> {
  for (const node of topology.nodes) {
    const { at, options, unknownOptions: unknown, isContainer } = node
    yield { at, options, unknown, of: isContainer ? 'group' : 'node' }
    yield* capacityOf(topology, node)
  }
  for (const { at, options, unknownOptions: unknown } of topology.edges) {
    yield { at, options, unknown, of: 'connection' }
  }
  for (const { at, unknownOptions: unknown } of topology.flows.flatMap(
    ({ scenarios }) => scenarios,
  )) {
    yield { at, options: {}, unknown, of: 'scenario' }
  }
}

function* capacityOf(topology: Topology, { at, capacity }: TopologyNode): Iterable<GivenOptions> {
  if (typeof capacity !== 'object') return
  const known: readonly string[] = OPTIONS["node's capacity"]
  const unknown = Object.keys(capacity).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const written = writtenOption(topology, at, 'capacity')?.value ?? at
  yield { at: written, options: capacity, unknown, of: "node's capacity" }
}

/**
 * Options that come from data, such as a table row, normally have extra fields: `replica: true`, `stage: 'beta'`.
 * So only clear typos are reported: one letter too many or too few, or two swapped letters.
 */
function isTypo(name: string, meant: string | undefined): boolean {
  if (meant === undefined || name.length < 4) return false
  const given = name.toLowerCase()
  const known = meant.toLowerCase()
  if (given[0] !== known[0] || `${given}s` === known || given === `${known}s`) return false
  return given.length !== known.length || sortedLetters(given) === sortedLetters(known)
}

const sortedLetters = (word: string): string => [...word].sort().join('')
