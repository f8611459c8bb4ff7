/** Makes a topology of an answer, so that it can be drawn. It writes a script: groups are boxes like others, because an id may be in several. */
import { groupedBy } from '../grouped.ts'
import { readTopology, type Topology } from '../topology/index.ts'
import { type Answer, labelOf } from './answer.ts'
import type { Architecture } from './architecture.ts'

/** The border of what the question names. */
const ASKED = '#2563eb'

/** Undefined for an answer that is too large for a script. */
export async function topologyOfAnswer(
  { ids, links }: Answer<unknown>,
  asked: readonly string[],
  { things }: Architecture,
): Promise<Topology | undefined> {
  const isAsked = new Set(asked)
  const ends = groupedBy(links, ({ from, to }) => JSON.stringify([from, to]))
  const nodes = [...ids].map((id) => {
    const label = labelOf(things.get(id) ?? []) ?? id
    return `t.createProcess(${JSON.stringify({ id, label, ...(isAsked.has(id) && { color: ASKED }) })})`
  })
  const connections = [...ends.values()].map(([link, ...others]) => {
    // Diagrams may label a connection in different ways.
    const label = others.every((one) => one.label === link?.label) ? link?.label : undefined
    return `t.connect(${JSON.stringify(link?.from)}, ${JSON.stringify(link?.to)}, ${JSON.stringify({ label })})`
  })
  const script = [
    'const t = new TopologyBuilder(true)',
    ...nodes,
    ...connections,
    'await t.apply()',
  ]
  return (await readTopology(script.join('\n'))).topology
}
