/**
 * A text with positions in the client's encoding: an open document, or a file on disk that a
 * finding is in.
 */

import type {
  Position,
  Range,
  TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { LineIndex, type Span } from '../../topology/model/position.ts'
import { columnAfter, type PositionEncoding, toUtf16 } from './position-encoding.ts'

export class PlacedText {
  readonly uri: string
  readonly #encoding: PositionEncoding
  #document: TextDocument
  #lines: LineIndex | undefined

  constructor(uri: string, version: number, text: string, encoding: PositionEncoding) {
    this.uri = uri
    this.#encoding = encoding
    this.#document = TextDocument.create(uri, '', version, text)
  }

  get version(): number {
    return this.#document.version
  }

  get text(): string {
    return this.#document.getText()
  }

  /** Applies changes in their order; each refers to the text after those before it. */
  update(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    for (const change of changes) {
      const inUtf16 =
        'range' in change ? { text: change.text, range: this.#utf16Range(change.range) } : change
      this.#document = TextDocument.update(this.#document, [inUtf16], version)
    }
    if (changes.length === 0) this.#document = TextDocument.update(this.#document, [], version)
    this.#lines = undefined
  }

  /** Offset in UTF-16 units. */
  offsetAt(position: Position): number {
    return this.#document.offsetAt(this.#utf16Position(position))
  }

  positionAt(offset: number): Position {
    const { line, character } = this.#document.positionAt(offset)
    if (this.#encoding === 'utf-16') return { line, character }
    const start = this.#document.offsetAt({ line, character: 0 })
    return {
      line,
      character: columnAfter(this.text.slice(start, start + character), this.#encoding),
    }
  }

  rangeAt(start: number, end: number): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) }
  }

  /**
   * The range of a span of topo, which ends lines only at `\n` and does not count a byte order
   * mark.
   */
  rangeOf({ line, column, endLine, endColumn }: Span): Range {
    return this.rangeAt(this.#offset(line, column), this.#offset(endLine, endColumn))
  }

  #offset(line: number, column: number): number {
    this.#lines ??= new LineIndex(this.text)
    const mark = line === 1 && this.text.startsWith('\uFEFF') ? 1 : 0
    return this.#lines.offset(line, column + mark)
  }

  #utf16Range({ start, end }: Range): Range {
    return { start: this.#utf16Position(start), end: this.#utf16Position(end) }
  }

  #utf16Position(position: Position): Position {
    if (this.#encoding === 'utf-16') return position
    const { line, character } = position
    const start = this.#document.offsetAt({ line, character: 0 })
    const end = this.#document.offsetAt({ line, character: Number.MAX_SAFE_INTEGER })
    return { line, character: toUtf16(this.text.slice(start, end), character, this.#encoding) }
  }
}
