/** Exports for the build, which writes the content of `prepared.ts`. */
import { createImage } from './engine.ts'
import type { Image } from './memory-image.ts'

export { meteredCode } from './interpreter.ts'

/**
 * Creates the memory image with the clock stopped, so that every build writes the same bytes. The interpreter keeps the
 * time of its start in its allocator, its random state and its time origin. Scripts see none of them.
 */
export async function createReproducibleImage(): Promise<Image> {
  const { now } = Date
  const { now: elapsed } = performance
  Date.now = () => 0
  performance.now = () => 0
  try {
    return await createImage()
  } finally {
    Date.now = now
    performance.now = elapsed
  }
}
