/** Requires a connection, in either direction, for every step of a flow. */
import { valueFor } from '../../grouped.ts'
import type { ScenarioStep, Span, Topology } from '../../topology/index.ts'
import { idsNamed } from '../../topology/model/resolve-ids.ts'
import { builderVariable } from '../../topology/parse/option-locations.ts'
import type { Rule, RuleFinding } from '../rule.ts'

export const flowEdges: Rule = {
  id: 'flow-edges',
  severity: 'warning',
  docs: {
    summary: 'The steps of a flow follow connections, in either direction',
    why: 'A packet between two nodes without a connection cannot be animated.',
  },
  *check(topology) {
    const connected = connections(topology)
    for (const { scenarios } of topology.flows) {
      const steps = scenarios.flatMap((scenario) => scenario.steps)
      let cursor: string | undefined
      for (const step of steps) {
        if (step.kind === 'to' && cursor === undefined) yield withoutStart(step.id, step.at)
        const pairs = pairsOf(step, cursor)
        const stranded = pairs.filter(([from, to]) => areStranded(from, to, topology, connected))
        for (const [from, to] of stranded) yield unconnected(from, to, step.at, topology)
        if (step.kind === 'from' || step.kind === 'to') cursor = step.id
      }
    }
  },
}

function withoutStart(id: string, at: Span): RuleFinding {
  const message = `The packet to "${id}" has no start node`
  return { at, message, fix: 'Call from() first to set the start node.' }
}

function unconnected(from: string, to: string, at: Span, topology: Topology): RuleFinding {
  return {
    at,
    message: `There is no connection between "${from}" and "${to}"`,
    fix: `Add ${builderVariable(topology)}.connect('${from}', '${to}', { type: 'http' }), or change the step.`,
  }
}

/** True if no connection leads between two known nodes. The rule known-flow-nodes reports unknown ones. */
function areStranded(
  from: string,
  to: string,
  topology: Topology,
  connected: (from: string, to: string) => boolean,
): boolean {
  const starts = idsNamed(topology, from)
  const ends = idsNamed(topology, to)
  if (starts.length === 0 || ends.length === 0) return false
  const isReached = (start: string, end: string) =>
    start === end || connected(start, end) || connected(end, start)
  return !starts.some((start) => ends.some((end) => isReached(start, end)))
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
