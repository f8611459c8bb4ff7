// Makes docs/gallery.md and its sheets from the scripts in docs/gallery.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { source } from './source.js'

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'gallery')

/** Where other programs put boxes and lines; `npm run bench -- gallery` writes it. */
export const othersFile = join(folder, 'others.json')

/** Names and texts. */
export const galleryScripts = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.topology.js'))
    .sort()
    .map((name) => [name.replace('.topology.js', ''), readFileSync(join(folder, name), 'utf8')])

/** The page and the sheets, by path. */
export async function galleryFiles() {
  const { sheetOf, totals } = await source('bench/layout/gallery.ts')
  const others = JSON.parse(readFileSync(othersFile, 'utf8'))
  const files = {}
  const sheets = []
  const images = []
  for (const [slug, script] of galleryScripts()) {
    const { svg, figures } = await sheetOf(slug, script, others)
    files[`docs/gallery/${slug}.svg`] = svg
    sheets.push(figures)
    images.push(`![${slug}](gallery/${slug}.svg)`)
  }
  files['docs/gallery.md'] = [
    '# Gallery',
    'How good are the pictures?',
    `Each program got the same boxes and connections, of ${sheets.length} [scripts](gallery), at its default settings. \`npm run bench -- gallery\` measures again.`,
    [
      `|${sheets.length} pictures|crossings|through boxes|bends|name|megapixels|`,
      '|-|-|-|-|-|-|',
      ...totals(sheets),
    ].join('\n'),
    '*Bends* are per connection; *name* is the median height of names in a README, in pixels. Other programs are drawn smaller.',
    ...images,
  ]
    .join('\n\n')
    .concat('\n')
  return files
}
