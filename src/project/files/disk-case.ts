/** Names of files on disks that do not distinguish case, as on Windows and macOS. */
import { realpath } from 'node:fs/promises'

/** The path of an existing file as the disk spells it: records and slugs are made of it. Links are not followed. */
export async function inDiskCase(file: string): Promise<string> {
  const real = await realpath(file).catch(() => file)
  return real.toLowerCase() === file.toLowerCase() ? real : file
}
