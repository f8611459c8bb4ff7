/** What `bench/layout.js` measures: the corpus of the tests, drawn by topo, and the ledger's figures. */
import { layout } from '../../src/render/index.ts'
import { readTopology } from '../../src/topology/index.ts'
import { corpus } from '../../test/render/corpus/index.ts'
import { scriptOf } from '../../test/render/corpus/script.ts'
import { drawingOf } from '../../test/render/ledger/table.ts'
import { unseen } from './unseen.ts'

export { measure } from '../../test/render/ledger/measure.ts'
export { sumOf, writeLedger } from '../../test/render/ledger/table.ts'

const graphs = {
  corpus,
  unseen: Object.entries(unseen).map(([name, data]) => [name, scriptOf(data)] as const),
}

export async function drawings(of: keyof typeof graphs) {
  const all = []
  for (const [name, script] of graphs[of]) all.push({ name, ...(await drawScript(script)) })
  return all
}

/** The second drawing is timed: the first one also compiles the layout. */
export async function drawScript(script: string) {
  const { topology } = await readTopology(script)
  if (!topology) throw new Error('A script of the corpus does not run.')
  layout(topology, { title: '' })
  const begin = performance.now()
  const drawing = drawingOf(layout(topology, { title: '' }))
  return { drawing, milliseconds: performance.now() - begin }
}
