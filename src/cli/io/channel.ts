/** Standard output or standard error: its colours, its size, and writing to it. */
import { styleText } from 'node:util'
import type { Clock } from '../../clock.ts'
import { wrapText } from '../../text/wrap.ts'

export type Style = Parameters<typeof styleText>[0]

/** Columns and rows of a terminal, both at least 1. */
export interface Window {
  readonly width: number
  readonly height: number
}

/** Characters that are written at a time. */
const PIECE_CHARS = 65_536

export class Channel {
  readonly #stream: NodeJS.WriteStream
  readonly #wraps: boolean
  /** For times that are written as an age. */
  readonly clock: Clock
  readonly color: boolean
  /** Names the columns of rows in a pipe, on stderr: stdout has only rows. */
  nameColumns: (names: string) => void = () => {}

  /** @param wraps lines of sentences: a terminal breaks them between words */
  constructor(stream: NodeJS.WriteStream, clock: Clock, color: boolean, wraps = false) {
    this.#stream = stream
    this.#wraps = wraps
    this.clock = clock
    this.color = color
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true
  }

  /**
   * Undefined in a pipe, and in a terminal that reports no columns or no rows: `script`, `expect`, coding agents and
   * containers have terminals of size 0. Nothing can be placed on one, so nothing is drawn in place.
   */
  get window(): Window | undefined {
    if (!this.isTerminal) return undefined
    const { columns, rows } = this.#stream
    return columns > 0 && rows > 0 ? { width: columns, height: rows } : undefined
  }

  /** Columns of the window; undefined where nothing is to be cut, in a pipe or a terminal of unknown width. */
  get width(): number | undefined {
    return this.isTerminal && this.#stream.columns > 0 ? this.#stream.columns : undefined
  }

  /** Calls back on each resize, until the returned function is called. */
  onResize(resized: () => void): () => void {
    this.#stream.on('resize', resized)
    return () => void this.#stream.off('resize', resized)
  }

  style(style: Style, text: string): string {
    return this.color ? styleText(style, text) : text
  }

  write(text: string): void {
    this.#stream.write(text)
  }

  /**
   * Writes a long text with few system calls.
   * @param pieces of whole lines: a secret in two would be shown
   */
  pieces(pieces: Iterable<string>): void {
    let text = ''
    for (const piece of pieces) {
      text += piece
      if (text.length < PIECE_CHARS) continue
      this.write(text)
      text = ''
    }
    if (text !== '') this.write(text)
  }

  /** Writes bytes without redaction, which applies to text only. */
  bytes(data: Uint8Array): void {
    this.#stream.write(data)
  }

  /** @param lead text before the first line; further lines have its indent */
  line(text: string, lead = ''): void {
    this.write(`${wrapText(text, this.#wraps ? this.width : undefined, lead)}\n`)
  }
}
