/** Looks if a path leads to a file. */

import { stat } from 'node:fs/promises'

/** False also for what is missing, or cannot be looked at. */
export async function isFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.isFile() ?? false
}
