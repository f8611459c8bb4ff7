/** Data that the site writes into the page of the playground. */

export interface PageData {
  /** The text that the page shows first. */
  readonly first: string
  /** The package of topo, for npm: a name, or before the release a path that begins with `./`. */
  readonly install: string
}
