/** What runs in the page of the preview, as one script. `scripts/build.js` puts it here; sources have none. */

export const program = ''
