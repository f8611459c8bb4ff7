/** Decodes a stream as UTF-8, piece by piece; reports other encodings and binary files instead of returning garbage. */
import { type KnownError, usageError } from '../../errors.ts'
import { foreignEncoding } from '../../files/decode.ts'
import { binaryKind } from './binary-kind.ts'

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
export async function peekText(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): Promise<PeekedText> {
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

async function* decodeStream(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw notUtf8(name, 'is not UTF-8; it may use an older encoding such as Latin-1')
    }
  }
  let offset = 0
  for await (const chunk of withWholeStart(bytes)) {
    if (offset === 0) assertText(chunk, name)
    const nul = chunk.indexOf(0)
    if (nul >= 0)
      throw notText(name, `is not text: it has a NUL byte at offset ${offset + nul}`, NO_NUL)
    offset += chunk.length
    yield decode(chunk)
  }
  yield decode()
}

function assertText(start: Buffer, name: string): void {
  const kind = binaryKind(start)
  if (kind !== undefined) throw notText(name, `is ${kind}, not a table in a text file`, NO_BINARY)
  const encoding = foreignEncoding(start)
  if (encoding !== undefined) throw notUtf8(name, `is encoded as ${encoding}`)
}

/** Bytes that tell the kind of a file. A pipe may deliver fewer at once. */
const START = 4096

/** The same bytes; the first chunk is long enough to tell the kind of the file. */
async function* withWholeStart(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (start === undefined) {
      yield Buffer.from(chunk)
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < START) continue
    yield start
    start = undefined
  }
  if (start !== undefined && start.length > 0) yield start
}

const NO_NUL = 'Remove the byte, or save the table as UTF-8 text.'
const NO_BINARY = 'Save the table as "CSV UTF-8" in the spreadsheet program, then import that file.'
const NO_OTHER_ENCODING =
  'Save it as UTF-8 ("CSV UTF-8" in a spreadsheet), or convert it with iconv -t UTF-8.'

const notUtf8 = (name: string, what: string): KnownError => notText(name, what, NO_OTHER_ENCODING)

const notText = (name: string, what: string, hint: string): KnownError =>
  usageError(`${name} ${what}.`, { code: 'TOPO_NOT_UTF8', hint })

/**
 * Yields lines without line ends. U+2028 does not end a line: JSON strings may contain it.
 * A line longer than `most` characters is cut, but stays longer than `most`.
 */
export async function* readLines(
  pieces: AsyncIterable<string>,
  most: number,
): AsyncGenerator<string> {
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
