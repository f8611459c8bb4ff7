/** The shape of a help topic. Topics are data: `topo help`, the README and `topo doctor` print the same one. */

export interface Topic {
  /** Argument of `topo help`. */
  readonly name: string
  readonly summary: string
  readonly sections: readonly TopicSection[]
}

export interface TopicSection {
  readonly title: string
  /** Sentences, wrapped to the terminal. */
  readonly text?: string
  /** Name and meaning, as two columns. */
  readonly rows?: readonly (readonly [name: string, meaning: string])[]
  /** Lines to copy, never wrapped. `<%= config.version %>` is the version of topo. */
  readonly code?: string
  /** Language of the lines, if not a shell. */
  readonly language?: 'yaml' | 'json' | 'groovy'
}
