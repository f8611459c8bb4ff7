/** Backs up files and scripts to `.topo/backup/` before they are overwritten. */

import path from 'node:path'
import { writeAtomic } from '../../files/atomic.ts'
import { makeTopoFolder, statsOf } from '../../files/topo-folder.ts'
import { escapeName } from '../../project/script/file-name.ts'

export interface Backup {
  root: string
  /** Folder name, shared by all backups of one run, e.g. an ISO timestamp. */
  stamp: string
  /** Path in the project, or slug of a remote script; may be hostile. */
  name: string
  data: string | Uint8Array
}

/** Writes one backup and returns its absolute path. Never overwrites a backup: the next one gets a number. */
export async function backUp({ root, stamp, name, data }: Backup): Promise<string> {
  const folder = path.join(
    await makeTopoFolder(root),
    'backup',
    escapeName(stamp.replaceAll(':', '-')),
  )
  const file = path.join(folder, ...name.split(/[\\/]+/).map(escapeName))
  let target = file
  for (let number = 2; statsOf(target); number++) target = `${file}.${number}`
  await writeAtomic(target, data)
  return target
}
