/** The player script, which `scripts/build.js` inserts; empty when run from sources, so pictures do not play. */

export const player = ''
