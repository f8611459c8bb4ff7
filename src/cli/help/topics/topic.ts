/** The shape of a help topic. Topics are data: `topo help`, the README and `topo doctor` print the same one. */

export interface Topic {
  /** Argument of `topo help`. */
  readonly name: string
  /** Another argument for the same topic. */
  readonly alias?: string
  readonly summary: string
  readonly sections: readonly TopicSection[]
  /** A Markdown file of the package with further sections. */
  readonly file?: string
}

export interface TopicSection {
  /** Empty if the section continues the one before. */
  readonly title: string
  /** Sentences, wrapped to the terminal. */
  readonly text?: string
  /** Name and meaning, as two columns. */
  readonly rows?: readonly (readonly [name: string, meaning: string])[]
  /** Commands and nouns, listed with their summaries. */
  readonly commands?: readonly string[]
  /** Lines to copy, never wrapped. `<%= config.version %>` is the version of topo. */
  readonly code?: string
  /** Language of the lines, if not a shell. */
  readonly language?: 'json'
}
