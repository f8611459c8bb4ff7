/** Positions in the files of a project. */
import { LineIndex, type Span } from '../topology/model/position.ts'

export type { Span }

/** A span in a named file; `path` is relative to the project root, with `/`. */
export interface Place extends Span {
  path: string
}

/** A problem that stops a file from being sent, found before the validator runs. */
export interface FileProblem extends Place {
  rule: 'header' | 'duplicate-slug' | 'import' | 'syntax' | 'internal'
  message: string
  fix: string
  /** A change of the file that an editor offers; `--fix` does not make it, because somebody has to look at it. */
  edit?: { at: Span; text: string } | undefined
}

/** Maximum number of problems listed per file. */
export const MAX_PROBLEMS = 100

/** Line and column of a character offset. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const { line, column } = spanAt(text, offset, offset)
  return { line, column }
}

/** Span between two character offsets. */
export function spanAt(text: string, start: number, end: number): Span {
  return new LineIndex(text).span(start, end)
}
