/** Records the scripts that an export has finished, in `.topo/export.ndjson`, until all are done. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { readFileIfExists } from '../../limits/files.ts'
import { appendLine } from '../files/append.ts'
import { makeTopoFolder } from '../files/topo-folder.ts'

/** A revision whose comments were exported too. */
interface ExportedRevision {
  id: string
  updatedAt?: string | undefined
}

/** Comments do not change a revision, so each export reads them once, even if it is interrupted. */
export class ExportProgress {
  readonly #file: string
  readonly #address: string
  readonly #done: Set<string>

  private constructor(file: string, address: string, done: Set<string>) {
    this.#file = file
    this.#address = address
    this.#done = done
  }

  static async open(folder: string, address: string): Promise<ExportProgress> {
    const file = path.join(await makeTopoFolder(folder), 'export.ndjson')
    const text = (await readFileIfExists('record', file))?.toString('utf8') ?? ''
    return new ExportProgress(file, address, new Set(text.split('\n')))
  }

  has(exported: ExportedRevision): boolean {
    return this.#done.has(this.#lineOf(exported))
  }

  async add(exported: ExportedRevision): Promise<void> {
    appendLine(this.#file, this.#lineOf(exported))
  }

  /** Deletes the record: the next export reads all comments again. */
  async end(): Promise<void> {
    await rm(this.#file, { force: true })
  }

  #lineOf({ id, updatedAt }: ExportedRevision): string {
    return JSON.stringify([this.#address, id, updatedAt])
  }
}
