/**
 * Prepares code that is not bundled: without its header, and with `return` for `export default`.
 */

import { type FileProblem, type Place, positionAt, type Span } from '../../../files/position.ts'
import { limits } from '../../../limits/limits.ts'
import { spanInFile, withoutRange } from './code-range.ts'
import { behindWords, type ExportWords, type TextRange, withReturn } from './default-export.ts'
import { inspectSyntax } from './inspect-syntax.ts'

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

/** The text of a file. */
export interface FileText {
  /** Relative to the project root. */
  readonly path: string
  readonly text: string
  /** Range of the header. */
  readonly header: TextRange
}

/** The code as in the file. */
export function asWritten({ path, text, header }: FileText): SentCode {
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

/**
 * For a script that is not a file. Does not report why an export or import is refused: the
 * validator reports both.
 */
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

/** The code that is sent if the file ends with an export. */
export function withoutExport(written: SentCode, words: ExportWords | undefined): SentCode {
  if (words === undefined) return written
  const { code, locate } = replaceExport(written.code, words)
  const exportWords = written.code.slice(words.start, words.end)
  // Alone, so that the function does not keep the code in memory.
  const { locate: locateInFile } = written
  return {
    ...written,
    code,
    unbundled: code,
    exportWords,
    locate: (span) => locateInFile(locate(span)),
  }
}
