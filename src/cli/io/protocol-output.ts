/** Stdout for a protocol alone: whatever else is written to it goes to stderr. */
import { Writable } from 'node:stream'

export function protocolOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout) as (
    text: string,
    done: (error?: Error | null) => void,
  ) => boolean
  process.stdout.write = ((...given: Parameters<typeof process.stderr.write>) =>
    process.stderr.write(...given)) as typeof process.stdout.write
  // Text stays text, so what looks for secrets sees it.
  return new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => void write(text, done),
  })
}
