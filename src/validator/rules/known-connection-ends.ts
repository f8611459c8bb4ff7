/** Requires both ends of a connection to be nodes or groups that exist when `apply()` is called. */

import { suggester } from '../../text/nearest.ts'
import type { Edge, Topology } from '../../topology/index.ts'
import { firstNamed, isKnown, knownIds } from '../../topology/model/resolve-ids.ts'
import { correct, type Rule, type RuleFinding } from '../rule.ts'

export const knownConnectionEnds: Rule = {
  id: 'known-connection-ends',
  severity: 'error',
  docs: {
    summary: 'Connections reference nodes or groups that exist when apply() is called',
    why: 'The service rejects connections to missing nodes. A node may follow its connection, but must precede apply().',
  },
  serverType: 'known-connection-ends',
  *check(topology) {
    // An unknown method may have created the node: not an error if the service might accept it.
    const suggest = suggester(knownIds(topology))
    const perhaps = new Set(topology.unknownCalls.map(({ mentions }) => mentions))
    const inTime = { ...topology, nodes: topology.nodes.filter(({ afterApply }) => !afterApply) }
    const search: EndSearch = { topology, inTime, suggest }
    for (const edge of topology.edges) {
      if (isOneObject(edge)) {
        yield { at: edge.at, ...ONE_OBJECT }
        continue
      }
      for (const end of new Set([edge.from, edge.to])) {
        if (perhaps.has(end)) continue
        const finding = missingEnd(search, edge, end)
        if (finding !== undefined) yield { at: edge.at, ...finding }
      }
    }
  },
}

interface EndSearch {
  readonly topology: Topology
  /** The same with only the nodes that exist when `apply()` is called. */
  readonly inTime: Topology
  readonly suggest: (word: string) => string | undefined
}

/** The text of an object that is no node. */
const OBJECT = '[object Object]'
/** The text of a missing argument, and of a variable without a value. */
const NOTHING = 'undefined'
const WRITE_IDS = "Write the ids of both ends, as in connect('web', 'db')."
const OBJECT_AS_END = {
  message: 'connect() takes ids, but an object was given',
  fix: WRITE_IDS,
}
const ONE_OBJECT = {
  message: 'connect() takes two ids, but one object was given',
  fix: "Write the ids first, as in connect('web', 'db', { label: 'reads' }).",
}

/** `connect({ from, to })` */
const isOneObject = ({ from, to }: Edge): boolean => from === OBJECT && to === NOTHING

function missingEnd(
  { topology, inTime, suggest }: EndSearch,
  edge: Edge,
  end: string,
): Omit<RuleFinding, 'at'> | undefined {
  const late = firstNamed(topology, end)
  if (late === undefined && end === OBJECT) return OBJECT_AS_END
  if (late === undefined && end === NOTHING) {
    const which = end === edge.from ? 'first' : 'second'
    return { message: `connect() has no ${which} id, or it is undefined`, fix: WRITE_IDS }
  }
  if (late === undefined && isList(topology, end)) {
    return {
      message: `connect() takes one id for each end, but a list was given: ${end}`,
      fix: 'Call connect() once for each of them.',
    }
  }
  if (late === undefined) {
    const typo = { call: edge.at, word: end, meant: suggest(end) }
    return {
      message: `"${end}" is not a node or group, so this connection has no ${end === edge.from ? 'start' : 'end'}`,
      ...correct(typo, `Create "${end}", or use an existing node.`),
    }
  }
  if (edge.afterApply || isKnown(inTime, end)) return undefined
  return {
    message: `"${end}" is created after apply() is called`,
    related: late.at,
    fix: `Create "${end}" before apply().`,
  }
}

/** True if the text is that of an array of ids. */
const isList = (topology: Topology, end: string): boolean =>
  end.length <= LONGEST_LIST && end.split(',').every((id) => firstNamed(topology, id) !== undefined)

/** Characters of a text that is read as a list of ids. */
const LONGEST_LIST = 1_000
