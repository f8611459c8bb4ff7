/**
 * Lets `topo preview` and the language server of an editor find each other: each says in `.topo/link` that it runs, and
 * leaves its last message there. Files, because neither has to open a port for the other.
 */
import { watch } from 'node:fs'
import { lstat, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readFileIfExists } from '../../limits/files.ts'
import { makeFolders } from '../../limits/make-folders.ts'
import { writeAtomic } from '../files/atomic.ts'
import { tryParseJson } from '../files/json-text.ts'
import { TOPO_FOLDER } from '../files/root.ts'
import { isAlive } from '../files/temporary.ts'
import { makeTopoFolder } from '../files/topo-folder.ts'

export type LinkSide = 'editor' | 'preview'

/** A message as it comes from outside: from a file that anybody may have written, or from a page. */
export const linkedLine = z.object({
  /** Absolute, with `/`. */
  file: z.string().min(1).max(4_000),
  line: z.number().int().min(1),
  column: z.number().int().min(1),
})
/** A line of a file: to the preview where the cursor is, to the editor what to show. */
export type LinkedLine = z.output<typeof linkedLine>

/** The id differs from that of the message before. */
const message = linkedLine.extend({ id: z.string().max(100) })

const other = (side: LinkSide): LinkSide => (side === 'editor' ? 'preview' : 'editor')

const folderOf = (root: string) => join(root, TOPO_FOLDER, 'link')

/** True while a process of this side runs in the project. */
export async function isLinked(root: string, side: LinkSide): Promise<boolean> {
  const names = await readdir(folderOf(root)).catch(() => [])
  const numbers = names.map((name) => new RegExp(`^${side}-(\\d{1,10})$`).exec(name)?.[1])
  return numbers.some((pid) => pid !== undefined && isAlive(Number(pid)))
}

export interface EditorLink {
  /** True while a process of the other side runs. */
  hasOther(): Promise<boolean>
  /** Tells the other side, if it runs. */
  send(line: LinkedLine): Promise<void>
  close(): Promise<void>
}

/**
 * Announces this process. Undefined if the folder cannot be used: both sides work without the other.
 * @param root of the project
 * @param received called with each message of the other side, after those that were there before
 */
export async function openEditorLink(
  root: string,
  side: LinkSide,
  received: (line: LinkedLine) => void,
): Promise<EditorLink | undefined> {
  try {
    await makeTopoFolder(root)
    makeFolders(folderOf(root))
    // With a link, a repository could make topo write anywhere.
    return (await lstat(folderOf(root))).isDirectory() ? await announce(root, side, received) : undefined
  } catch {
    return undefined
  }
}

async function announce(
  root: string,
  side: LinkSide,
  received: (line: LinkedLine) => void,
): Promise<EditorLink> {
  const folder = folderOf(root)
  const messagesTo = (one: LinkSide) => join(folder, `to-${one}.json`)
  const presence = join(folder, `${side}-${process.pid}`)
  const read = async () => {
    const bytes = await readFileIfExists('config', messagesTo(side)).catch(() => undefined)
    return message.safeParse(tryParseJson(bytes?.toString() ?? '')).data
  }
  let last = (await read())?.id
  const receive = async () => {
    const found = await read()
    // One write makes several events.
    if (found === undefined || found.id === last) return
    last = found.id
    const { file, line, column } = found
    received({ file, line, column })
  }
  const watcher = watch(folder, (_event, name) => {
    if (name === null || name === `to-${side}.json`) void receive()
  })
  watcher.on('error', () => watcher.close())
  watcher.unref()
  await writeFile(presence, '')
  // Those of killed processes.
  for (const name of await readdir(folder)) {
    const [, pid] = /^(?:editor|preview)-(\d{1,10})$/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { force: true })
  }
  const hasOther = () => isLinked(root, other(side))
  let sent = 0
  return {
    hasOther,
    async send({ file, line, column }) {
      if (!(await hasOther())) return
      const id = `${process.pid}-${Date.now()}-${++sent}`
      const text = JSON.stringify({ file, line, column, id })
      await writeAtomic(messagesTo(other(side)), text, { durable: false }).catch(() => {})
    },
    async close() {
      watcher.close()
      await rm(presence, { force: true })
    },
  }
}
