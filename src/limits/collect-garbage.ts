/** Frees memory outside of V8's heap. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: unknown

/**
 * Forces a garbage collection that V8 would not start by itself. Pixels of the rasteriser are small objects in its heap, with
 * much memory elsewhere. Does nothing under Bun, which has no such collection.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('globalThis.gc') ?? null
    setFlagsFromString('--no-expose-gc')
  }
  if (typeof collect === 'function') collect()
}
