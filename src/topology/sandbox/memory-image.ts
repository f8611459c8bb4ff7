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
  /** The snapshot in base64. */
  readonly stretches: readonly { readonly start: number; readonly bytes: string }[]
}

export function imageOf(pointers: Pointers, origin: number, snapshot: MemorySnapshot): Image {
  const stretches = snapshot.map(({ start, bytes }) => ({
    start,
    bytes: Buffer.from(bytes).toString('base64'),
  }))
  return { pointers, origin, stretches }
}

/** Copies an image into a new instance; false if it belongs to another interpreter. */
export function restoreImage({ stretches, origin }: Image, memory: WebAssembly.Memory): boolean {
  if (interpreterChecksum(memory) !== origin) return false
  const snapshot = stretches.map(({ start, bytes }) => ({ start, bytes: Buffer.from(bytes, 'base64') }))
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
