/**
 * Restores the memory of an instance: copies a few hundred kilobytes, while a new instance would take
 * milliseconds.
 *
 * Layout of the memory: static data, five megabytes of stack, the heap. Between two scripts the stack is unused,
 * and the heap after its last block is written before it is read.
 */

const PAGE = 64 * 1024
/** In pages: a heap without freed blocks has no longer gap. */
const GAP = 8

/** The used ranges of memory, each with its start address. */
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
  // Static data may end with variables that are still zero.
  return [copy(0, Math.min(staticEnd + 1, heapStart)), copy(heapStart, heapEnd)]
}

export function restore({ buffer }: WebAssembly.Memory, snapshot: MemorySnapshot): void {
  const memory = new Uint8Array(buffer)
  for (const { start, bytes } of snapshot) memory.set(bytes, start)
}
