// Writes the playground into a folder: its page, its programs, the interpreter and the examples. Needs a build of topo.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { bundleForPages } from './browser-bundles.js'
import { source } from './source.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const read = (path) => readFileSync(join(root, path), 'utf8')

/** The script that the page shows first. */
const FIRST = 'templates/starters/web-service.topology.js'

export async function writePlayground(folder) {
  const { playgroundPage } = await source('src/browser/playground/document.ts')
  const { packageOf } = await source('src/cli/init/release.ts')
  const { version } = JSON.parse(read('package.json'))
  const parts = join(folder, 'playground')
  mkdirSync(parts, { recursive: true })
  writeFileSync(
    join(folder, 'playground.html'),
    playgroundPage({ first: read(FIRST), install: packageOf(version) }),
  )
  // The page loads its other programs while the worker starts.
  const page = { format: 'esm', splitting: true, outdir: parts, chunkNames: '[name]-[hash]' }
  const programs = await Promise.all([
    bundleForPages('src/browser/playground/main.ts', page),
    bundleForPages('src/browser/worker/main.ts', { outfile: join(parts, 'worker.js') }),
  ])
  for (const { files } of programs) {
    for (const { path, text } of files) writeFileSync(path, text)
  }
  const interpreter = readFileSync(join(root, 'dist', 'sandbox.wasm.br'))
  writeFileSync(join(parts, 'sandbox.wasm'), brotliDecompressSync(interpreter))
  copyFileSync(join(root, 'editors/vscode/icon.svg'), join(parts, 'icon.svg'))
  writeFileSync(join(parts, 'examples.json'), JSON.stringify(examples()))
}

const titleOf = (name) => `${name[0].toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`

/** The scripts of the starters and of the gallery, by their names. */
function examples() {
  return ['templates/starters', 'docs/gallery'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => /\.topology\.[jt]s$/.test(file))
      .map((file) => {
        const text = read(`${folder}/${file}`)
        const [name] = file.split('.')
        return { name, title: titleOf(name), text }
      }),
  )
}
