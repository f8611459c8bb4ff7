/** The image of a world that is about to start its script. `scripts/build.js` puts one here; sources have none. */
import type { Image } from './image.ts'

export const prepared = undefined as Image | undefined
