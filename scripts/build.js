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
  // What carries a binary stays a dependency; oclif asks for typescript only in development.
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
  const stood = await standIns()
  await bundle({
    ...common,
    entryPoints: [
      { in: 'src/cli/main.ts', out: 'main' },
      { in: 'src/exports/mock.ts', out: 'mock' },
      { in: 'src/exports/validator.ts', out: 'validator' },
      { in: 'src/cli/help/help.ts', out: 'help' },
      { in: 'src/project/check/check-worker.ts', out: 'check-worker' },
      ...commands.map((file) => ({ in: file, out: file.slice('src/'.length, -'.ts'.length) })),
    ],
    outdir: 'dist',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: plugins(stood),
  })
  writeFonts(root)
  await bundleAction(stood)
  for (const folder of ['dist', 'dist/action']) writeFileSync(join(root, folder, SANDBOX), stood.sandbox.code)
  await Promise.all([writeTypes(), writeManifest().then(writeHelp)])
}

/** The Action is a folder of its own, which runs without an installation: `scripts/action.js` completes it. */
async function bundleAction(stood) {
  await bundle({
    ...common,
    entryPoints: [
      { in: 'src/action/main.ts', out: 'index' },
      { in: 'src/project/check/check-worker.ts', out: 'check-worker' },
    ],
    // One for all platforms, where a binary would have to be there for each.
    alias: { esbuild: 'esbuild-wasm' },
    external: [...common.external, 'esbuild-wasm'],
    outdir: 'dist/action',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: plugins(stood),
  })
}

/** The interpreter's code beside the chunks that use it. */
const SANDBOX = 'sandbox.wasm'

/** Makes the sandbox once: the interpreter's code with a meter in it, and the memory in which a script starts. */
async function makeSandbox() {
  const outfile = join(root, 'dist', 'prepare.js')
  await bundle({ ...common, entryPoints: ['src/topology/sandbox/prepare.ts'], outfile })
  const { meteredCode, takeImage } = await import(pathToFileURL(outfile).href)
  const sandbox = { code: meteredCode(), image: await takeImage() }
  rmSync(outfile)
  return sandbox
}

/** What is made when topo is built and stands in the place of a module of the sources. */
async function standIns() {
  const [sandbox, player, preview] = await Promise.all([
    makeSandbox(),
    forBrowsers('src/render/player/main.ts'),
    forBrowsers('src/preview/client/main.ts'),
  ])
  return { sandbox, player, preview }
}

/** What runs in a page, as one script: no text in it ends the element that it stands in. */
async function forBrowsers(entry) {
  const { outputFiles } = await bundle({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: ['chrome115', 'firefox120', 'safari17'],
    minify: true,
    charset: 'ascii',
  })
  return outputFiles[0].text.trim().replace(/<(?=\/script|!--)/gi, '\\x3c')
}

const plugins = ({ sandbox, player, preview }) => [
  // Every entry needs it, so it lies in a chunk, one folder below.
  instead(
    /sandbox[\\/]prepared\.ts$/,
    `export const prepared = {
      image: ${JSON.stringify(sandbox.image)},
      code: new URL('../${SANDBOX}', import.meta.url),
    }`,
  ),
  instead(/render[\\/]page[\\/]bundled\.ts$/, `export const player = ${JSON.stringify(player)}`),
  instead(/preview[\\/]bundled\.ts$/, `export const program = ${JSON.stringify(preview)}`),
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

/** `topo --help` is asked for most and changes least, so it is rendered here. */
async function writeHelp() {
  const config = await Config.load({ root, userPlugins: false, devPlugins: false })
  const { helpFor } = await import(pathToFileURL(join(root, 'dist', 'help.js')).href)
  writeFileSync(join(root, 'dist', 'help.txt'), await helpFor([], config, { color: false, width: 80 }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
