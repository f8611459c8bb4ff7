/** The gallery is true: its figures of topo are those of new pictures, and other programs drew the same graphs. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Others } from '../../bench/layout/gallery.ts'
import { counted } from '../../src/text/words.ts'
import { measure } from '../render/ledger/measure.ts'
import { drawingOf } from '../render/ledger/table.ts'
import { pictureOf } from '../render/pictures.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const read = (path: string) => readFileSync(resolve(docs, path), 'utf8')
const page = read('gallery.md')
const others = JSON.parse(read('gallery/others.json')) as Others
const slugs = readdirSync(resolve(docs, 'gallery'))
  .filter((name) => name.endsWith('.topology.js'))
  .map((name) => name.replace('.topology.js', ''))

test('the page shows each script, and the sums of all pictures that topo draws now', async () => {
  const rows = await Promise.all(
    slugs.map(async (slug) => {
      const { width, height, nodes, edges, ...rest } = await pictureOf(
        read(`gallery/${slug}.topology.js`),
      )
      const { crossings, boxes, turns } = measure(
        drawingOf({ ...rest, width, height, nodes, edges }),
      )
      const name = Math.round(130 * Math.min(1, 830 / width)) / 10
      const places = `names ${name} px · ${Math.round(width)} × ${Math.round(height)}`
      const figures = `${counted(crossings, 'crossing')} · ${counted(turns, 'bend')} · ${places}`
      expect(read(`gallery/${slug}.svg`)).toContain(
        `>topo</text><text class="note figures" x="16" y="80">${figures}<`,
      )
      expect(page).toContain(`](gallery/${slug}.svg)`)
      expect(others.programs).toHaveLength(4)
      expect(
        others.pictures[slug]?.map(({ boxes: drawnBoxes, lines }) => [
          drawnBoxes.length,
          lines.length,
        ]),
      ).toEqual(others.programs.map(() => [nodes.length, edges.length]))
      return { crossings, boxes, turns, edges: edges.length, area: width * height, name }
    }),
  )
  const sum = (value: (row: (typeof rows)[number]) => number) =>
    rows.reduce((all, row) => all + value(row), 0)
  const names = rows.map(({ name }) => name).sort((a, b) => a - b)
  const bends = (sum(({ turns }) => turns) / sum(({ edges }) => edges)).toFixed(2)
  const area = (sum(({ area: pictureArea }) => pictureArea) / 1e6).toFixed(1)
  const cells = [
    sum((row) => row.crossings),
    sum((row) => row.boxes),
    bends,
    names[slugs.length / 2],
    area,
  ]
  expect(slugs).toHaveLength(24)
  expect(page).toContain(`\n|topo|${cells.join('|')}|\n`)
  // Rows of other programs follow from the kept places; `npm run generated` compares those.
  expect(page.match(/^\|.*\|$/gm)).toHaveLength(others.programs.length + 3)
})
