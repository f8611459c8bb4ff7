// Bundles the commands, one entry each with shared chunks, and writes the manifest for oclif.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { globSync } from 'tinyglobby'
import { actionFiles } from './action-files.js'
import { bundledPackages } from './bundled-packages.js'
import { builtCommand, commandFiles } from './command-files.js'
import { makeCommonJsFolder, withLazyImports, writeCommonJs } from './commonjs.js'
import { bundleElement } from './element.js'
import { fontLicense, writeFonts } from './fonts.js'
import {
  assertAllChanged,
  bundledEsbuild,
  libraryChanges,
  replaceModule,
} from './library-changes.js'
import { writeHelp, writeManifest } from './manifest.js'
import { writeNotices } from './notices.js'
import { withStoppedClock } from './stopped-clock.js'
import { writeTypes } from './types.js'
import { beginBuild, buildIdOf, isBuilt } from './unchanged.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const {
  dependencies,
  exports: entries,
  version,
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Packages with binaries stay dependencies; oclif uses typescript only in development.
  external: [...Object.keys(dependencies), 'typescript'],
  logLevel: 'warning',
  metafile: true,
}

/** Builds unless nothing has changed since the last build, for `bin/dev.js`. */
export async function buildIfChanged() {
  if (!isBuilt(root)) await build()
}

export async function build() {
  const noteFinished = beginBuild(root)
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  makeCommonJsFolder(join(root, 'dist'))
  // These need nothing of the bundles, and run beside them.
  const separate = Promise.all([packHarfBuzz(), writeFonts(root), writeTypes(root, entries)])
  // An error is thrown where the result is awaited.
  separate.catch(() => {})
  const commands = commandFiles(root)
  const buildId = buildIdOf(root)
  const generated = { ...(await generatedModules()), buildId }
  const [{ metafile, outputFiles }, actionMetafile] = await Promise.all([
    bundleCommands(commands, generated),
    bundleAction(generated),
  ])
  await writeCommonJs({ outputFiles, metafile }, Object.keys(dependencies))
  for (const name of Object.keys(THREADS)) writeThread(name)
  const startMetafile = await bundleStart(buildId)
  const element = await bundleElement(generated.sandbox.code)
  writeElement(element.text)
  assertAllChanged()
  const packed = promisify(brotliCompress)
  const packedCode = await packed(generated.sandbox.code)
  const packedImage = await packed(generated.sandbox.bytes)
  for (const folder of ['dist', 'dist/action']) {
    writeFileSync(join(root, folder, SANDBOX), packedCode)
    writeFileSync(join(root, folder, SANDBOX_IMAGE), packedImage)
  }
  writeNotices(
    root,
    join(root, 'dist'),
    bundledPackages(
      root,
      [metafile, startMetafile, ...generated.metafiles, ...element.metafiles],
      [fontLicense],
    ),
    {
      installed: true,
    },
  )
  writeNotices(
    root,
    join(root, 'dist', 'action'),
    bundledPackages(root, [actionMetafile, ...generated.metafiles], actionFiles),
  )
  const [[harfBuzz]] = await Promise.all([separate, writeManifest().then(writeHelp)])
  writeFileSync(join(root, 'dist', 'chunks', 'harfbuzz.wasm.br'), harfBuzz)
  for (const file of globSync('dist/**/*.js', { cwd: root, ignore: 'dist/action/**' }))
    checkAscii(file, readFileSync(join(root, file), 'latin1'))
  noteFinished()
}

/** In a separate folder, because the modules beside it are CommonJS. */
function writeElement(text) {
  const folder = join(root, 'dist', 'element')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n')
  writeFileSync(join(folder, 'element.js'), text)
}

/** `src/start/modules.ts` reads one byte as one character. */
function checkAscii(file, text) {
  const [other] = /[^\0-\x7f]+/.exec(text) ?? []
  if (other !== undefined)
    throw new Error(`${file} contains a character that is not ASCII: ${other}`)
}

const bundleCommands = (commands, generated) =>
  bundle({
    ...common,
    write: false,
    entryPoints: [
      { in: 'src/cli/main.ts', out: 'main' },
      { in: 'src/exports/mock.ts', out: 'mock' },
      { in: 'src/exports/validator.ts', out: 'validator' },
      { in: 'src/cli/help/help.ts', out: 'help' },
      ...Object.entries(THREADS).map(([name, file]) => ({ in: file, out: `threads/${name}` })),
      ...commands.map((file) => ({ in: file, out: builtCommand(file) })),
    ],
    outdir: 'dist',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    minifySyntax: true,
    // The package would exceed its limit with the names of variables. Functions and classes keep theirs for stacks.
    minifyIdentifiers: true,
    keepNames: true,
    minifyWhitespace: true,
    plugins: [...plugins(generated), bundledEsbuild],
  })

/** Packing takes a second, so another thread does it. */
function packHarfBuzz() {
  const file = join(root, 'node_modules', 'harfbuzzjs', 'dist', 'harfbuzz.wasm')
  return promisify(brotliCompress)(readFileSync(file))
}

/** Modules of worker threads, by the name of the file that starts them. */
const THREADS = {
  'check-worker': 'src/project/check/check-worker.ts',
  'lsp-thread': 'src/lsp/checks/thread.ts',
}

/** A thread loads its module by the loader, with compiled code from the cache. */
function writeThread(name) {
  const load = `require('./loader.js').loaderOf(__dirname, { saves: false })`
  writeFileSync(
    join(root, 'dist', `${name}.js`),
    `"use strict";${load}(__dirname + '/threads/${name}.js')\n`,
  )
}

/** Bundled CommonJS loads Node's own modules with require. */
const requireInModules = {
  js: "import{createRequire as topoRequire}from'node:module';const require=topoRequire(import.meta.url);",
}

/** Bundles the Action into its own folder, which runs without an installation; `scripts/action.js` completes it. */
async function bundleAction(generated) {
  const { metafile } = await bundle({
    ...common,
    entryPoints: [
      { in: 'src/action/main.ts', out: 'index' },
      { in: 'src/project/check/check-worker.ts', out: 'check-worker' },
    ],
    // WebAssembly runs on all platforms; otherwise each would need its binaries.
    alias: { esbuild: 'esbuild-wasm' },
    banner: requireInModules,
    external: ['esbuild-wasm', 'typescript'],
    outdir: 'dist/action',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: plugins(generated),
  })
  const own = JSON.stringify({ type: 'module', version })
  writeFileSync(join(root, 'dist', 'action', 'package.json'), `${own}\n`)
  return metafile
}

/** Bundles what loads all others: the entry of `bin/run.js`, and the loader, which only some command lines need. */
async function bundleStart(buildId) {
  const { metafile, outputFiles } = await bundle({
    ...common,
    entryPoints: ['main', 'loader'].map((name) => ({
      in: `src/start/${name}.ts`,
      out: name === 'main' ? 'start' : name,
    })),
    outdir: 'dist',
    write: false,
    format: 'cjs',
    supported: { 'dynamic-import': true },
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [withBuildId(buildId), separateLoader],
  })
  for (const { path, text } of outputFiles) writeFileSync(path, loadedByRequire(text))
  return metafile
}

/** Node takes a millisecond longer to `import()` CommonJS. */
const loadedByRequire = (text) =>
  withLazyImports(text).replace('import("./loader.js")', 'require("./loader.js")')

/** The loader is a file beside its user. */
const separateLoader = {
  name: 'separate loader',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/loader\.ts$/ }, () => ({ path: './loader.js', external: true })),
}

/**
 * WebAssembly of the interpreter, next to the chunks that use it. Most scripts do not run, so it is
 * packed, which takes 3 ms of those that do: the package would exceed its limit.
 */
const SANDBOX = 'sandbox.wasm.br'
/**
 * The memory of a script before it starts: a file, because a text in a module takes three times as
 * long to load.
 */
const SANDBOX_IMAGE = 'sandbox.image.br'

/** Prepares the sandbox once: the interpreter's code with a meter, and the initial memory of a script. */
async function makeSandbox() {
  const outfile = join(root, 'dist', 'prepare.mjs')
  const options = {
    ...common,
    banner: requireInModules,
    entryPoints: ['src/topology/sandbox/prepare.ts'],
    outfile,
  }
  const { metafile } = await bundle(options)
  const { createImage, meteredCode } = await import(pathToFileURL(outfile).href)
  const { image, bytes } = await withStoppedClock(createImage)
  const sandbox = { code: await meteredCode(), image, bytes, metafile }
  rmSync(outfile)
  return sandbox
}

/** Modules that the build generates and that replace modules of the sources. */
async function generatedModules() {
  // The script of the preview follows the player's own, so that the package has the player once.
  const givenPlayer = replaceModule(
    /render[\\/]player[\\/]index\.ts$/,
    'export const { AddressBar, Player, element, linked, parsedSvg, unnamedParts } = topoPlayer',
  )
  const [sandbox, player, site, preview] = await Promise.all([
    makeSandbox(),
    bundleForBrowsers('src/render/player/main.ts', { globalName: 'topoPlayer' }),
    bundleForBrowsers('src/render/player/site.ts'),
    bundleForBrowsers('src/preview/client/main.ts', { plugins: [givenPlayer] }),
  ])
  const metafiles = [sandbox, player, site, preview].map((one) => one.metafile)
  return { sandbox, player: player.text, site: site.text, preview: preview.text, metafiles }
}

/** Bundles a script for browsers; no text in it can close its `<script>` element. */
async function bundleForBrowsers(entry, options = {}) {
  const { outputFiles, metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: ['chrome115', 'firefox120', 'safari17'],
    minify: true,
    charset: 'ascii',
    metafile: true,
    ...options,
  })
  return { text: outputFiles[0].text.trim().replace(/<(?=\/script|!--)/gi, '\\x3c'), metafile }
}

/** A `PageScript` of `render/page/bundled.ts`. */
const pageScript = (text) => JSON.stringify({ text, hash: hashOf(text) })

const hashOf = (text) => createHash('sha256').update(text).digest('base64')

const withBuildId = (buildId) =>
  replaceModule(/cache[\\/]build-id\.ts$/, `export const buildId = '${buildId}'`)

const plugins = ({ sandbox, player, site, preview, buildId }) => [
  withBuildId(buildId),
  // Every entry uses it, so it is in a chunk, one folder below.
  replaceModule(
    /sandbox[\\/]prepared\.ts$/,
    `export const prepared = {
      code: new URL('../${SANDBOX}', import.meta.url),
      memory: {
        image: ${JSON.stringify(sandbox.image)},
        imageFile: new URL('../${SANDBOX_IMAGE}', import.meta.url),
      },
    }`,
  ),
  replaceModule(
    /render[\\/]page[\\/]bundled\.ts$/,
    `export const player = ${pageScript(player)}\nexport const site = ${pageScript(site)}`,
  ),
  replaceModule(
    /preview[\\/]bundled\.ts$/,
    `import { player } from '../render/page/bundled.ts'
    export const program = {
      text: player.text + ${JSON.stringify(preview)},
      hash: '${hashOf(player + preview)}',
    }`,
  ),
  ...libraryChanges(),
]

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
