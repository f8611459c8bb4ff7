// Bundles the programs of pages that run scripts: the playground, and the element.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { smallBabel, smallSucrase } from './library-changes.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** A page makes the first memory of a script itself, and has no packages with icons. */
const forPages = {
  name: 'for pages',
  setup({ onLoad }) {
    onLoad({ filter: /sandbox[\\/]prepared\.ts$/ }, () => ({
      contents: `export const prepared = { code: new URL('topo:interpreter') }`,
    }))
    onLoad({ filter: /icons[\\/]resolve-icons\.ts$/ }, () => ({
      contents: `export const resolveIcons = async () => ({ art: new Map(), problems: [] })`,
    }))
    onLoad({ filter: /check[\\/]examine\.ts$/ }, ({ path }) => ({
      contents: withStaticRender(readFileSync(path, 'utf8')),
      loader: 'ts',
    }))
  },
}

/**
 * esbuild drops nothing of a module that is imported later: a worker would have all formats and
 * pages, with markdown-it.
 */
function withStaticRender(text) {
  const later = / *const (\{.*\}) = await import\((.*render\/index\.ts.*)\)\n/
  const [, names, file] = later.exec(text) ?? []
  if (names === undefined) throw new Error('examine.ts no longer imports render like this.')
  return `import ${names} from ${file}\n${text.replace(later, '')}`
}

/** The text of a program for browsers. @param entry relative to the root of the repository */
export async function bundleForPages(entry, options = {}) {
  const { plugins = [forPages, smallBabel(), smallSucrase()], ...others } = options
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: ['chrome115', 'firefox120', 'safari17'],
    minify: true,
    charset: 'ascii',
    metafile: true,
    logLevel: 'warning',
    plugins,
    ...others,
  })
  const files = outputFiles.map(({ path, text }) => ({ path, text: asciiOf(text) }))
  return { text: files[0].text, files, metafile }
}

/** esbuild escapes letters in strings, but not those in regular expressions. */
const asciiOf = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
