/** What both sides held at the last sync, under `.topo/base/`: a file per content, named by its hash, as the state names it. */
import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { readFileWithin } from '../../limits/files.ts'
import { writeAtomic } from '../files/atomic.ts'
import { TOPO_FOLDER } from '../files/root.ts'
import { makeTopoFolder, notAFolder } from '../files/topo-folder.ts'
import { CONTENT_FIELDS, contentHash, type ScriptContent } from '../script/content.ts'

/** What nobody names is kept so long, in milliseconds: another process may be about to name it. */
const graceMs = 10 * 60 * 1000

const folderOf = (root: string): string => path.join(root, TOPO_FOLDER, 'base')
const nameOf = (hash: string): string => `${hash}.json`

/** @throws usage error `TOPO_FOLDER_LINK` where a link stands in the place of the folder. */
export async function keepBase(root: string, content: ScriptContent): Promise<void> {
  await makeTopoFolder(root)
  if ((await isFolder(folderOf(root))) === false) throw notAFolder(folderOf(root))
  const text = JSON.stringify(Object.fromEntries(CONTENT_FIELDS.map((field) => [field, content[field]])))
  // Like the state it need not outlive a power cut: without it a conflict is told, only with less detail.
  await writeAtomic(path.join(folderOf(root), nameOf(contentHash(content))), text, { durable: false })
}

/** Undefined where it was never kept, or is no longer what it was. */
export async function readBase(root: string, hash: string): Promise<ScriptContent | undefined> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined
  try {
    const content = JSON.parse(
      (await readFileWithin('record', path.join(folderOf(root), nameOf(hash)))).toString('utf8'),
    )
    return contentHash(content) === hash ? content : undefined
  } catch {
    return undefined
  }
}

/** Removes what is not among the hashes given. @param now milliseconds, by the clock of the file system */
export async function sweepBases(root: string, named: ReadonlySet<string>, now: number): Promise<void> {
  const folder = folderOf(root)
  // What a link leads to is not ours to tidy up.
  if (!(await isFolder(folder))) return
  for (const name of await readdir(folder).catch(() => [])) {
    const [, hash] = OWN_NAME.exec(name) ?? []
    if (hash === undefined || (named.has(hash) && name === nameOf(hash))) continue
    const file = path.join(folder, name)
    const written = (await lstat(file).catch(() => undefined))?.mtimeMs
    // What cannot be removed does no harm.
    if (written !== undefined && written < now - graceMs) await rm(file, { force: true }).catch(() => {})
  }
}

/** A base, or what is left of one that was being written when the process was killed. */
const OWN_NAME = /^([0-9a-f]{64})\.json(?:\.tmp-.*)?$/

/** Undefined where there is nothing. */
const isFolder = (folder: string): Promise<boolean | undefined> =>
  lstat(folder).then(
    (stats) => stats.isDirectory(),
    () => undefined,
  )
