/** Standard output or standard error: its colours, its size, and writing to it. */
import { styleText } from 'node:util'

export type Style = Parameters<typeof styleText>[0]

export class Channel {
  readonly #stream: NodeJS.WriteStream
  readonly color: boolean

  constructor(stream: NodeJS.WriteStream, color: boolean) {
    this.#stream = stream
    this.color = color
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true
  }

  /** Columns of the terminal; undefined in a pipe, where nothing is cut. */
  get width(): number | undefined {
    return this.isTerminal ? this.#stream.columns || 80 : undefined
  }

  get height(): number {
    return this.#stream.rows || 24
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

  /** Writes bytes without redaction, which applies to text only. */
  bytes(data: Uint8Array): void {
    this.#stream.write(data)
  }

  line(text: string): void {
    this.write(`${text}\n`)
  }
}
