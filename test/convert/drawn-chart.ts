/** What people see of a flowchart of Mermaid after `topo convert` and `topo render`. */
import { readMermaid } from '../../src/convert/mermaid/index.ts'
import { layout, type Picture } from '../../src/render/index.ts'
import { readTopology } from '../../src/topology/index.ts'
import { type Drawing, measure } from '../render/ledger/measure.ts'
import { drawingOf } from '../render/ledger/table.ts'
import { scriptOf } from './script-of.ts'

export function scriptOfChart(text: string): string {
  const [drawing] = readMermaid(text, 'chart.mmd')
  if (!drawing) throw new Error('There is no drawing.')
  return scriptOf(drawing)
}

async function pictureOfChart(text: string): Promise<Picture> {
  const script = scriptOfChart(text)
  const { topology, problems } = await readTopology(script)
  if (!topology) throw new Error(`${JSON.stringify(problems)}\n${script}`)
  return layout(topology, { title: '' })
}

export const crossingsOfChart = async (text: string): Promise<number> =>
  crossingsOf(drawingOf(await pictureOfChart(text)).edges)

type Line = Pick<Drawing['edges'][number], 'points'>

/** Places where two lines intersect. */
export function crossingsOf(lines: readonly Line[]): number {
  const edges = lines.map(({ points }) => ({ from: '', to: '', points, tag: null, hasText: false }))
  return measure({ width: 1, height: 1, nodes: [], edges }).crossings
}
