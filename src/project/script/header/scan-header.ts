/** Finds the header of a script, and what only looks like one. Does not need the YAML parser, which takes long to load. */

import type { FileProblem } from '../../../files/position.ts'
import type { TextRange } from '../bundle/default-export.ts'
import type { Metadata, MetadataKey } from '../metadata.ts'
import { findHeaderComment, type HeaderComment } from './header-comment.ts'
import { findLookalikes, type Lookalike } from './header-lookalikes.ts'

export type HeaderProblem = Omit<FileProblem, 'path'>

export interface Header {
  /** Only the fields in the header, without defaults. */
  fields: Partial<Metadata>
  /** The text before and behind the header, exactly as it is sent. */
  code: string
  /** Range of the header in the text, which is not sent; empty without a header. */
  lines: TextRange
  /** Offsets in the text of each `key: value`. */
  pairs: Partial<Record<MetadataKey, [start: number, end: number]>>
  problems: HeaderProblem[]
}

/** The header of a text that has none. */
export const noHeader = (text: string): Header => ({
  fields: {},
  code: text,
  lines: { start: 0, end: 0 },
  pairs: {},
  problems: [],
})

/** A header whose YAML is not parsed yet, and comments that look like one. */
export interface FoundHeader {
  readonly comment: HeaderComment | undefined
  readonly lookalikes: readonly Lookalike[]
}

/** @param text without byte order mark */
export function scanHeader(text: string): FoundHeader {
  const comment = findHeaderComment(text)
  return { comment, lookalikes: findLookalikes(text, comment) }
}
