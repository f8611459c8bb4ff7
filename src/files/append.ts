/** Appends lines to a file, and reads them; a kill at any moment damages only the last line. */
import { appendFileSync, closeSync, constants, openSync } from 'node:fs'
import type * as z from 'zod/mini'
import { KnownError } from '../errors.ts'
import { readFileIfExists } from '../limits/files.ts'
import { tryParseJson } from '../text/parse-json.ts'

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

/** Lines in JSON, without those that are damaged or that topo did not write. A file that cannot be read has none. */
export async function readAppended<Line>(
  file: string,
  schema: z.ZodMiniType<Line>,
): Promise<Line[]> {
  const bytes = await readFileIfExists('record', file).catch((error: unknown) => {
    if (error instanceof KnownError) throw error
  })
  const lines = bytes?.toString('utf8').split('\n') ?? []
  return lines.flatMap((line) => schema.safeParse(tryParseJson(line)).data ?? [])
}
