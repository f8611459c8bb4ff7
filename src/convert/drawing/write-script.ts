/** Writes the script of a drawing as a person would: few calls, rows of four, the order of the source. */
import { groupedBy } from '../../grouped.ts'
import { uniqueNames } from '../../text/numbered-ids.ts'
import type { Drawing, DrawnGroup, DrawnNode, DrawnScenario } from './drawing.ts'
import { framed } from './frame.ts'
import { uniqueIds, validId, variableNames } from './ids.ts'
import type { RedactedDrawing } from './redact.ts'

/** The service's recommendation. */
const MOST_IN_ROW = 4

/**
 * The code of a script, without a header.
 * @param ids of the framed drawing
 */
export function scriptOfDrawing(
  given: RedactedDrawing,
  ids: ReadonlyMap<string, string> = uniqueIds(framed(given)),
): string {
  const drawing = framed(given)
  const idOf = (id: string) => ids.get(id) ?? id
  const connections = drawing.connections.map(({ from, to, line: _, ...rest }) => {
    const set = options(rest)
    return `topology.connect(${quote(idOf(from))}, ${quote(idOf(to))}${set === '{}' ? '' : `, ${set}`})`
  })
  const parts = [
    'const topology = new TopologyBuilder(true)',
    ...elements(drawing, idOf),
    [...new Set(connections)].join('\n'),
    'await topology.apply()',
    flow(drawing, idOf),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const CALLS = { cloud: 'Cloud', host: 'Host', vm: 'VM' } as const

/** A part of the script for the nodes outside of groups and for each outermost group. */
function elements({ groups, nodes }: Drawing, idOf: (id: string) => string): string[] {
  const variable = variableNames()
  const inner = groupedBy(groups, ({ parent }) => parent)
  const content = groupedBy(nodes, ({ group }) => group)
  const process = ({ id, group: _, line: __, label, ...rest }: DrawnNode) =>
    options({ id: idOf(id), label: shown(label), ...rest })

  const linesOf = ({ id, parent, kind, label, ...rest }: DrawnGroup, outer: string): string[] => {
    const call = `${parent === undefined ? 'create' : 'add'}${kind === undefined ? 'Group' : CALLS[kind]}`
    const look = { label: shown(label), ...rest }
    const create =
      parent === undefined
        ? `${quote(idOf(id))}, ${options(look)}`
        : options({ id: idOf(id), ...look })
    const own = content.get(id) ?? []
    const groupsInside = inner.get(id) ?? []
    if (own.length + groupsInside.length === 0) return [`${outer}.${call}(${create})`]
    const name = variable(idOf(id))
    const calls = own.flatMap((node, index) => [
      ...(index > 0 && index % MOST_IN_ROW === 0 ? ['.newRow()'] : []),
      `.addProcess(${process(node)})`,
    ])
    return [
      `const ${name} = ${outer}.${call}(${create})`,
      ...chain(name, groupsInside.length === 0 ? [...calls, '.autoResize()'] : calls),
      ...groupsInside.flatMap((group) => linesOf(group, name)),
      ...(groupsInside.length === 0 ? [] : [`${name}.autoResize()`]),
    ]
  }

  const loose = (content.get(undefined) ?? []).map((node) => `.createProcess(${process(node)})`)
  const outermost = inner.get(undefined) ?? []
  return [
    chain('topology', loose).join('\n'),
    ...outermost.map((group) => linesOf(group, 'topology').join('\n')),
  ]
}

/** A label without words is drawn as none; without a label, the id would be drawn. */
const shown = (label: string): string => label || ' '

/** Calls on one thing, each on its line. */
function chain(name: string, calls: readonly string[]): string[] {
  if (calls.length < 2) return calls.map((call) => name + call)
  return [name, ...calls.map((call) => `  ${call}`)]
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

/** The options that are set, as an object of JavaScript. */
function options(given: object): string {
  const pairs = Object.entries(given).flatMap(([key, value]: [string, unknown]) => {
    if (value === undefined || value === '' || value === false) return []
    return [`${key}: ${typeof value === 'string' ? quote(value) : String(value)}`]
  })
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

/** Characters that no reader sees, and those that reorder the text around them. */
const INVISIBLE = /(?!\n)\p{Cc}|[\u2028-\u202E\u2066-\u2069\uFEFF]/gu

/** The literal of a text, which no text can end. */
function quote(text: string): string {
  const json = JSON.stringify(text.replace(INVISIBLE, ' '))
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}
