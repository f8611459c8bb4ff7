/** Appends lines to a file; a kill at any moment damages only the last line. */
import { appendFileSync, closeSync, constants, openSync } from 'node:fs'

/** Does not follow links: a cloned repository may contain one that points outside the project. Does not wait for the reader of a pipe. */
const APPEND =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0)

/**
 * Starts with a line end, so that a damaged line before it is harmless. Synchronous: a batch appends thousands of lines,
 * and a detour over the threads for files takes ten times as long.
 *
 * @throws the error of the file system
 */
export function appendLine(file: string, line: string): void {
  const handle = openSync(file, APPEND)
  try {
    appendFileSync(handle, `\n${line}\n`)
  } finally {
    closeSync(handle)
  }
}
