/** Detects when a file is completely saved, and identifies each save. */
import { stat } from 'node:fs/promises'
import type { Clock } from '../../clock.ts'

/** Milliseconds without a change of size after which a file counts as saved. */
const stillMs = 15

/** Identifies a save by inode, size and time. */
export async function fileStamp(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined)
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}

/**
 * Reads a file at once, even during a save, and retries until no save happened during the
 * read. Undefined if the file does not exist.
 */
export async function readSettled<Done>(
  file: string,
  act: () => Promise<Done>,
  clock: Clock,
): Promise<Done | undefined> {
  for (;;) {
    const save = await fileStamp(file)
    if (save !== undefined) {
      const [done] = await Promise.all([act(), clock.wait(stillMs)])
      if (save === (await fileStamp(file))) return done
    } else if (!(await waitUntilSettled(file, clock))) return undefined
  }
}

/** Waits until the size is stable; false if the file does not exist. */
export async function waitUntilSettled(file: string, clock: Clock): Promise<boolean> {
  let size = -1
  for (;;) {
    const now = (await stat(file).catch(() => undefined))?.size
    if (now === undefined) {
      // An editor may be about to replace it.
      await clock.wait(stillMs * 5)
      return (await stat(file).catch(() => undefined)) !== undefined
    }
    if (now === size) return true
    size = now
    await clock.wait(stillMs)
  }
}
