/** The pictures of the corpus get no worse in a document, on a screen, to the right, as wide as 16:9 and as pages: each has a file with its figures. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type LayoutOptions, layout, layoutForStage } from '../../src/render/index.ts'
import { oneOf, testAll } from '../cases.ts'
import { corpus } from './corpus/index.ts'
import { measure } from './ledger/measure.ts'
import { type PageFigures, smallestNames, windows } from './ledger/page.ts'
import { drawingOf, readLedger, sumOf, worseThan, writeLedger, writeRows } from './ledger/table.ts'
import { topologyOf } from './pictures.ts'

const ways: readonly [where: string, file: string, way: Partial<LayoutOptions>][] = [
  ['in a document', 'ledger.txt', {}],
  ['on a screen', 'ledger-screen.txt', { readOn: 'screen' }],
  ['to the right', 'ledger-right.txt', { direction: 'right' }],
  ['as wide as 16:9', 'ledger-wide.txt', { aspect: 16 / 9 }],
]
const topologies = Promise.all(
  oneOf(8, corpus).map(async ([name, script]) => [name, await topologyOf(script)] as const),
)
/** Set after a change that is worth a worse figure: the diff of the ledger shows it to the reviewer. */
const isRenewed = process.env.TOPO_LEDGER === 'renew'

test.each(oneOf(4, ways))(
  'no picture of the corpus gets worse: %s',
  async (_where, name, way) => {
    const file = resolve(import.meta.dirname, name)
    const now = new Map(
      (await topologies).map(([title, topology]) => [
        title,
        measure(drawingOf(layout(topology, { title: title, ...way })), way.aspect),
      ]),
    )
    const before = readLedger(readFileSync(file, 'utf8'))
    if (!isRenewed)
      expect(worseThan(before, now), 'figures that got worse; see test/README.md').toEqual([])
    const { overlap, boxes, frames, titles, labelForeign } = sumOf(now)
    expect({ overlap, boxes, frames, titles, labelForeign }).toEqual({
      overlap: 0,
      boxes: 0,
      frames: 0,
      titles: 0,
      labelForeign: 0,
    })
    const all = corpus.flatMap(([title]) => {
      const row = now.get(title) ?? before.get(title)
      return row === undefined ? [] : [[title, row] as const]
    })
    await expect(writeLedger(new Map(all))).toMatchFileSnapshot(file)
  },
  60_000,
)

testAll(
  'no page of the corpus opens with smaller names, or with one of less than 9 pixels',
  async () => {
    const file = resolve(import.meta.dirname, 'ledger-pages.txt')
    const now = new Map(
      (await topologies).map(([name, topology]) => [
        name,
        smallestNames(layoutForStage(topology, { title: name })),
      ]),
    )
    const before = readLedger<PageFigures>(readFileSync(file, 'utf8'))
    const worse = [...now].flatMap(([name, pixels]) =>
      windows
        .filter((one) => pixels[one] < ((!isRenewed && before.get(name)?.[one]) || 9))
        .map((one) => `${name}: ${one} ${before.get(name)?.[one]} → ${pixels[one]}`),
    )
    expect(worse, 'names that got smaller; see test/README.md').toEqual([])
    await expect(writeRows(now, windows)).toMatchFileSnapshot(file)
  },
  240_000,
)
