/** What is made once, when topo is built: `scripts/build.js` puts it here. Run from its sources, topo makes it anew. */
import type { Image } from './image.ts'

export interface Prepared {
  /** The memory of an instance that is about to start its first script. */
  readonly image: Image
  /** The file with the interpreter's code, metered. */
  readonly code: URL
}

export const prepared = undefined as Prepared | undefined
