/** Stores the content of each script at its last sync in `.topo/base/`: one file per content, named by its hash in the state. */
import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { writeOwnFile } from '../../files/atomic.ts'
import { decodeText } from '../../files/decode.ts'
import { TOPO_FOLDER } from '../../files/root.ts'
import { sweepTemporary } from '../../files/temporary.ts'
import { makeTopoFolder, notAFolder, statsOf } from '../../files/topo-folder.ts'
import { readFileWithin } from '../../limits/files.ts'
import { CONTENT_FIELDS, type ScriptContent } from '../../project/script/content.ts'
import { contentHash } from '../../project/script/content-hash.ts'

/** Milliseconds to keep an unreferenced base: another process may be about to reference it. */
const graceMs = 10 * 60 * 1000

const folderOf = (root: string): string => path.join(root, TOPO_FOLDER, 'base')
const nameOf = (hash: string): string => `${hash}.json`

/** @throws usage error `TOPO_FOLDER_LINK` if the folder is a link */
export async function writeBase(root: string, content: ScriptContent): Promise<void> {
  await makeTopoFolder(root)
  const stats = statsOf(folderOf(root))
  if (stats?.isDirectory() === false) throw notAFolder(folderOf(root))
  const text = JSON.stringify(
    Object.fromEntries(CONTENT_FIELDS.map((field) => [field, content[field]])),
  )
  // Need not survive a power cut: without it, a conflict is still reported, with fewer details.
  await writeOwnFile(path.join(folderOf(root), nameOf(contentHash(content))), text)
}

/** Undefined if missing, or if its content no longer matches its hash. */
export async function readBase(root: string, hash: string): Promise<ScriptContent | undefined> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined
  try {
    const content = JSON.parse(
      decodeText(await readFileWithin('record', path.join(folderOf(root), nameOf(hash)))).text ??
        '',
    )
    return contentHash(content) === hash ? content : undefined
  } catch {
    return undefined
  }
}

/** Removes unreferenced bases. @param now milliseconds, by the clock of the file system */
export async function sweepBases(
  root: string,
  named: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const folder = folderOf(root)
  // Never clean up the target of a link.
  if (!statsOf(folder)?.isDirectory()) return
  sweepTemporary(folder, now)
  for (const name of await readdir(folder).catch(() => [])) {
    const [, hash] = OWN_NAME.exec(name) ?? []
    if (hash === undefined || (named.has(hash) && name === nameOf(hash))) continue
    const file = path.join(folder, name)
    const written = (await lstat(file).catch(() => undefined))?.mtimeMs
    // A file that cannot be removed does no harm.
    if (written !== undefined && written < now - graceMs)
      await rm(file, { force: true }).catch(() => {})
  }
}

/** A base, or the temporary file of a killed write. */
const OWN_NAME = /^([0-9a-f]{64})\.json(?:\.tmp-.*)?$/
