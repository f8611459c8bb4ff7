/** Appends lines to a file; a kill at any moment damages only the last line. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** Does not follow links: a cloned repository may contain one that points outside the project. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)

/** Starts with a line end, so that a damaged line before it is harmless. @throws the error of the file system */
export async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, APPEND)
  await handle.appendFile(`\n${line}\n`).finally(() => handle.close())
}
