/**
 * Scripts of pages, which `scripts/build.js` inserts; empty when run from sources, so nothing
 * moves.
 */

export interface PageScript {
  readonly text: string
  /** SHA-256 of the text in base64, by which a content security policy allows it. */
  readonly hash: string
}

const EMPTY: PageScript = { text: '', hash: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' }

export const player = EMPTY
/** The search of a site. */
export const site = EMPTY
