/**
 * The memory of an instance that is about to start its first script, kept since topo was built. Copying it in takes
 * a fraction of a millisecond; to make such a world, V8 would have to compile a good part of the interpreter first.
 *
 * Memory is all there is to an instance: between two calls its stack is empty, and its table of functions never
 * changes. What it held when the image was taken it holds again, at the same addresses.
 */
import { type MemorySnapshot, restore } from './snapshot.ts'

/** Addresses in the memory of an instance. */
export interface Pointers {
  readonly runtime: number
  readonly context: number
  /** What `WORLD` and `BUILDERS` evaluated to. */
  readonly world: number
  readonly builders: number
}

export interface Image {
  readonly pointers: Pointers
  /** Of the memory of an instance in which nothing has happened; another interpreter would have another. */
  readonly origin: number
  /** As in a snapshot, in base64. */
  readonly stretches: readonly { readonly start: number; readonly bytes: string }[]
}

export function imageOf(pointers: Pointers, origin: number, snapshot: MemorySnapshot): Image {
  const stretches = snapshot.map(({ start, bytes }) => ({
    start,
    bytes: Buffer.from(bytes).toString('base64'),
  }))
  return { pointers, origin, stretches }
}

/** Copies an image into a new instance; false where it was taken of another interpreter. */
export function develop({ stretches, origin }: Image, memory: WebAssembly.Memory): boolean {
  if (interpreterChecksum(memory) !== origin) return false
  const snapshot = stretches.map(({ start, bytes }) => ({ start, bytes: Buffer.from(bytes, 'base64') }))
  restore(memory, snapshot)
  return true
}

/** A sum over the beginning of the interpreter's static data: its texts and tables, and addresses in its code. */
export function interpreterChecksum({ buffer }: WebAssembly.Memory): number {
  let sum = 0
  for (const word of new Int32Array(buffer, 0, STATIC / 4)) sum = (Math.imul(sum, 31) + word) | 0
  return sum
}

const STATIC = 64 * 1024
