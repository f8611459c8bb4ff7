/** What is about to be overwritten is saved under `.topo/backup/` first. */

import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { writeAtomic } from '../files/atomic.ts'
import { makeTopoFolder } from '../files/topo-folder.ts'
import { escapeName } from '../script/file-name.ts'

export interface Backup {
  root: string
  /** Names the folder: all that one run overwrites lies together. An ISO timestamp will do. */
  stamp: string
  /** Path in the project, or the slug of a script on the service; it may be hostile. */
  name: string
  data: string | Uint8Array
}

/** Saves one file and returns its absolute path. A backup is never overwritten: the next one gets a number. */
export async function backUp({ root, stamp, name, data }: Backup): Promise<string> {
  const folder = path.join(await makeTopoFolder(root), 'backup', escapeName(stamp.replaceAll(':', '-')))
  const file = path.join(folder, ...name.split(/[\\/]+/).map(escapeName))
  let target = file
  for (let number = 2; await exists(target); number++) target = `${file}.${number}`
  await writeAtomic(target, data)
  return target
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  )
