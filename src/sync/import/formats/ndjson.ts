/** Reads NDJSON: one object per line. */
import { jsonSize } from '../../../limits/json.ts'
import { limits } from '../../../limits/limits.ts'
import { tryParseJson } from '../../../text/parse-json.ts'
import { readLines } from '../decode-stream.ts'
import { brokenRow, MAX_VALUES, rowOfObject, rowTooLarge } from '../row.ts'
import type { ImportFormat } from './format.ts'

export const ndjson: ImportFormat = {
  name: 'ndjson',
  extensions: ['.ndjson', '.jsonl'],
  detect(head) {
    if (!/^\s*\{/.test(head)) return false
    const [line = '', ...more] = head.trimStart().split('\n', 2)
    // JSON without any line end is rare, and is then one document.
    const first = tryParseJson(line)
    if (first === undefined) return more.length === 0 && head.length > LONG_LINE
    return typeof first === 'object' && first !== null && !('items' in first)
  },
  async *rows({ pieces }) {
    let number = 0
    for await (const line of readLines(pieces, limits.importRow.most)) {
      number++
      if (line.trim() === '') continue
      const place = { number, line: number }
      if (isTooLarge(line)) {
        yield rowTooLarge(place)
        continue
      }
      const value = tryParseJson(line)
      const isJson = value !== undefined
      yield isJson
        ? rowOfObject(value, number, number)
        : brokenRow(place, 'This line is not JSON.', FIX)
    }
  },
}

function isTooLarge(line: string): boolean {
  if (line.length > limits.importRow.most) return true
  // A short line has few values.
  if (line.length <= MAX_VALUES) return false
  const { values } = jsonSize(Buffer.from(line), {
    values: MAX_VALUES,
    depth: Number.POSITIVE_INFINITY,
  })
  return values > MAX_VALUES
}

/** A longer first line may not fit into the text that was read ahead. */
const LONG_LINE = 60_000

const FIX = 'Write one object per line, with line breaks in strings as \\n.'
