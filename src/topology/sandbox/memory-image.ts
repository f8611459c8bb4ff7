/**
 * Memory image of an instance that is ready for its first script, created when topo is built. Copying it takes a
 * fraction of a millisecond; without it, V8 would first compile a large part of the interpreter.
 *
 * The memory is the whole state of an instance: between calls its stack is empty, and its function table never
 * changes. After a restore, all values are at the same addresses.
 */

const PAGE = 64 * 1024
/** In pages: a heap without freed blocks has no longer gap. */
const GAP = 8

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
  return { image, bytes: concatenated(snapshot.map(({ bytes }) => bytes)) }
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/**
 * Copies an image into a new instance; false if it belongs to another interpreter, or if bytes are missing.
 * @param bytes of the file
 */
export function restoreImage(
  { stretches, origin }: Image,
  memory: WebAssembly.Memory,
  bytes: Uint8Array,
): boolean {
  if (interpreterChecksum(memory) !== origin) return false
  let at = 0
  const snapshot = stretches.map(({ start, length }) => {
    at += length
    return { start, bytes: bytes.subarray(at - length, at) }
  })
  if (bytes.length !== at) return false
  restore(memory, snapshot)
  return true
}

/** Checksum of the first page, which is static data of the interpreter: strings, tables and code addresses. */
export function interpreterChecksum({ buffer }: WebAssembly.Memory): number {
  let sum = 0
  const words = new Int32Array(buffer, 0, PAGE / 4)
  for (const word of words) sum = (Math.imul(sum, 31) + word) | 0
  return sum
}

/** The used ranges of memory, each with its start address. */
export type MemorySnapshot = readonly { readonly start: number; readonly bytes: Uint8Array }[]

/**
 * Layout of the memory: static data, five megabytes of stack, the heap. Between two scripts the stack is unused,
 * and the heap after its last block is written before it is read.
 * @param heap any address on the heap
 */
export function takeSnapshot({ buffer }: WebAssembly.Memory, heap: number): MemorySnapshot {
  const last = buffer.byteLength / PAGE
  const isEmpty = (page: number) =>
    page >= last || isZero(new Int32Array(buffer, page * PAGE, PAGE / 4))
  const copy = (from: number, to: number) => ({
    start: from * PAGE,
    bytes: new Uint8Array(buffer).slice(from * PAGE, to * PAGE),
  })

  let staticEnd = 0
  while (!isEmpty(staticEnd)) staticEnd++
  const inHeap = Math.floor(heap / PAGE)
  let heapStart = inHeap
  while (heapStart > staticEnd && !isEmpty(heapStart - 1)) heapStart--
  let heapEnd = inHeap + 1
  for (let gap = 0; gap < GAP; ) {
    if (isEmpty(heapEnd + gap)) gap++
    else {
      heapEnd += gap + 1
      gap = 0
    }
  }
  // Static data may end with variables that are still zero.
  return [copy(0, Math.min(staticEnd + 1, heapStart)), copy(heapStart, heapEnd)]
}

function isZero(words: Int32Array): boolean {
  for (const word of words) if (word !== 0) return false
  return true
}

/** Copies a few hundred kilobytes, while a new instance would take milliseconds. */
export function restore({ buffer }: WebAssembly.Memory, snapshot: MemorySnapshot): void {
  const memory = new Uint8Array(buffer)
  for (const { start, bytes } of snapshot) memory.set(bytes, start)
}
