// Bundles the commands, one entry each with shared chunks, and writes the manifest that oclif starts from.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Config, Plugin } from '@oclif/core'
import { build as bundle } from 'esbuild'
import { globSync } from 'tinyglobby'
import { writeFonts } from './fonts.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { dependencies, exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // What carries a binary or WebAssembly stays a dependency; oclif asks for typescript only in development.
  external: [...Object.keys(dependencies), 'typescript'],
  // Bundled CommonJS asks for Node's own modules with require.
  banner: {
    js: "import{createRequire as topoRequire}from'node:module';const require=topoRequire(import.meta.url);",
  },
  logLevel: 'warning',
}

export async function build() {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  const commands = globSync('src/commands/**/*.ts', { cwd: root })
  const image = await takeImage()
  await bundle({
    ...common,
    entryPoints: [
      { in: 'src/cli/main.ts', out: 'main' },
      { in: 'src/cli/start-mock.ts', out: 'mock' },
      { in: 'src/cli/validator.ts', out: 'validator' },
      { in: 'src/cli/help.ts', out: 'help' },
      { in: 'src/project/judge-thread.ts', out: 'judge' },
      ...commands.map((file) => ({ in: file, out: file.slice('src/'.length, -'.ts'.length) })),
    ],
    outdir: 'dist',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: plugins(image),
  })
  writeFonts(root)
  await bundleAction(image)
  await Promise.all([writeTypes(), writeManifest().then(writeHelp)])
}

/** The Action is a folder of its own, which runs without an installation: `scripts/action.js` completes it. */
async function bundleAction(image) {
  await bundle({
    ...common,
    entryPoints: [
      { in: 'src/action/main.ts', out: 'index' },
      { in: 'src/project/judge-thread.ts', out: 'judge' },
    ],
    // One for all platforms, where a binary would have to be there for each.
    alias: { esbuild: 'esbuild-wasm' },
    external: [...common.external, 'esbuild-wasm'],
    outdir: 'dist/action',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: plugins(image),
  })
}

/** Makes the world in which scripts run once and for all: `src/topology/sandbox/image.ts` says why. */
async function takeImage() {
  const outfile = join(root, 'dist', 'image.js')
  await bundle({ ...common, entryPoints: ['src/topology/sandbox/engine.ts'], outfile })
  const image = await (await import(pathToFileURL(outfile).href)).takeImage()
  rmSync(outfile)
  return image
}

const plugins = (image) => [
  instead(/sandbox[\\/]prepared\.ts$/, `export const prepared = ${JSON.stringify(image)}`),
  // Messages are English: the other fifty languages would be read by every command that checks something.
  instead(/zod[\\/]v4[\\/]locales[\\/]index\.js$/, "export { default as en } from './en.js'"),
  // `src/mcp/server.ts` brings another, and this one would be half of what it loads.
  instead(/sdk[\\/].*[\\/]ajv-provider\.js$/, 'export class AjvJsonSchemaValidator {}'),
  lazily('string-width'),
]

/** This text stands in the place of a module. */
function instead(filter, contents) {
  return { name: `instead of ${filter}`, setup: ({ onLoad }) => onLoad({ filter }, () => ({ contents })) }
}

/** Puts off what a package does when it is loaded until it is called, for that takes long and seldom happens. */
function lazily(name) {
  const contents = `let call; export default (...given) => (call ??= require('${name}').default)(...given)`
  return {
    name: 'lazily',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind, path }) =>
        kind === 'import-statement' ? { path, namespace: 'lazily' } : undefined,
      )
      onLoad({ filter: /.*/, namespace: 'lazily' }, () => ({ contents, resolveDir: root }))
    },
  }
}

/** Declarations of what other projects import: those reachable from the entries of the package, as JavaScript would import them. */
async function writeTypes() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const all = join(root, 'dist', 'types')
  await promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.types.json'], { cwd: root })
  const kept = new Map()
  const keep = (file) => {
    if (kept.has(file)) return
    const text = readFileSync(file, 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'")
    kept.set(file, text)
    for (const [, path] of text.matchAll(/from '(\.[^']*)\.js'/g)) keep(join(dirname(file), `${path}.d.ts`))
  }
  for (const { types } of Object.values(entries)) if (types !== undefined) keep(join(root, types))
  rmSync(all, { recursive: true })
  for (const [file, text] of kept) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** With a manifest oclif need not load every command to know what there is. */
async function writeManifest() {
  const plugin = new Plugin({
    root,
    ignoreManifest: true,
    errorOnManifestCreate: true,
    respectNoCacheDefault: true,
  })
  await plugin.load()
  writeFileSync(join(root, 'oclif.manifest.json'), `${JSON.stringify(plugin.manifest, null, 2)}\n`)
}

/** `topo --help` is asked for most and changes least, so that it is rendered here. */
async function writeHelp() {
  const config = await Config.load({ root, userPlugins: false, devPlugins: false })
  const { helpFor } = await import(pathToFileURL(join(root, 'dist', 'help.js')).href)
  writeFileSync(join(root, 'dist', 'help.txt'), await helpFor([], config, { color: false, width: 80 }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
