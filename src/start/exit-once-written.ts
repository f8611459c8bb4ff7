/** Ends the process when the command has ended and its output is written. */

/** On Windows, Node may crash if it exits right after a request (nodejs/node#56645). */
const graceMs = process.platform === 'win32' ? 1000 : 0
const pollMs = 10

/**
 * Does not wait for what is left, such as a DNS lookup, which cannot be cancelled. Node also collects garbage before it ends by
 * itself, which takes 10 ms.
 */
export function exitOnceWritten(): void {
  const isWritten = [process.stdout, process.stderr].every(
    ({ destroyed, writableLength }) => destroyed || writableLength === 0,
  )
  if (!isWritten) setTimeout(exitOnceWritten, pollMs).unref()
  else if (graceMs > 0) setTimeout(() => process.exit(), graceMs).unref()
  else process.exit()
}
