/**
 * Memory image of an instance that is ready for its first script, created when topo is built. Copying it takes a
 * fraction of a millisecond; without it, V8 would first compile a large part of the interpreter.
 *
 * The memory is the whole state of an instance: between calls its stack is empty, and its function table never
 * changes. After a restore, all values are at the same addresses.
 */
import { type MemorySnapshot, restore } from './snapshot.ts'

/** Addresses in the memory of an instance. */
export interface Pointers {
  readonly runtime: number
  readonly context: number
  /** The results of `GLOBALS` and `BUILDERS`. */
  readonly globals: number
  readonly builders: number
}

export interface Image {
  readonly pointers: Pointers
  /** Checksum of the memory of an unused instance; identifies the interpreter. */
  readonly origin: number
  /** The ranges of the snapshot; their bytes follow each other in a file. */
  readonly stretches: readonly { readonly start: number; readonly length: number }[]
}

/** @returns the image, and its bytes for the file */
export function imageOf(pointers: Pointers, origin: number, snapshot: MemorySnapshot) {
  const stretches = snapshot.map(({ start, bytes }) => ({ start, length: bytes.length }))
  const image: Image = { pointers, origin, stretches }
  return { image, bytes: Buffer.concat(snapshot.map(({ bytes }) => bytes)) }
}

/**
 * Copies an image into a new instance; false if it belongs to another interpreter, or if bytes are missing.
 * @param read returns the bytes of the file
 */
export function restoreImage(
  { stretches, origin }: Image,
  memory: WebAssembly.Memory,
  read: () => Uint8Array,
): boolean {
  if (interpreterChecksum(memory) !== origin) return false
  const bytes = read()
  let at = 0
  const snapshot = stretches.map(({ start, length }) => {
    at += length
    return { start, bytes: bytes.subarray(at - length, at) }
  })
  if (bytes.length !== at) return false
  restore(memory, snapshot)
  return true
}

/** Checksum of the start of the interpreter's static data: strings, tables and code addresses. */
export function interpreterChecksum({ buffer }: WebAssembly.Memory): number {
  let sum = 0
  for (const word of new Int32Array(buffer, 0, STATIC / 4)) sum = (Math.imul(sum, 31) + word) | 0
  return sum
}

const STATIC = 64 * 1024
