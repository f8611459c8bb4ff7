/** Appends lines to files that topo only adds to, so a kill at any moment tears the last line at most. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** Does not follow a link: the file may come with a cloned repository, and the link would lead elsewhere. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)

/** Starts with a line end, so a torn line before it does no harm. @throws what the file system says */
export async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, APPEND)
  await handle.appendFile(`\n${line}\n`).finally(() => handle.close())
}
