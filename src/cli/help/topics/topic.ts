/** The shape of a help topic. Topics are data: `topo help`, the README and `topo doctor` print the same one. */

export interface Topic {
  /** What is typed after `topo help`. */
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
  /** Lines to be copied: never wrapped. `<%= config.version %>` is the version of topo. */
  readonly code?: string
  /** What the lines are written in, if not for a shell. */
  readonly language?: 'yaml' | 'json' | 'groovy'
}
