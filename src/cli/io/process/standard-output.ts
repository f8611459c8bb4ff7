/** Says when standard output cannot be written: a cut result must not pass for a whole one. */
import { writeSync } from 'node:fs'
import { Duplex, type Writable } from 'node:stream'
import { ExitCode } from '../../../errors.ts'
import { systemReason } from '../../../text/system-reason.ts'

const HINT = 'Make room, or write to another place; then run the command again.'

/** A stream on a file has its descriptor. */
type StandardStream = Writable & { readonly fd?: number }

/**
 * Watches both standard streams, for one command line.
 *
 * A reader that leaves is no failure: in `topo list | head -1` it has read enough. Neither ends the command, so that a
 * push is not cut short.
 */
export function watchStandardOutput(): void {
  for (const stream of [process.stdout, process.stderr]) writeWhole(stream)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exitCode = ExitCode.ok
    else reportUnwritten(error)
  })
  // Messages that cannot be shown change no result, and there is no place to report it.
  process.stderr.on('error', () => {})
}

/** Reports on stderr that the result is incomplete; the process ends with exit code 1, or with that of its failure. */
export function reportUnwritten(error: NodeJS.ErrnoException): void {
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : systemReason(error)
  process.stderr.write(
    `error Cannot write to standard output: ${reason}. The result is incomplete. [TOPO_FILE]\n` +
      `${'hint'.padEnd(6)}${HINT}\n`,
  )
  process.on('exit', (code) => {
    if (code === ExitCode.ok) process.exitCode = ExitCode.refused
  })
}

/**
 * Node writes to a file with one system call, and ignores how much of the text it took. On a disk that is nearly full, the rest
 * is lost without an error.
 */
function writeWhole(stream: StandardStream): void {
  // Terminals and pipes are duplex.
  if (stream instanceof Duplex || typeof stream.fd !== 'number') return
  const { fd } = stream
  stream._write = (chunk: Uint8Array, _encoding, done) => {
    try {
      writeAll(fd, chunk)
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; ) start += writeSync(fd, bytes, start)
}
