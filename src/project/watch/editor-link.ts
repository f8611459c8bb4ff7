/**
 * Lets `topo preview` and the language server of an editor find each other: each says in `.topo/link` that it runs, and
 * leaves its last message there. Files, because neither has to open a port for the other.
 */
import { type FSWatcher, watch } from 'node:fs'
import { lstat, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readFileIfExists } from '../../limits/files.ts'
import { makeFolders } from '../../limits/make-folders.ts'
import { writeAtomic } from '../files/atomic.ts'
import { isAlive } from '../files/is-alive.ts'
import { tryParseJson } from '../files/json-text.ts'
import { TOPO_FOLDER } from '../files/root.ts'
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

export class EditorLink {
  readonly #side: LinkSide
  readonly #root: string
  readonly #folder: string
  #watcher: FSWatcher | undefined
  #last: string | undefined
  #sent = 0

  private constructor(side: LinkSide, root: string) {
    this.#side = side
    this.#root = root
    this.#folder = folderOf(root)
  }

  /**
   * Announces this process. Undefined if the folder cannot be used: both sides work without the other.
   * @param root of the project
   * @param received called with each message of the other side, after those that were there before
   */
  static async open(
    root: string,
    side: LinkSide,
    received: (line: LinkedLine) => void,
  ): Promise<EditorLink | undefined> {
    try {
      await makeTopoFolder(root)
      makeFolders(folderOf(root))
      // With a link, a repository could make topo write anywhere.
      if (!(await lstat(folderOf(root))).isDirectory()) return undefined
      const link = new EditorLink(side, root)
      await link.#start(received)
      return link
    } catch {
      return undefined
    }
  }

  async #start(received: (line: LinkedLine) => void): Promise<void> {
    this.#last = (await this.#read())?.id
    this.#watcher = watch(this.#folder, (_event, name) => {
      if (name === null || name === `to-${this.#side}.json`) void this.#receive(received)
    })
    this.#watcher.on('error', () => this.#watcher?.close())
    this.#watcher.unref()
    await writeFile(this.#presence, '')
    // Those of killed processes.
    for (const name of await readdir(this.#folder)) {
      const [, pid] = /^(?:editor|preview)-(\d{1,10})$/.exec(name) ?? []
      if (pid !== undefined && !isAlive(Number(pid))) await rm(join(this.#folder, name), { force: true })
    }
  }

  /** True while a process of the other side runs. */
  hasOther(): Promise<boolean> {
    return isLinked(this.#root, other(this.#side))
  }

  /** Tells the other side, if it runs. */
  async send({ file, line, column }: LinkedLine): Promise<void> {
    if (!(await this.hasOther())) return
    const id = `${process.pid}-${Date.now()}-${++this.#sent}`
    const text = JSON.stringify({ file, line, column, id })
    const to = join(this.#folder, `to-${other(this.#side)}.json`)
    await writeAtomic(to, text, { durable: false }).catch(() => {})
  }

  async close(): Promise<void> {
    this.#watcher?.close()
    await rm(this.#presence, { force: true })
  }

  get #presence(): string {
    return join(this.#folder, `${this.#side}-${process.pid}`)
  }

  async #receive(received: (line: LinkedLine) => void): Promise<void> {
    const found = await this.#read()
    // One write makes several events.
    if (found === undefined || found.id === this.#last) return
    this.#last = found.id
    const { file, line, column } = found
    received({ file, line, column })
  }

  async #read() {
    const file = join(this.#folder, `to-${this.#side}.json`)
    const bytes = await readFileIfExists('config', file).catch(() => undefined)
    return message.safeParse(tryParseJson(bytes?.toString() ?? '')).data
  }
}
