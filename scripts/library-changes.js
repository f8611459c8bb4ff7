// Changes of libraries in the bundles: what topo does not use is left out, and what would be wrong in topo is replaced.
import { readFileSync } from 'node:fs'
import { withLazyRequires } from './commonjs.js'

/** Plugins of esbuild. */
export const libraryChanges = () => [
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
  // oclif would look for the TypeScript source of a plugin, and for a compiler that runs it. A start takes as long with that, but
  // the package would exceed its limit.
  replaceModule(
    /@oclif[\\/]core[\\/]lib[\\/]config[\\/]ts-path\.js$/,
    `const { join } = require('node:path')
    exports.tsPath = async (root, path) => (!path || path.startsWith(root) ? path : join(root, path))`,
  ),
  withoutUnusedMcpSchemas(),
  fewSpinners(),
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
export const bundledEsbuild = {
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

/** ora and oclif bring ninety spinners each, and name these. A start takes as long with all, but the package would exceed its limit. */
const fewSpinners = () =>
  changeModules('few spinners', /[\\/]cli-spinners[\\/]spinners\.json$/, (text) => {
    const { dots, dots2, line } = JSON.parse(text)
    return JSON.stringify({ dots, dots2, line })
  })

/** Replaces a module by this text. */
export const replaceModule = (filter, contents) =>
  changeModules(`replace ${filter}`, filter, () => contents)

/** Changes modules. A package may have been renamed or written differently: the build fails unless a change changes something. */
function changeModules(name, filter, change) {
  unused.add(name)
  const contentsOf = ({ path }) => {
    const text = readFileSync(path, 'utf8')
    const contents = change(text, path)
    if (contents !== text) unused.delete(name)
    return { contents, loader: path.endsWith('.json') ? 'json' : 'js' }
  }
  return { name, setup: ({ onLoad }) => onLoad({ filter }, contentsOf) }
}

/** Names of changes that have changed nothing yet. */
const unused = new Set()

/** @throws if a change changed nothing */
export function assertAllChanged() {
  if (unused.size > 0) throw new Error(`The build changes nothing by: ${[...unused].join(', ')}`)
}

/**
 * Babel's parser without the languages and proposals that topo does not read. It parses a script in the same time, but they
 * are 73 kB, so the package would exceed its limit.
 */
export const smallBabel = () =>
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

/**
 * Stripping types calls nothing of these parts of Sucrase: other languages, other modules, React,
 * and a check of options.
 */
export const smallSucrase = () =>
  changeModules('small Sucrase', unusedOfSucrase, (text) =>
    [...text.matchAll(/^export (default )?(?:class|function) (\w+)/gm)]
      .map(([, isDefault, name]) =>
        isDefault ? 'export default class {}' : `export function ${name}() {}`,
      )
      .join('\n'),
  )

const unusedOfSucrase =
  /sucrase[\\/]dist[\\/]esm[\\/](?:Options|CJSImportProcessor|.*[\\/](?:flow|jsx[\\/]index|(?:CJSImport|Flow|JSX|JestHoist|ReactDisplayName|ReactHotLoader)Transformer))\.js$/

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
