/** Replaced by `scripts/build.js` with a hash of the built modules. */
export const buildId = 'sources'
