/** The player as one script for a page. `scripts/build.js` puts it here; run from its sources, pictures stand still. */

export const player = ''
