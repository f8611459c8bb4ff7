// Builds the site of the documents into site/dist: `npm run site`. Needs a build of topo, and the packages of site/.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sectionsForUsers } from './documents.js'
import { errorsPage } from './pages.js'
import { writePlayground } from './playground.js'
import { pageText, repository } from './site-pages.js'
import { source } from './source.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const site = join(root, 'site')
const pages = join(site, 'pages')
const published = join(site, 'pages', 'public')
const dist = join(site, 'dist')
const read = (path) => readFileSync(join(root, path), 'utf8')

rmSync(pages, { recursive: true, force: true })
mkdirSync(published, { recursive: true })
drawDiagrams()
await writePages()
await writePlayground(published)
execFileSync(
  process.execPath,
  [join(site, 'node_modules/vitepress/bin/vitepress.js'), 'build', site],
  {
    stdio: 'inherit',
  },
)
checkLinks()

/** A page of the explorer for each script of the documents, and their index. */
function drawDiagrams() {
  const folder = mkdtempSync(join(tmpdir(), 'topo-site-'))
  try {
    for (const path of ['docs/pictures', 'docs/gallery', 'templates/starters'])
      cpSync(join(root, path), join(folder, path), { recursive: true })
    const words = ['render', '-o', join(published, 'diagrams/'), '--format', 'html', '--quiet']
    execFileSync(process.execPath, [join(root, 'bin/run.js'), ...words], {
      cwd: folder,
      stdio: 'inherit',
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The documents, the page of the error codes, and for programs llms.txt with the documents as they are. */
async function writePages() {
  const documents = sectionsForUsers.flatMap((section) => section.pages.map(({ path }) => path))
  const names = new Map([
    ['README.md', 'index'],
    ...documents.map((path) => [path, path.slice('docs/'.length, -'.md'.length)]),
  ])
  const diagrams = new Set(
    readdirSync(join(published, 'diagrams')).map((name) => name.replace(/\.html$/, '')),
  )
  for (const [path, name] of names)
    writeFileSync(join(pages, `${name}.md`), pageText(read(path), path, names, diagrams))
  const { errorCodes } = await source('src/cli/help/topics/error-codes.ts')
  const { exitCodeMeanings } = await source('src/cli/help/topics/exit-codes.ts')
  writeFileSync(join(pages, 'errors.md'), errorsPage(errorCodes, exitCodeMeanings))
  for (const folder of ['pictures', 'gallery'])
    cpSync(join(root, 'docs', folder), join(published, folder), { recursive: true })
  cpSync(join(root, 'editors/vscode/icon.svg'), join(published, 'icon.svg'))
  for (const path of ['llms.txt', ...documents])
    cpSync(join(root, path), join(published, path), { recursive: true })
}

/** VitePress checks links between pages; this also checks files, pictures and headings. */
function checkLinks() {
  const base = `/${repository.split('/')[1]}/`
  const files = readdirSync(dist).filter((name) => name.endsWith('.html'))
  const texts = new Map(files.map((name) => [name, readFileSync(join(dist, name), 'utf8')]))
  // VitePress writes a page without content if it cannot render one.
  const broken = files.filter((name) => name !== '404.html' && !texts.get(name).includes('<h1'))
  for (const [page, text] of texts)
    for (const [, link] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const url = new URL(link.replaceAll('&amp;', '&'), `http://site${base}${page}`)
      if (url.host !== 'site') continue
      const file = decodeURIComponent(url.pathname).slice(base.length) || 'index.html'
      const anchor = decodeURIComponent(url.hash.slice(1))
      const target = texts.get(file)
      const isThere = url.pathname.startsWith(base) && existsSync(join(dist, file))
      // A fragment of the playground has the text, or names an example.
      const isPlace = anchor !== '' && file !== 'playground.html'
      if (!isThere || (isPlace && target && !target.includes(`id="${anchor}"`)))
        broken.push(`${page}: ${link}`)
    }
  if (broken.length > 0) throw new Error(`Broken links or pages:\n${broken.join('\n')}`)
  console.log(`Checked the links of ${files.length} pages in ${dist}.`)
}
