/** One buffer for everything that is read: a new one for each module would make V8 collect garbage during the start. */

let buffer = Buffer.allocUnsafeSlow(0)

/** Returns a buffer of `length` bytes; the next call reuses it. */
export function reusableBuffer(length: number): Buffer {
  if (buffer.length < length) buffer = Buffer.allocUnsafeSlow(Math.max(length, 2 ** 20))
  return buffer.subarray(0, length)
}
