/** Decodes a stream as UTF-8, piece by piece; reports other encodings instead of returning garbage. */
import { type KnownError, usageError } from '../../errors.ts'
import { foreignEncoding } from '../files/decode.ts'

/** A text of any length whose beginning has been read. */
export interface PeekedText {
  /** First characters; all of a short text. */
  head: string
  /** The whole text, from the beginning. */
  pieces: AsyncGenerator<string>
}

/** Characters needed to detect the format. */
const HEAD = 65_536

/** @throws usage error `TOPO_NOT_UTF8`, at once or while reading. */
export async function peekText(bytes: AsyncIterable<Uint8Array>, name: string): Promise<PeekedText> {
  const pieces = decodeStream(bytes, name)
  let head = ''
  let ended = false
  while (!ended && head.length < HEAD) {
    const { value, done } = await pieces.next()
    head += value ?? ''
    ended = done === true
  }
  const all = async function* () {
    if (head !== '') yield head
    if (!ended) yield* pieces
  }
  return { head, pieces: all() }
}

async function* decodeStream(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw notUtf8(name, 'is not UTF-8; it may use an older encoding such as Latin-1')
    }
  }
  let first = true
  for await (const chunk of bytes) {
    const encoding = first ? foreignEncoding(Buffer.from(chunk)) : undefined
    if (encoding) throw notUtf8(name, `is encoded as ${encoding}`)
    first = false
    yield decode(chunk)
  }
  yield decode()
}

const notUtf8 = (name: string, what: string): KnownError =>
  usageError(`${name} ${what}.`, {
    code: 'TOPO_NOT_UTF8',
    hint: 'Save it as UTF-8 ("CSV UTF-8" in a spreadsheet), or convert it with iconv -t UTF-8.',
  })

/**
 * Yields lines without line ends. U+2028 does not end a line: JSON strings may contain it.
 * A line longer than `most` characters is cut, but stays longer than `most`.
 */
export async function* readLines(pieces: AsyncIterable<string>, most: number): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = piece.split('\n')
    if (rest.length <= most) lines[0] = rest + lines[0]
    else if (lines.length > 1) lines[0] = rest
    else continue
    rest = lines.pop() as string
    for (const line of lines) yield line.replace(/\r$/, '')
  }
  if (rest !== '') yield rest
}
