// Draws the scripts of docs/gallery with other programs, and keeps where they put everything: `npm run bench -- gallery`.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { galleryScripts, othersFile } from '../scripts/gallery.js'
import { source } from '../scripts/source.js'
import { elk, graphviz } from './layout/peers.js'
import { optionalPeers } from './layout.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** @returns the rows of the table; `node scripts/generate.js` then makes the page */
export async function gallery() {
  const { peers, d2Version, close } = await optionalPeers()
  try {
    const d2 = peers['D2 (dagre)']
    const mermaid = peers.Mermaid
    if (!d2 || !mermaid) throw new Error('The gallery needs D2 and Mermaid.')
    const { pictureOf, placesOf, sheetOf } = await source('bench/layout/gallery.ts')
    const { drawingOf } = await source('test/render/ledger/table.ts')
    const { graphvizVersion } = await (await import('@viz-js/viz')).instance()
    const draw = {
      [`ELK ${versionOf('elkjs')} (layered)`]: elk,
      [`Graphviz ${graphvizVersion} (dot)`]: graphviz,
      [`D2 ${d2Version} (dagre)`]: d2,
      [`Mermaid ${versionOf('mermaid')} (dagre)`]: mermaid,
    }
    const others = { programs: Object.keys(draw), pictures: {} }
    const crossings = [0, ...others.programs.map(() => 0)]
    for (const [slug, script] of galleryScripts()) {
      const drawing = drawingOf(await pictureOf(slug, script))
      const places = []
      for (const one of Object.values(draw)) places.push(placesOf(await one(drawing)))
      others.pictures[slug] = places
      const { figures } = await sheetOf(slug, script, others)
      for (const [at, one] of figures.entries()) crossings[at] += one.crossings
    }
    writeFileSync(othersFile, textOf(others))
    const [own, ...theirs] = crossings
    const share = own / Math.min(...theirs)
    return [
      {
        what: 'gallery: crossings, as a share of the fewest of another program',
        measured: share.toFixed(2),
        budget: '1',
        met: share <= 1,
      },
    ]
  } finally {
    await close()
  }
}

const versionOf = (name) =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version

/** A line for each script, so that a diff shows which changed. */
const textOf = ({ programs, pictures }) => {
  const lines = Object.entries(pictures).map(
    ([slug, places]) => `"${slug}":${JSON.stringify(places)}`,
  )
  return `{"programs":${JSON.stringify(programs)},"pictures":{\n${lines.join(',\n')}\n}}\n`
}
