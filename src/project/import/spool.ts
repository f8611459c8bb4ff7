/** Where the scripts of an import lie between their check and their turn: on disk, so memory stays flat. */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ScriptContent } from '../script/content.ts'

/** Where one lies. */
export interface Spooled {
  offset: number
  length: number
}

/** What was checked is what is sent, whatever becomes of the source meanwhile. */
export class Spool {
  readonly #file: FileHandle
  readonly #folder: string
  #end = 0

  private constructor(file: FileHandle, folder: string) {
    this.#file = file
    this.#folder = folder
  }

  static async open(): Promise<Spool> {
    const folder = await mkdtemp(path.join(tmpdir(), 'topo-import-'))
    const file = await open(path.join(folder, 'scripts'), 'wx+', 0o600)
    // Without a name it is gone however this process ends; where the system refuses, it goes with `close`.
    await rm(folder, { recursive: true, force: true }).catch(() => {})
    return new Spool(file, folder)
  }

  async put(content: ScriptContent): Promise<Spooled> {
    const bytes = Buffer.from(JSON.stringify(content))
    const place = { offset: this.#end, length: bytes.length }
    this.#end += bytes.length
    await this.#file.write(bytes, 0, bytes.length, place.offset)
    return place
  }

  async get({ offset, length }: Spooled): Promise<ScriptContent> {
    const { buffer } = await this.#file.read(Buffer.alloc(length), 0, length, offset)
    return JSON.parse(buffer.toString()) as ScriptContent
  }

  async close(): Promise<void> {
    await this.#file.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
