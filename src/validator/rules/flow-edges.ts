/** Requires a connection, in either direction, for every step of a flow. */
import { valueFor } from '../../grouped.ts'
import type { ScenarioStep, Topology } from '../../topology/index.ts'
import { builderVariable } from '../../topology/option-locations.ts'
import { idsNamed } from '../../topology/resolve-ids.ts'
import type { Rule } from '../rule.ts'

export const flowEdges: Rule = {
  id: 'flow-edges',
  severity: 'warning',
  docs: {
    summary: 'The steps of a flow follow connections, in either direction',
    why: 'A packet between two nodes without a connection cannot be animated.',
  },
  *check(topology) {
    const connected = connections(topology)
    const ids = (id: string) => idsNamed(topology, id)
    // known-flow-nodes reports unknown nodes.
    const stranded = (from: string, to: string) =>
      ids(from).length > 0 &&
      ids(to).length > 0 &&
      !ids(from).some((a) => ids(to).some((b) => a === b || connected(a, b) || connected(b, a)))

    for (const { scenarios } of topology.flows) {
      let cursor: string | undefined
      for (const step of scenarios.flatMap(({ steps }) => steps)) {
        const pairs = pairsOf(step, cursor)
        if (step.kind === 'to' && cursor === undefined) {
          const message = `The packet to "${step.id}" has no start node`
          yield { at: step.at, message, fix: 'Call from() first to set the start node.' }
        }
        for (const [from, to] of pairs) {
          if (!stranded(from, to)) continue
          const message = `There is no connection between "${from}" and "${to}"`
          yield {
            at: step.at,
            message,
            fix: `Add ${builderVariable(topology)}.connect('${from}', '${to}', { type: 'http' }), or change the step.`,
          }
        }
        if (step.kind === 'from' || step.kind === 'to') cursor = step.id
      }
    }
  },
}

/** The packets that a step sends. */
function pairsOf(
  step: ScenarioStep,
  cursor: string | undefined,
): readonly (readonly [from: string, to: string])[] {
  if (step.kind === 'parallel') return step.pairs
  return step.kind === 'to' && cursor !== undefined ? [[cursor, step.id]] : []
}

/** Returns a function: true if a connection leads from one id to another. A replica counts as its node. */
function connections(topology: Topology): (from: string, to: string) => boolean {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of topology.edges) {
    for (const start of idsNamed(topology, from)) {
      const reached = valueFor(targets, start, () => new Set())
      for (const end of idsNamed(topology, to)) reached.add(end)
    }
  }
  return (from, to) => targets.get(from)?.has(to) ?? false
}
