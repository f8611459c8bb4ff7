/** Writes the script of a drawing as a person would: few calls, a row for each rank, else the order of the source. */
import { uniqueNames } from '../../text/numbered-ids.ts'
import { chain, optionsLiteral, quote } from './calls.ts'
import type { ChooseRows, Drawing, DrawnScenario } from './drawing.ts'
import { framed } from './frame.ts'
import { uniqueIds, validId } from './ids.ts'
import type { RedactedDrawing } from './redact.ts'
import { writeElements } from './write-elements.ts'

interface ScriptChoices {
  /** Ids of the framed drawing, by those of the source. */
  readonly ids?: ReadonlyMap<string, string> | undefined
  /** Without it, each group has one row. */
  readonly chooseRows?: ChooseRows | undefined
}

/** The code of a script, without a header. */
export function scriptOfDrawing(
  given: RedactedDrawing,
  { ids = uniqueIds(framed(given)), chooseRows = () => new Map() }: ScriptChoices = {},
): string {
  const drawing = framed(given)
  const idOf = (id: string) => ids.get(id) ?? id
  const connections = drawing.connections.map(({ from, to, line: _, ...rest }) => {
    const set = optionsLiteral(rest)
    return `topology.connect(${quote(idOf(from))}, ${quote(idOf(to))}${set === '{}' ? '' : `, ${set}`})`
  })
  const parts = [
    'const topology = new TopologyBuilder(true)',
    ...writeElements(drawing, chooseRows(drawing), idOf),
    [...new Set(connections)].join('\n'),
    'await topology.apply()',
    flow(drawing, idOf),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** One scenario needs no call beyond the core. */
function flow({ scenarios, nodes }: Drawing, idOf: (id: string) => string): string {
  const replicatedNodes = nodes.filter(({ replicas }) => replicas)
  const replicated = new Set(replicatedNodes.map(({ id }) => id))
  // A step names one of the replicas.
  const one = (id: string) => quote(idOf(id) + (replicated.has(id) ? '-1' : ''))
  const unique = uniqueNames()
  const areSeveral = scenarios.length > 1
  const calls = scenarios.flatMap(({ id, title, steps }) => [
    ...(areSeveral ? [`.scenario(${quote(unique(validId(id)))}, ${quote(title)})`] : []),
    ...stepCalls(steps, one),
  ])
  return calls.length === 0 ? '' : chain('export default new FlowBuilder()', calls).join('\n')
}

function stepCalls(steps: DrawnScenario['steps'], idOf: (id: string) => string): string[] {
  let cursor: string | undefined
  return steps.flatMap(({ from, to, message }) => {
    const calls = [
      ...(cursor === from ? [] : [`.from(${idOf(from)})`]),
      ...(from === to ? [] : [`.to(${idOf(to)})`]),
      ...(message ? [`.showMessage(${quote(message)})`] : []),
    ]
    cursor = to
    return calls
  })
}
