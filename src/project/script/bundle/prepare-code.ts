/** Prepares the code that is sent: as written, or bundled if it has imports or types. */

import {
  type FileProblem,
  MAX_PROBLEMS,
  type Place,
  positionAt,
  type Span,
} from '../../../files/position.ts'
import { projectPath } from '../../../files/root.ts'
import { limits } from '../../../limits/limits.ts'
import { LineIndex, START } from '../../../topology/model/position.ts'
import { rangeInFile, spanInFile, withoutRange } from './code-range.ts'
import { behindWords, type ExportWords, withReturn } from './default-export.ts'
import { inspectSyntax } from './inspect-syntax.ts'
import type { CodeInput } from './read-imported.ts'

export interface SentCode {
  code: string
  bundled: boolean
  /** Code of the file, before it was bundled. */
  unbundled: string
  /** The words of the file that are sent as `return`. */
  exportWords?: string | undefined
  problems: FileProblem[]
  /** Maps a span of `code` to its source on disk. */
  locate: (span: Span) => Place
}

/** The code as in the file. */
export function asWritten({ root, file, text, header }: CodeInput): SentCode {
  const path = projectPath(root, file)
  const shift = spanInFile(text, header)
  const code = withoutRange(text, header)
  const locate = (span: Span) => ({ path, ...shift(span) })
  return { code, unbundled: code, bundled: false, problems: [], locate }
}

/** Sent code that is not bundled. */
export interface UnbundledCode {
  code: string
  /** Maps a span of `code` to the code as written. */
  locate: (span: Span) => Span
}

/** For a script that is not a file. Does not report why an export or import is refused: the validator reports both. */
export async function readUnbundled(code: string): Promise<UnbundledCode> {
  const words = await findExportWords(code)
  return words === undefined ? { code, locate: (span) => span } : replaceExport(code, words)
}

/** Undefined for a text that is too long for a script. */
export async function findExportWords(code: string): Promise<ExportWords | undefined> {
  if (!code.includes('export') || code.length > limits.script.most) return undefined
  const syntax = await inspectSyntax(code)
  return syntax.kind === 'broken' ? undefined : syntax.exportWords
}

const replaceExport = (code: string, words: ExportWords): UnbundledCode => ({
  code: withReturn(code, words),
  locate: behindWords(words, positionAt(code, words.start)),
})

function withoutExport(written: SentCode, words: ExportWords | undefined): SentCode {
  if (words === undefined) return written
  const { code, locate } = replaceExport(written.code, words)
  const exportWords = written.code.slice(words.start, words.end)
  return {
    ...written,
    code,
    unbundled: code,
    exportWords,
    locate: (span) => written.locate(locate(span)),
  }
}

export async function readCode(input: CodeInput): Promise<SentCode> {
  const { root, file, text, header } = input
  const path = projectPath(root, file)
  const written = asWritten(input)
  const syntax = await inspectSyntax(written.code)
  if (syntax.kind === 'plain') return withoutExport(written, syntax.exportWords)

  if (syntax.kind === 'broken') {
    const lines = new LineIndex(text)
    const problems = syntax.problems
      .slice(0, MAX_PROBLEMS)
      .map(({ start: from, end: to, ...fault }) => {
        const range = rangeInFile(header, { start: from, end: to })
        return { ...fault, path, ...lines.span(range.start, range.end) }
      })
    return { ...written, problems }
  }
  const { bundleScript } = await import('./bundle.ts')
  const { loader, imports, typesOnly, exportWords } = syntax
  const places = {
    imports: imports.map((range) => rangeInFile(header, range)),
    typesOnly: typesOnly.map((range) => rangeInFile(header, range)),
    exportWords: exportWords && rangeInFile(header, exportWords),
  }
  const unbundled = withoutExport(written, exportWords)
  const bundled = await bundleScript({ ...input, loader, ...places })
  if (bundled.problems) return { ...unbundled, problems: bundled.problems }
  const start = written.locate(START)
  return {
    ...unbundled,
    code: bundled.code,
    bundled: true,
    locate: (span) => bundled.locate(span) ?? start,
  }
}
