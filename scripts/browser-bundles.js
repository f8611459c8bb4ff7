// Bundles the programs of pages that run scripts: the playground, and the element.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { smallBabel } from './library-changes.js'

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
  },
}

/** The text of a program for browsers. @param entry relative to the root of the repository */
export async function bundleForPages(entry, options = {}) {
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
    plugins: [forPages, smallBabel()],
    ...options,
  })
  return { text: outputFiles[0].text, metafile }
}
