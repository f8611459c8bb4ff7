/** What topo knows of a shell. */

export interface Shell {
  readonly name: string
  /** One line that installs the completion for good. */
  readonly install: string
  /** Defines the completion; it asks `topo __complete` for words, and runs nothing when the shell starts. */
  readonly script: string
}
