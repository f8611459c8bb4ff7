// Bundles the extension, and copies what it shares with topo: the schema of the settings, the first scripts, the icon.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import { build } from 'esbuild'
import { snippetsOf } from './snippets.js'

const folder = dirname(fileURLToPath(import.meta.url))
const root = join(folder, '..', '..')
const dist = (name) => join(folder, 'dist', name)

rmSync(dist(''), { recursive: true, force: true })
mkdirSync(dist(''), { recursive: true })
await build({
  absWorkingDir: folder,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.cjs',
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  minify: true,
  logLevel: 'warning',
})
// The packager takes it from this folder.
writeFileSync(join(folder, 'LICENSE'), readFileSync(join(root, 'LICENSE')))
const schema = 'topo.config.schema.json'
writeFileSync(dist(schema), readFileSync(join(root, 'templates', schema)))
writeFileSync(
  dist('icon.png'),
  new Resvg(readFileSync(join(folder, 'icon.svg'), 'utf8')).render().asPng(),
)
for (const [language, snippets] of Object.entries(
  snippetsOf(join(root, 'templates', 'starters')),
)) {
  writeFileSync(dist(`snippets-${language}.json`), `${JSON.stringify(snippets, null, 2)}\n`)
}
