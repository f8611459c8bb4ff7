/** Replaced by `scripts/build.js` with data that is computed at build time. When run from sources, topo computes it. */
import type { Image } from './memory-image.ts'

export interface Prepared {
  /** Memory of an instance that is ready for its first script. */
  readonly image: Image
  /** The file with the bytes of the image. */
  readonly imageFile: URL
  /** The file with the metered code of the interpreter. */
  readonly code: URL
}

export const prepared = undefined as Prepared | undefined
