// Makes docs/gallery.md and its sheets from the scripts in docs/gallery.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { source } from './source.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, 'docs', 'gallery')

/** Where other programs put boxes and lines; `npm run bench -- gallery` writes it. */
export const othersFile = join(folder, 'others.json')

/** Names and texts. */
export const galleryScripts = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.topology.js'))
    .sort()
    .map((name) => [name.replace('.topology.js', ''), readFileSync(join(folder, name), 'utf8')])

/** A picture to the right, and a block that the built topo keeps up to date. */
const examples = [
  '## Directions and blocks',
  'With `direction: right` in the header, rows become columns:',
  '![queue](gallery/queue-right.svg)',
  '`topo render --write` keeps [a block](pictures.md#keep-pictures-true) up to date, as this one:',
  '<!-- topo queue -->\n<!-- /topo -->',
]

/** The page with its block, and the picture to the right: what a user would get. */
function drawnExamples(page) {
  const project = mkdtempSync(join(tmpdir(), 'topo-gallery-'))
  const script = 'queue.topology.js'
  const render = (...words) =>
    execFileSync(process.execPath, [join(root, 'bin/run.js'), 'render', ...words], { cwd: project })
  try {
    copyFileSync(join(root, 'docs/pictures/language', script), join(project, script))
    writeFileSync(join(project, 'gallery.md'), page)
    render('--write')
    render(script, '--direction', 'right', '-o', 'queue-right.svg')
    const read = (name) => readFileSync(join(project, name), 'utf8')
    return {
      'docs/gallery.md': read('gallery.md'),
      'docs/gallery/queue-right.svg': read('queue-right.svg'),
    }
  } finally {
    rmSync(project, { recursive: true })
  }
}

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
  const page = [
    '# Gallery',
    'How good are the pictures?',
    `Each program got the same boxes and connections, of ${sheets.length} [scripts](gallery), at its default settings.`,
    [
      `|${sheets.length} pictures|crossings|through boxes|bends|name|megapixels|`,
      '|-|-|-|-|-|-|',
      ...totals(sheets),
    ].join('\n'),
    '*Bends* are per connection; *name* is the median height of names in a README, in pixels. Other programs are drawn smaller.',
    ...examples,
    `## ${sheets.length} pictures`,
    ...images,
  ]
  return { ...files, ...drawnExamples(`${page.join('\n\n')}\n`) }
}
