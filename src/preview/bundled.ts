/** The script of the preview page, which `scripts/build.js` inserts; empty when run from sources. */

export const program = ''
