/**
 * Puts the memory of an instance back to what it was: some hundred kilobytes to copy, where a new world would
 * be milliseconds to build and take down.
 *
 * WebAssembly memory holds, in this order: static data, five megabytes for the stack, the heap. Between two scripts
 * the stack is dead, and the heap behind its last block is not looked at before it is written.
 */

const PAGE = 64 * 1024
/** A heap that was only ever filled has no gap as long as this. */
const GAP = 8

/** The stretches of memory that are alive, by the address at which each begins. */
export type MemorySnapshot = readonly { readonly start: number; readonly bytes: Uint8Array }[]

/** @param heap any address on the heap */
export function takeSnapshot({ buffer }: WebAssembly.Memory, heap: number): MemorySnapshot {
  const zeros = new Uint8Array(PAGE)
  const last = buffer.byteLength / PAGE
  const isEmpty = (page: number) =>
    page >= last || Buffer.compare(new Uint8Array(buffer, page * PAGE, PAGE), zeros) === 0
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
  // Static data may end with variables that are zero as yet.
  return [copy(0, Math.min(staticEnd + 1, heapStart)), copy(heapStart, heapEnd)]
}

export function restore({ buffer }: WebAssembly.Memory, snapshot: MemorySnapshot): void {
  const memory = new Uint8Array(buffer)
  for (const { start, bytes } of snapshot) memory.set(bytes, start)
}
