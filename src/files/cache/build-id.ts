/** Replaced by `scripts/build.js` with a hash of all sources: results of another build are not used. */
export const buildId = 'sources'
