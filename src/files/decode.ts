/** Decodes files as UTF-8, for every reader of text; reports other encodings instead of returning garbage. */

import { isUtf8 } from 'node:buffer'
import { usageError } from '../errors.ts'

export type Decoded =
  | { text: string; byteOrderMark: boolean }
  | { text?: undefined; message: string; fix: string; offset: number; before: string }

/**
 * Decodes UTF-8 and removes a byte order mark; otherwise returns the encoding and the offset of the first error.
 * @param name name of the file in the message
 */
export function decodeText(bytes: Buffer, name = 'The file'): Decoded {
  const encoding = foreignEncoding(bytes)
  if (encoding) {
    const message = `${name} is encoded as ${encoding}, not as UTF-8.`
    return {
      message,
      fix: 'Save it as UTF-8 (PowerShell: Out-File -Encoding utf8).',
      offset: 0,
      before: '',
    }
  }
  if (!isUtf8(bytes)) {
    const offset = firstInvalid(bytes)
    const before = bytes.toString('utf8', 0, offset)
    const byte = (bytes[offset] ?? 0).toString(16).padStart(2, '0')
    const message = `${name} is not UTF-8: invalid byte 0x${byte} at offset ${offset}.`
    const fix = 'Save it as UTF-8. It may use an older encoding such as Latin-1.'
    return { message, fix, offset, before }
  }
  const text = bytes.toString('utf8')
  return text.startsWith('\uFEFF')
    ? { text: text.slice(1), byteOrderMark: true }
    : { text, byteOrderMark: false }
}

/**
 * Like `decodeText`, for a file that must have a text.
 * @throws usage error `TOPO_NOT_UTF8`
 */
export function requireText(bytes: Buffer, name: string): string {
  const decoded = decodeText(bytes, name)
  if (decoded.text !== undefined) return decoded.text
  throw usageError(decoded.message, { code: 'TOPO_NOT_UTF8', hint: decoded.fix })
}

/** The start of a file, which may end within a character, without a byte order mark. */
export const decodeStart = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8').decode(bytes, { stream: true })

/** Detects UTF-16 and UTF-32; undefined otherwise. */
export function foreignEncoding(bytes: Buffer): string | undefined {
  const mark = bytes.subarray(0, 4).toString('hex')
  if (mark === 'fffe0000' || mark === '0000feff') return 'UTF-32'
  if (mark.startsWith('fffe')) return 'UTF-16 LE'
  if (mark.startsWith('feff')) return 'UTF-16 BE'
  // Without a mark: scripts start with ASCII, so in UTF-16 every second byte is zero.
  if (bytes.length < 4) return undefined
  const [first, second, third, fourth] = bytes
  if (first !== 0 && second === 0 && fourth === 0) return 'UTF-16 LE'
  if (first === 0 && second !== 0 && third === 0) return 'UTF-16 BE'
  return undefined
}

/** Offset of the first bytes that are not the text that they decode to. */
function firstInvalid(bytes: Buffer): number {
  const decoded = Buffer.from(bytes.toString('utf8'))
  let offset = decoded.findIndex((byte, at) => byte !== bytes[at])
  // A replacement character may start with the same bytes.
  while (((decoded[offset] ?? 0) & 0xc0) === 0x80) offset--
  return offset
}
