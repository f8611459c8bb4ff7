/** An element says this instead of a drawing. */

export interface DiagramProblem {
  /** In the script, from 1; undefined for a problem of something else. */
  readonly line?: number | undefined
  readonly message: string
  readonly fix: string
}
