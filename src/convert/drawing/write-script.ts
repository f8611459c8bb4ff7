/** Writes the script of a drawing as a person would: few calls, a row for each rank, else the order of the source. */
import { uniqueNames } from '../../text/numbered-ids.ts'
import { chain, optionsLiteral, quote } from './calls.ts'
import type { ChooseRows, Drawing, DrawnScenario } from './drawing.ts'
import { uniqueIds, validId } from './ids.ts'
import type { RedactedDrawing } from './redact.ts'
import { writeElements } from './write-elements.ts'

/** Id of the group around everything: ids of a source have no space at their end. */
const FRAME = 'frame '

/**
 * The code of a script, without a header.
 * @param chooseRows without it, each group has one row
 */
export function scriptOfDrawing(
  given: RedactedDrawing,
  chooseRows: ChooseRows = () => new Map(),
): string {
  const drawing = framed(given)
  const ids = uniqueIds(drawing)
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

/** Every service draws nodes in a group, and few draw nodes outside of one. */
function framed(drawing: Drawing): Drawing {
  if (drawing.groups.length > 0) return drawing
  const label = drawing.title || drawing.name
  const nodes = drawing.nodes.map((node) => ({ ...node, group: FRAME }))
  return { ...drawing, groups: [{ id: FRAME, label }], nodes }
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
