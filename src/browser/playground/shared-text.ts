/** A text in the fragment of an address, packed. A browser never sends a fragment. */
import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate'
import { limits } from '../../limits/limits.ts'

/** Before a packed text; a fragment may also name an example. */
const TEXT = 'text.'
const EXAMPLE = 'example.'
/** Characters of an address that browsers and chats still take. */
const MOST_CHARACTERS = 30_000

export type SharedPart =
  | { readonly text: string; readonly example?: undefined }
  | { readonly example: string; readonly text?: undefined }
  /** Damaged: cut by a chat, for example. */
  | { readonly text?: undefined; readonly example?: undefined }

export const isSharedPart = (part: string): boolean =>
  part.startsWith(TEXT) || part.startsWith(EXAMPLE)

/** The part of a fragment that has a text or names an example. */
export const sharedPartOf = (hash: string): string | undefined =>
  hash.replace(/^#/, '').split('&', MOST_PARTS).find(isSharedPart)

const MOST_PARTS = 5_000

export const partOfExample = (name: string): string => EXAMPLE + name

/** Undefined for a text that is too long for an address. */
export function partOfText(text: string): string | undefined {
  const packed = deflateSync(strToU8(text), { level: 9 })
  const part = TEXT + base64UrlOf(packed)
  return part.length > MOST_CHARACTERS ? undefined : part
}

/** @param part one that `isSharedPart` accepts */
export function readSharedPart(part: string): SharedPart {
  if (part.startsWith(EXAMPLE)) return { example: part.slice(EXAMPLE.length) }
  const text = unpacked(part.slice(TEXT.length))
  return text === undefined ? {} : { text }
}

/**
 * Undefined if it is damaged or empty, or longer than a script may be: a few bytes may unpack to
 * gigabytes.
 */
function unpacked(packed: string): string | undefined {
  const chunks: Uint8Array[] = []
  let length = 0
  const inflate = new Inflate((chunk) => {
    length += chunk.length
    if (length > limits.script.most) throw new RangeError('too long')
    chunks.push(chunk)
  })
  try {
    const bytes = bytesOfBase64Url(packed)
    // In pieces, so that what they unpack to is counted before it is all there.
    for (let start = 0; start === 0 || start < bytes.length; start += PIECE) {
      inflate.push(bytes.subarray(start, start + PIECE), start + PIECE >= bytes.length)
    }
    return length === 0 ? undefined : strFromU8(joinedBytes(chunks, length))
  } catch {
    return undefined
  }
}

const PIECE = 1024

function joinedBytes(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

function base64UrlOf(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** @throws DOMException for other characters */
function bytesOfBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
