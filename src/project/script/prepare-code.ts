/** Prepares the code that is sent: as written, or bundled if it has imports or types. */

import { LineIndex } from '../../topology/position.ts'
import {
  type FileProblem,
  MAX_PROBLEMS,
  type Place,
  positionAt,
  type Span,
  spanAt,
} from '../files/position.ts'
import { projectPath } from '../files/root.ts'
import { inspectSyntax } from './inspect-syntax.ts'

export interface CodeInput {
  root: string
  /** Absolute path of the script. */
  file: string
  /** The whole file; its code starts at `codeStart`. */
  text: string
  codeStart: number
}

export interface SentCode {
  code: string
  bundled: boolean
  problems: FileProblem[]
  /** Maps a span of `code` to its source on disk. */
  locate: (span: Span) => Place
}

/** The code as in the file. */
export function asWritten({ root, file, text, codeStart }: CodeInput): SentCode {
  const path = projectPath(root, file)
  const shift = belowHeader(text, codeStart)
  return {
    code: text.slice(codeStart),
    bundled: false,
    problems: [],
    locate: (span) => ({ path, ...shift(span) }),
  }
}

export async function readCode(input: CodeInput): Promise<SentCode> {
  const { root, file, text, codeStart } = input
  const path = projectPath(root, file)
  const written = asWritten(input)
  const syntax = await inspectSyntax(written.code)
  if (syntax.kind === 'plain') return written

  const shifted = ({ start, end }: { start: number; end: number }) => ({
    start: codeStart + start,
    end: codeStart + end,
  })
  if (syntax.kind === 'broken') {
    const lines = new LineIndex(text)
    const problems = syntax.problems.slice(0, MAX_PROBLEMS).map(({ range, ...problem }) => {
      const { start, end } = shifted(range)
      return { ...problem, path, ...lines.span(start, end) }
    })
    return { ...written, problems }
  }
  const { bundleScript } = await import('./bundle.ts')
  const { loader, imports, typesOnly } = syntax
  const places = { imports: imports.map(shifted), typesOnly: typesOnly.map(shifted) }
  const bundled = await bundleScript({ ...input, loader, ...places })
  if (bundled.problems) return { ...written, problems: bundled.problems }
  const start = { path, ...spanAt(text, codeStart, codeStart) }
  return { code: bundled.code, bundled: true, problems: [], locate: (span) => bundled.locate(span) ?? start }
}

/** Shifts a span of the code to the file: down by the lines of the header, right by the columns before the code. */
export function belowHeader(text: string, codeStart: number): (span: Span) => Span {
  const above = positionAt(text, codeStart)
  const shift = (line: number, column: number) => (line === 1 ? column + above.column - 1 : column)
  return (span) => ({
    line: span.line + above.line - 1,
    column: shift(span.line, span.column),
    endLine: span.endLine + above.line - 1,
    endColumn: shift(span.endLine, span.endColumn),
  })
}
