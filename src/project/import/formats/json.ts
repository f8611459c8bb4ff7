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
    const parser = new JSONParser({ paths: [isList ? '$.*' : '$.items.*'], keepStack: false })
    keepByteOrderMarks(parser)
    const ready: unknown[] = []
    let fault: Error | undefined
    // Counts since the last row. A value has at most four tokens: name, colon, value, comma.
    let tokens = 0
    let length = 0
    parser.onToken = () => void tokens++
    parser.onValue = ({ value }) => {
      ready.push(value)
      tokens = 0
      length = 0
    }
    parser.onError = (error) => {
      fault ??= error
    }
    let number = 0
    for await (const piece of pieces) {
      if (parser.isEnded && piece.trim() === '') continue
      length += piece.length
      parser.write(piece)
      for (const value of ready.splice(0)) yield rowOfObject(value, ++number, null)
      if (fault) break
      if (length > limits.importRow.most || tokens > 4 * MAX_VALUES) {
        yield rowTooLarge({ number: number + 1, line: null })
        return
      }
    }
    if (fault) yield broken(number + 1, `This is not JSON: ${reasonOf(fault)}.`)
    else if (!parser.isEnded) yield broken(number + 1, 'The JSON is incomplete.')
    else if (number === 0 && !isList && !/"items"/.test(head))
      yield broken(1, 'The JSON contains no list.')
  },
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
