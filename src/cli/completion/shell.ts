/** A shell with its completion script. */

export interface Shell {
  readonly name: string
  /** One line that installs the completion permanently. */
  readonly install: string
  /** Defines the completion; it calls `topo __complete` for words, and runs nothing when the shell starts. */
  readonly script: string
}
