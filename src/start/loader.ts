/** Chooses how the built modules are loaded: with compiled code from the cache, or by Node. */
import { createRequire } from 'node:module'
import { join, normalize } from 'node:path'
import { buildId } from '../files/cache/build-id.ts'
import { cacheFolder } from '../files/cache/cache-folder.ts'
import { CodeCache } from './code-cache.ts'
import { Modules } from './modules.ts'

/**
 * @param folder of the built modules, `dist`
 * @param saves false for worker threads, which may be stopped at any moment; the main thread loads the same modules
 */
export function loaderOf(folder: string, { saves = true } = {}): (path: string) => unknown {
  const cache = cacheFolder('code', process.env)
  // Other runtimes compile modules in their way.
  const isNode = process.versions.bun === undefined && process.versions.deno === undefined
  if (cache === undefined || !isNode) return createRequire(join(folder, 'main.js'))
  const id = `${buildId}-${process.version}-${process.arch}`
  const modules = new Modules(folder, new CodeCache(cache, id))
  if (saves) process.once('exit', () => modules.save())
  return (path) => modules.load(normalize(path))
}
