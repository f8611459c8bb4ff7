/** The pictures of the corpus get no worse in a document, on a screen, to the right and as wide as 16:9: each has a file with its figures. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type LayoutOptions, layout } from '../../src/render/index.ts'
import { oneOf } from '../cases.ts'
import { corpus } from './corpus/index.ts'
import { measure } from './ledger/measure.ts'
import { drawingOf, readLedger, sumOf, worseThan, writeLedger } from './ledger/table.ts'
import { topologyOf } from './pictures.ts'

const ways: readonly [where: string, file: string, way: Partial<LayoutOptions>][] = [
  ['in a document', 'ledger.txt', {}],
  ['on a screen', 'ledger-screen.txt', { readOn: 'screen' }],
  ['to the right', 'ledger-right.txt', { direction: 'right' }],
  ['as wide as 16:9', 'ledger-wide.txt', { aspect: 16 / 9 }],
]
const topologies = Promise.all(
  corpus.map(async ([name, script]) => [name, await topologyOf(script)] as const),
)
/** Set after a change that is worth a worse figure: the diff of the ledger shows it to the reviewer. */
const isRenewed = process.env.TOPO_LEDGER === 'renew'

test.each(oneOf(4, ways))(
  'no picture of the corpus gets worse: %s',
  async (_where, name, way) => {
    const file = resolve(import.meta.dirname, name)
    const now = new Map(
      (await topologies).map(([name, topology]) => [
        name,
        measure(drawingOf(layout(topology, { title: name, ...way })), way.aspect),
      ]),
    )
    const before = readLedger(readFileSync(file, 'utf8'))
    if (!isRenewed) expect(worseThan(before, now), 'figures that got worse; see test/README.md').toEqual([])
    const { overlap, boxes, frames, titles, labelForeign } = sumOf(now)
    expect({ overlap, boxes, frames, titles, labelForeign }).toEqual({
      ...{ overlap: 0, boxes: 0, frames: 0, titles: 0, labelForeign: 0 },
    })
    await expect(writeLedger(now)).toMatchFileSnapshot(file)
  },
  60_000,
)
