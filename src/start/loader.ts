/** Chooses how the built modules are loaded: with compiled code from the cache, or by Node. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildId } from './build-id.ts'
import { cacheFolder } from './cache-folder.ts'
import { CodeCache } from './code-cache.ts'
import { Modules } from './modules.ts'

/** @param folder of the built modules, `dist` */
export function loaderOf(folder: string): (path: string) => unknown {
  const cache = cacheFolder()
  // Other runtimes compile modules in their way.
  const isNode = process.versions.bun === undefined && process.versions.deno === undefined
  if (cache === undefined || !isNode) return createRequire(join(folder, 'main.js'))
  const id = `${buildId}-${process.version}-${process.arch}`
  const modules = new Modules(folder, new CodeCache(cache, id))
  process.once('exit', () => modules.save())
  return (path) => modules.load(path)
}
