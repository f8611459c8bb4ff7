/** The pictures of the corpus get no worse: `ledger.txt` has the figures of each. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { corpus } from './corpus/index.ts'
import { measure } from './ledger/measure.ts'
import { drawingOf, readLedger, worseThan, writeLedger } from './ledger/table.ts'
import { pictureOf } from './pictures.ts'

const file = resolve(import.meta.dirname, 'ledger.txt')
/** Set after a change that is worth a worse figure: the diff of the ledger shows it to the reviewer. */
const isRenewed = process.env.TOPO_LEDGER === 'renew'

test('no picture of the corpus gets worse', async () => {
  const now = new Map(
    await Promise.all(
      corpus.map(async ([name, script]) => [name, measure(drawingOf(await pictureOf(script)))] as const),
    ),
  )
  const before = readLedger(readFileSync(file, 'utf8'))
  if (!isRenewed) expect(worseThan(before, now), 'figures that got worse; see test/README.md').toEqual([])
  await expect(writeLedger(now)).toMatchFileSnapshot(file)
}, 60_000)
