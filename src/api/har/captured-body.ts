/** A recorded body: its text, or the reason why it is not recorded. */
import { isUtf8 } from 'node:buffer'
import { formatLimit, limits } from '../../limits/limits.ts'

export interface CapturedBody {
  /** Bytes. */
  readonly size: number
  readonly text?: string
  readonly note?: string
}

/**
 * A part of a body is not recorded: the end of a secret could be missing in it, so that nothing recognises it.
 * @param bytes undefined if they exceed the limit
 */
export function captureBody(bytes: Uint8Array | undefined, size = bytes?.byteLength ?? 0): CapturedBody {
  if (bytes === undefined || size > limits.recordedBody.most) {
    return { size, note: `not recorded: not complete, or larger than ${formatLimit(limits.recordedBody)}` }
  }
  return isUtf8(bytes)
    ? { size, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
    : { size, note: 'not recorded: not text' }
}
