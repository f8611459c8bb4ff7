/** Scripts that `scripts/build.js` inserts: the player, and the search of a site; empty when run from sources, so nothing moves. */

export const player = ''
export const site = ''
