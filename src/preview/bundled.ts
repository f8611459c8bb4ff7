/** The script of the preview page, which `scripts/build.js` inserts; empty when run from sources. */
import type { PageScript } from '../render/page/index.ts'

export const program: PageScript = { text: '', hash: '' }
