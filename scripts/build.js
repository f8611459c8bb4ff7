// Bundles the commands, one entry each with shared chunks, and writes the manifest for oclif.
import { execFile } from 'node:child_process'
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
import { makeCommonJsFolder, withLazyImports, withLazyRequires, writeCommonJs } from './commonjs.js'
import { fontLicense, writeFonts } from './fonts.js'
import { writeHelp, writeManifest } from './manifest.js'
import { writeNotices } from './notices.js'
import { withStoppedClock } from './stopped-clock.js'
import { beginBuild, isBuilt } from './unchanged.js'

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
  const separate = Promise.all([packHarfBuzz(), writeFonts(root), writeTypes()])
  // An error is thrown where the result is awaited.
  separate.catch(() => {})
  const commands = commandFiles(root)
  const generated = await generatedModules()
  const [{ metafile, outputFiles }, actionMetafile] = await Promise.all([
    bundleCommands(commands, generated),
    bundleAction(generated),
  ])
  const buildId = await writeCommonJs(
    join(root, 'dist'),
    { outputFiles, metafile },
    Object.keys(dependencies),
  )
  for (const name of Object.keys(THREADS)) writeThread(name)
  const startMetafile = await bundleStart(buildId)
  if (unused.size > 0) throw new Error(`The build changes nothing by: ${[...unused].join(', ')}`)
  const packedImage = await promisify(brotliCompress)(generated.sandbox.bytes)
  for (const folder of ['dist', 'dist/action']) {
    writeFileSync(join(root, folder, SANDBOX), generated.sandbox.code)
    writeFileSync(join(root, folder, SANDBOX_IMAGE), packedImage)
  }
  writeNotices(
    root,
    join(root, 'dist'),
    bundledPackages(root, [metafile, startMetafile, ...generated.metafiles], [fontLicense]),
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
    plugins: [
      replaceModule(/start[\\/]build-id\.ts$/, `export const buildId = '${buildId}'`),
      separateLoader,
    ],
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

/** WebAssembly of the interpreter, next to the chunks that use it. */
const SANDBOX = 'sandbox.wasm'
/**
 * The memory of a script before it starts: a file, because a text in a module takes three times as long to load. Unpacking it
 * takes 2 ms, but the package would exceed its limit.
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
  const sandbox = { code: meteredCode(), image, bytes, metafile }
  rmSync(outfile)
  return sandbox
}

/** Modules that the build generates and that replace modules of the sources. */
async function generatedModules() {
  // The script of the preview follows the player's own, so that the package has the player once.
  const givenPlayer = replaceModule(
    /render[\\/]player[\\/]index\.ts$/,
    'export const { AddressBar, Player, element, unnamedParts } = topoPlayer',
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

const plugins = ({ sandbox, player, site, preview }) => [
  // Every entry uses it, so it is in a chunk, one folder below.
  replaceModule(
    /sandbox[\\/]prepared\.ts$/,
    `export const prepared = {
      image: ${JSON.stringify(sandbox.image)},
      imageFile: new URL('../${SANDBOX_IMAGE}', import.meta.url),
      code: new URL('../${SANDBOX}', import.meta.url),
    }`,
  ),
  replaceModule(
    /render[\\/]page[\\/]bundled\.ts$/,
    `export const player = ${JSON.stringify(player)}\nexport const site = ${JSON.stringify(site)}`,
  ),
  replaceModule(
    /preview[\\/]bundled\.ts$/,
    `import { player } from '../render/page/bundled.ts'\nexport const program = player + ${JSON.stringify(preview)}`,
  ),
  // Messages are English. `topo validate FILE` takes as long with fifty more languages, but the package would exceed its limit.
  replaceModule(/zod[\\/]v4[\\/]locales[\\/]index\.js$/, "export { default as en } from './en.js'"),
  // `src/mcp/server.ts` has another validator. `topo mcp` takes 115 ms of processor time until its first answer instead of 118.
  replaceModule(/sdk[\\/].*[\\/]ajv-provider\.js$/, 'export class AjvJsonSchemaValidator {}'),
  // For correctness: oclif looks up the user's shell at each start; topo does not need it. That starts PowerShell on Windows, which takes a
  // second, and fails for a user without an entry in the list of users, as in many containers.
  replaceModule(
    /@oclif[\\/]core[\\/]lib[\\/]util[\\/]os\.js$/,
    `exports.getHomeDir = () => require('node:os').homedir()
    exports.getPlatform = async () => process.platform
    exports.getShell = async () => 'unknown'`,
  ),
  // Behind a proxy topo uses undici, without its mocks, caches and sockets: `topo quota` takes 209 ms of processor time
  // instead of 218.
  replaceModule(
    /node_modules[\\/]undici[\\/]index\.js$/,
    `Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'))
    exports.Pool = require('./lib/dispatcher/pool')
    exports.ProxyAgent = require('./lib/dispatcher/proxy-agent')
    exports.fetch = require('./lib/web/fetch').fetch`,
  ),
  // undici has its parser of HTTP twice: with SIMD, which all processors have that Node 20 is built for, and without.
  // `topo quota` behind a proxy takes as long, but the package would exceed its limit.
  replaceModule(
    /undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/,
    "module.exports = require('./llhttp_simd-wasm.js')",
  ),
  withoutUnusedMcpSchemas(),
  promiseOfHarfBuzz,
  lazyOclif(),
  smallHelp(),
  withoutPicomatch(),
  confWithoutValidator(),
  smallBabel(),
]

/**
 * Bundles esbuild's JavaScript, so that topo installs only its binaries and needs no install script. It finds them
 * as packages that topo depends on. It refuses to run elsewhere than in its own file.
 */
const bundledEsbuild = {
  name: 'bundle esbuild',
  setup(bundler) {
    const named = (text) => `var __dirname = 'lib', __filename = 'lib/main.js';\n${text}`
    changeModules('esbuild', /[\\/]esbuild[\\/]lib[\\/]main\.js$/, named).setup(bundler)
    bundler.onResolve({ filter: /^esbuild$/ }, ({ kind, path }) =>
      kind === 'require-resolve' ? { path, external: true } : undefined,
    )
  },
}

/**
 * For correctness: HarfBuzz waits for its WebAssembly at the top level, which CommonJS cannot. `shape-text.ts` awaits this
 * promise instead. The WebAssembly is packed beside its chunk, because the package has a limit.
 */
const promiseOfHarfBuzz = {
  name: 'promise of HarfBuzz',
  setup({ onLoad }) {
    onLoad({ filter: /harfbuzzjs[\\/]dist[\\/]index\.mjs$/ }, ({ path }) => {
      const wait = 'init(await createHarfBuzz());'
      const code = readFileSync(path, 'utf8')
      if (!code.includes(wait)) throw new Error(`${path} does not contain "${wait}"`)
      const contents = `import { readFileSync } from 'node:fs'
      import { brotliDecompressSync } from 'node:zlib'
      ${code.replace(wait, '')}
      const packed = readFileSync(new URL('harfbuzz.wasm.br', import.meta.url))
      export const ready = createHarfBuzz({ wasmBinary: brotliDecompressSync(packed) }).then(init)`
      return { contents }
    })
  },
}

/**
 * Lets esbuild drop the schemas of the MCP SDK that topo does not use: `topo mcp` would make all of them at its start. It
 * takes 115 ms of processor time until its first answer instead of 119.
 */
const withoutUnusedMcpSchemas = () =>
  changeModules(
    'without unused MCP schemas',
    /@modelcontextprotocol[\\/]sdk[\\/]dist[\\/]esm[\\/]types\.js$/,
    (text) =>
      text.replace(
        /^((?:export )?const \w+) = ((?:z|\w+Schema)\.[\s\S]*?);\n(?=export|const|\/)/gm,
        '$1 = /* @__PURE__ */ (() => $2)();\n',
      ),
  )

/** Replaces a module by this text. */
const replaceModule = (filter, contents) =>
  changeModules(`replace ${filter}`, filter, () => contents)

/** Changes modules. A package may have been renamed or written differently: the build fails unless a change changes something. */
function changeModules(name, filter, change) {
  unused.add(name)
  const contentsOf = ({ path }) => {
    const text = readFileSync(path, 'utf8')
    const contents = change(text, path)
    if (contents !== text) unused.delete(name)
    return { contents }
  }
  return { name, setup: ({ onLoad }) => onLoad({ filter }, contentsOf) }
}

/** Names of changes that have changed nothing yet. */
const unused = new Set()

/**
 * Babel's parser without the languages and proposals that topo does not read. It parses a script in the same time, but they
 * are 73 kB, so the package would exceed its limit.
 */
const smallBabel = () =>
  changeModules('small Babel', /@babel[\\/]parser[\\/]lib[\\/]index\.js$/, (text, path) => {
    const replaced = [
      [/^var (?:flow|jsx|placeholders|v8intrinsic) = superClass => class[\s\S]*?^};$/gm, ''],
      [/^const (?:FlowErrors|JsxErrors|PlaceholderErrors) = [\s\S]*?^}\);$/gm, ''],
      [/^const entities = [\s\S]*?^};$/gm, ''],
      [/^(const mixinPlugins = \{)[^}]*/gm, '$1 estree, typescript '],
      [/\bthis\.hasPlugin\("(?!decorat|estree|explicit|typescript)\w+"\)/g, 'false'],
      [/^const tokTypes = .*$/gm, ''],
      [/^exports\.(?:parseExpression|tokTypes) = .*$/gm, ''],
    ]
    return replaced.reduce((code, [pattern, other]) => {
      if (!pattern.test(code)) throw new Error(`${path} does not contain ${pattern}`)
      return code.replace(pattern, other)
    }, text)
  })

/** For safety: fdir loads a `picomatch` that it finds in a folder above, such as in the user's project. Nothing uses it. */
const withoutPicomatch = () =>
  changeModules('without picomatch', /[\\/]fdir[\\/]dist[\\/]index\.mjs$/, (text) =>
    text.replace(/try \{\s*__require\.resolve\("picomatch"\);[^}]*\} catch \{\}/, ''),
  )

/**
 * `conf` can also validate, migrate, watch and encrypt. topo does none of these. `topo login` takes as long with them, but they
 * are 265 kB, so the package would exceed its limit. For correctness: in a snap's terminal, `conf` would not replace the
 * file at once.
 */
const confWithoutValidator = () =>
  changeModules(
    'conf without validator',
    /[\\/]conf[\\/]dist[\\/]source[\\/]index\.js$/,
    (text, path) => {
      const imports =
        /^import .* from '(ajv\/.*|ajv-formats|debounce-fn|env-paths|semver|uint8array-extras)';$|process\.env\.SNAP/gm
      if (text.match(imports)?.length !== 7)
        throw new Error(`${path} no longer imports its packages like this.`)
      return text.replace(imports, (found) => (found.startsWith('import') ? '' : 'false'))
    },
  )

/**
 * Loads each file of oclif at its first use, because a start needs few of them: `topo validate FILE` takes 187 ms of
 * processor time instead of 205.
 */
const lazyOclif = () =>
  changeModules('lazy oclif', /@oclif[\\/]core[\\/]lib[\\/].*\.js$/, (text, path) =>
    withLazyRequires(withoutOutputListener(text, path)),
  )

/**
 * For correctness: oclif throws at a failed write to stdout, which would end topo in the middle of a push.
 * `cli/io/process/standard-output.ts` reports it.
 */
function withoutOutputListener(text, path) {
  if (!/[\\/]lib[\\/]command\.js$/.test(path)) return text
  const listener = /^process\.stdout\.on\('error', \(err\) => \{\n.*?^\}\);$/ms
  if (!listener.test(text))
    throw new Error(`${path} no longer listens for errors of stdout like this.`)
  return text.replace(listener, '')
}

/**
 * The help command imports the parts of oclif that it uses, because all of it brings semver. `topo help push` takes 862 million
 * instructions instead of 879, and the package has 17 kB less.
 */
const smallHelp = () =>
  changeModules('small help', /@oclif[\\/]plugin-help[\\/]lib[\\/]commands[\\/]help\.js$/, (text) =>
    text.replace(
      "import { Args, Command, Flags, loadHelpClass } from '@oclif/core';",
      `import * as Args from '@oclif/core/args'; import { Command } from '@oclif/core/command';
       import * as Flags from '@oclif/core/flags'; import { loadHelpClass } from '@oclif/core/help';`,
    ),
  )

/**
 * Writes type declarations for other projects: those reachable from the entries of the package. The compiler keeps its
 * output between builds, and makes only what changed.
 */
async function writeTypes() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const from = join(root, 'node_modules', '.cache', 'topo', 'types')
  const to = join(root, 'dist', 'types')
  await promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.types.json'], { cwd: root })
  const kept = new Map()
  const keep = (file) => {
    if (kept.has(file)) return
    const text = readFileSync(join(from, file), 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'")
    kept.set(file, text)
    for (const [, path] of text.matchAll(/from '(\.[^']*)\.js'/g))
      keep(join(dirname(file), `${path}.d.ts`))
  }
  for (const { types } of Object.values(entries))
    if (types?.startsWith('./dist/types/')) keep(types.slice('./dist/types/'.length))
  for (const [file, text] of kept) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    writeFileSync(join(to, file), text)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
