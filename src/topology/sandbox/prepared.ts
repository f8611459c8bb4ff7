/** Replaced by `scripts/build.js` with data that is computed at build time. When run from sources, topo computes it. */
import type { Image } from './memory-image.ts'

export interface Prepared {
  /** The file with the metered code of the interpreter. */
  readonly code: URL
  /** Memory of an instance that is ready for its first script, which pages make themselves. */
  readonly memory?: PreparedMemory
}

export interface PreparedMemory {
  readonly image: Image
  /** The file with the bytes of the image. */
  readonly imageFile: URL
}

export const prepared = undefined as Prepared | undefined
