/** When a file that is being saved is whole, and which save it is. */
import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** A file whose size stands still for so long is written. */
const stillMs = 15

/** Which save it is, as far as the file system tells. */
export async function fileStamp(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined)
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}

/**
 * Does something with a file at once, though it may be in the middle of a save, and over again until nothing was saved
 * meanwhile. Undefined where there is no file.
 */
export async function readSettled<Done>(file: string, act: () => Promise<Done>): Promise<Done | undefined> {
  for (;;) {
    const save = await fileStamp(file)
    if (save !== undefined) {
      const [done] = await Promise.all([act(), wait(stillMs)])
      if (save === (await fileStamp(file))) return done
    } else if (!(await waitUntilSettled(file))) return undefined
  }
}

/** Waits until the file stands still; false where there is none. */
export async function waitUntilSettled(file: string): Promise<boolean> {
  let size = -1
  for (;;) {
    const now = (await stat(file).catch(() => undefined))?.size
    if (now === undefined) {
      // An editor may put another file in its place.
      await wait(stillMs * 5)
      return (await stat(file).catch(() => undefined)) !== undefined
    }
    if (now === size) return true
    size = now
    await wait(stillMs)
  }
}
