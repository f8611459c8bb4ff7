// Writes bundled modules as CommonJS: Node loads it in half the time of modules, and topo can keep its compiled code.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { transform } from 'esbuild'
import { namingOf, withoutInnerNames } from './function-names.js'

/** Makes the modules of a folder CommonJS. Node remembers the answer, so this comes before it loads anything from there. */
export function makeCommonJsFolder(folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n')
}

/**
 * @param bundled by esbuild: modules that import each other
 * @param packages that are not bundled: some are modules, which only `import()` loads
 */
export async function writeCommonJs({ outputFiles, metafile }, packages) {
  // Names of topo's own functions stay: stack traces in reports of bugs name them. Node reads those that an entry exports.
  const foreign = new Set(
    Object.entries(metafile.outputs).flatMap(([file, { bytes, inputs }]) => {
      if (!file.includes('/chunks/')) return []
      const own = Object.entries(inputs).filter(([input]) => !input.includes('node_modules/'))
      const ownBytes = own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)
      return ownBytes < bytes / 10 ? resolve(file) : []
    }),
  )
  const runtime = runtimeOf(metafile)
  const naming = namingOf(outputFiles.find(({ path }) => basename(path) === runtime).text)
  const written = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const named = withoutInnerNames(text, { runtime, naming })
      const code = await commonJsOf(named, packages, foreign.has(path))
      return { path, text: withShortNaming(code, runtime) }
    }),
  )
  const rare = rareChunks(metafile)
  for (const { path, text } of written) {
    mkdirSync(dirname(path), { recursive: true })
    if (rare.has(path)) writeFileSync(`${path}.br`, brotliCompressSync(text))
    writeFileSync(path, rare.has(path) ? UNPACKING : text)
  }
}

/** The file name of the chunk of esbuild's own functions. */
function runtimeOf({ outputs }) {
  const file = Object.keys(outputs).find((one) => {
    const { inputs, imports } = outputs[one]
    return Object.keys(inputs).length === 0 && imports.length === 0
  })
  if (file === undefined) throw new Error('The build has no chunk of esbuild only')
  return basename(file)
}

/** esbuild gives each function its name by a call. A short call makes the package 4 kB smaller. It may follow a word, as in `await(0,…)()`. */
function withShortNaming(code, runtime) {
  const imported = `import_${basename(runtime, '.js').replaceAll('-', '_')}`
  const [, path] =
    new RegExp(`\\b${imported}=${LAZILY}\\(\\(\\)=>(require\\("[^"]+"\\))\\)`).exec(code) ?? []
  const [call, name] =
    new RegExp(`\\(0,\\(${imported}\\(\\)\\)\\.(\\w+)\\)\\((?=[\\w$]+,"[\\w$#]+"\\))`).exec(code) ??
    []
  if (path === undefined || call === undefined) return code
  return code
    .replaceAll(call, ' topoName(')
    .replace('"use strict";', `"use strict";const topoName=${path}.${name};`)
}

/**
 * Modules of large chunks that few command lines load: the chunks are packed, because the package has a limit. Unpacking takes
 * about two milliseconds, of which Babel takes one. An editor loads the language server once, an agent its tools.
 */
const RARE = [
  'node_modules/@babel/parser/lib/index.js',
  'node_modules/sax/lib/sax.js',
  'node_modules/csv-parse/lib/api/index.js',
  'node_modules/esbuild/lib/main.js',
  'node_modules/harfbuzzjs/dist/index.mjs',
  'node_modules/markdown-it/dist/markdown-it.mjs',
  'node_modules/undici/index.js',
  'node_modules/vscode-languageserver/lib/common/server.js',
  'node_modules/yaml/dist/index.js',
  'src/commands/doctor.ts',
  'src/commands/preview.ts',
  'src/commands/script/convert/command.ts',
  'src/commands/script/watch/command.ts',
  'src/convert/index.ts',
  'src/mcp/tools/query-architecture.ts',
  'src/mcp/server.ts',
  'src/mock/resources/account.ts',
  'src/render/page/style.ts',
  'src/review/review-folder.ts',
]
const UNPACKING = `"use strict";const{brotliDecompressSync}=require("node:zlib"),{readFileSync}=require("node:fs"),{compileFunction}=require("node:vm");compileFunction(brotliDecompressSync(readFileSync(__filename+".br")).toString("latin1"),["exports","require","module","__filename","__dirname"],{filename:__filename})(exports,require,module,__filename,__dirname)
`

function rareChunks({ outputs }) {
  const chunks = RARE.map((name) =>
    Object.keys(outputs).find((file) => name in outputs[file].inputs),
  )
  if (chunks.includes(undefined)) throw new Error(`The build has no chunk with each of ${RARE}`)
  return new Set(chunks.map((file) => resolve(file)))
}

/** `src/start/modules.ts` gives it to the modules that it loads: Node knows nothing of these, and would refuse their `import()`. */
const IMPORT_OF_PACKAGE = 'topoImport'
const URL_OF_FILE = 'topoFile'

const options = {
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  charset: 'ascii',
}

async function commonJsOf(text, packages, isForeign) {
  const kept = packages.map((name) => name.replace(/[^\w-]/g, '\\$&')).join('|')
  const { code } = await transform(
    text.replaceAll(
      new RegExp(`\\bimport\\((["'])(${kept})\\1\\)`, 'g'),
      `${IMPORT_OF_PACKAGE}("$2")`,
    ),
    {
      ...options,
      define: { 'import.meta.url': URL_OF_FILE },
      supported: { 'dynamic-import': false },
    },
  )
  const definitions = [
    [
      IMPORT_OF_PACKAGE,
      `const ${IMPORT_OF_PACKAGE}=require.${IMPORT_OF_PACKAGE}??(name=>import(name));`,
    ],
    [URL_OF_FILE, `const ${URL_OF_FILE}=require("node:url").pathToFileURL(__filename).href;`],
  ]
  const needed = definitions.flatMap(([name, definition]) =>
    code.includes(name) ? definition : [],
  )
  const lazy = withLazyImports(needed.join('') + code)
  return asAscii(isForeign ? await withShortNames(lazy) : lazy)
}

/** After the imports are lazy, because they are found by their names. */
const withShortNames = async (text) =>
  (await transform(text, { ...options, minifyIdentifiers: true })).code

/**
 * With `charset: 'ascii'`, esbuild escapes texts, but not regular expressions, comments and templates with a tag. An escape means the
 * same there, except after a backslash and where a tag reads the raw text.
 */
function asAscii(code) {
  const [unsafe] = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/.exec(code) ?? []
  if (unsafe !== undefined) throw new Error(`The build cannot escape this text: ${unsafe}`)
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Imports at the top of a module, as esbuild writes them: of a file or of Node, and of a bundled CommonJS package. */
const IMPORTS = [
  /\b(import_\w+)=(require\("(?:\.|node:)[^"]+"\))(?=[,;])/g,
  /\b(import_\w+)=(\(0,import_\w+\.__toESM\)\((?:require\("node:[^"]+"\)|\(0,import_\w+\.require_\w+\)\(\))(?:,1)?\))(?=[,;])/g,
]
const LAZILY = 'topoLazily'

/**
 * A strict script that loads each import at its first use, so that a command loads only what it uses. Modules of topo do nothing when they are
 * loaded; `import './file.ts'`, which only has an effect, stays as it is.
 */
export function withLazyImports(code) {
  const names = new Set()
  const declared = IMPORTS.reduce(
    (text, pattern) =>
      text.replaceAll(pattern, (_all, name, load) => {
        names.add(name)
        return `${DECLARED}${name}=${LAZILY}(()=>${load})`
      }),
    code,
  )
  const used = declared.replaceAll(/(@declared )?\b(import_\w+)\b/g, calledIn(names))
  // Modules are strict without this.
  return `"use strict";const ${LAZILY}=load=>{let module;return()=>module??=load()};${used}`
}

const DECLARED = '@declared '

/** The same for a CommonJS package that TypeScript wrote: `const x_1 = require("x")` becomes a function. */
export function withLazyRequires(code) {
  const names = new Set()
  const pattern = /^const (\w+) = ((?:__import(?:Default|Star)\()?require\("[^"]+"\)\)?);$/gm
  const declared = code.replaceAll(pattern, (_all, name, load) => {
    names.add(name)
    return `let ${name}_loaded; function ${DECLARED}${name}() { return ${name}_loaded ??= ${load} }`
  })
  return declared.replaceAll(/(@declared )?\b(\w+)\b/g, calledIn(names))
}

/** For `replaceAll`: calls each of these names where it is used, and leaves it where it is declared. */
const calledIn = (names) => (all, isDeclared, name) => {
  if (isDeclared) return name
  return names.has(name) ? `(${name}())` : all
}
