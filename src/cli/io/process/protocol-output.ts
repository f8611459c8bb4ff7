/** Reserves stdout for a protocol: everything else that is written to it goes to stderr. */
import { Writable } from 'node:stream'

export function protocolOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout) as (
    text: string,
    done: (error?: Error | null) => void,
  ) => boolean
  process.stdout.write = ((...given: Parameters<typeof process.stderr.write>) =>
    process.stderr.write(...given)) as typeof process.stdout.write
  // Keep strings as strings, because redaction applies to text only.
  return new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => void write(text, done),
  })
}
