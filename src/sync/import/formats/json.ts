/** Reads JSON: a list of objects, or `{ "items": [...] }` as the service and topo write it. */
import { JSONParser } from '@streamparser/json'
import { limits } from '../../../limits/limits.ts'
import { brokenRow, type ImportRow, MAX_VALUES, rowOfObject, rowTooLarge } from '../row.ts'
import type { ImportFormat } from './format.ts'

export const jsonRows: ImportFormat = {
  name: 'json',
  extensions: ['.json'],
  detect: (head) => /^\s*[[{]/.test(head),
  async *rows({ head, pieces }) {
    const isList = head.trimStart().startsWith('[')
    const values = new ValueReader(isList ? '$.*' : '$.items.*')
    let number = 0
    for await (const piece of pieces) {
      for (const value of values.read(piece)) yield rowOfObject(value, ++number, null)
      if (values.fault) break
      if (values.isTooLarge) {
        yield rowTooLarge({ number: number + 1, line: null })
        return
      }
    }
    if (values.fault) yield broken(number + 1, `This is not JSON: ${reasonOf(values.fault)}.`)
    else if (!values.isEnded) yield broken(number + 1, 'The JSON is incomplete.')
    else if (number === 0 && !isList && !/"items"/.test(head))
      yield broken(1, 'The JSON contains no list.')
  },
}

/** Reads the values of a list as its text arrives. */
class ValueReader {
  readonly #parser: JSONParser
  #ready: unknown[] = []
  #fault: Error | undefined
  /** Since the last value. A value has at most four tokens: name, colon, value, comma. */
  #tokens = 0
  /** Characters since the last value. */
  #length = 0

  /** @param path of the values */
  constructor(path: string) {
    this.#parser = new JSONParser({ paths: [path], keepStack: false })
    keepByteOrderMarks(this.#parser)
    this.#parser.onToken = () => void this.#tokens++
    this.#parser.onValue = ({ value }) => this.#add(value)
    this.#parser.onError = (error) => {
      this.#fault ??= error
    }
  }

  get fault(): Error | undefined {
    return this.#fault
  }

  get isEnded(): boolean {
    return this.#parser.isEnded
  }

  /** True if a single value is larger than a row may be. */
  get isTooLarge(): boolean {
    return this.#length > limits.importRow.most || this.#tokens > 4 * MAX_VALUES
  }

  /** @returns the values that are complete with this piece */
  read(piece: string): unknown[] {
    const isBehindEnd = this.#parser.isEnded && piece.trim() === ''
    if (isBehindEnd) return []
    this.#length += piece.length
    this.#parser.write(piece)
    const values = this.#ready
    this.#ready = []
    return values
  }

  #add(value: unknown): void {
    this.#ready.push(value)
    this.#tokens = 0
    this.#length = 0
  }
}

/** The parser decodes each character by itself. Its decoder would drop U+FEFF, which is a byte order mark at the start of bytes. */
function keepByteOrderMarks(parser: JSONParser): void {
  const { tokenizer } = parser as unknown as {
    tokenizer: { bufferedString: { decoder: TextDecoder } }
  }
  tokenizer.bufferedString.decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
}

const broken = (number: number, message: string): ImportRow =>
  brokenRow({ number, line: null }, message, 'Write a list of objects, or { "items": [...] }.')

const reasonOf = ({ message }: Error): string => message.replace(/ in state [A-Z_]+|\.$/g, '')
