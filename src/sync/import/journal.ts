/** Records imported rows line by line, so that an import resumes after a quota, Ctrl-C or a kill. */
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { appendLine, readAppended } from '../../files/append.ts'
import { writeAtomic, writeFailure } from '../../files/atomic.ts'
import { TOPO_FOLDER } from '../../files/root.ts'
import { assertNoLinks, makeTopoFolder } from '../../files/topo-folder.ts'
import { type Intent, Intents, type Sending, sweepIntents } from '../state/send-journal.ts'

const importedRow = z.object({
  slug: z.string(),
  /** `contentHash` of the sent script. A row with other content is imported again. */
  hash: z.string(),
  action: z.enum(['created', 'updated', 'unchanged']),
  id: z.string(),
  updatedAt: z.nullable(z.string()),
  /** Milliseconds since 1970. A created script uses its quota until the window has passed. */
  at: z.number(),
  /** Its comments were restored too. */
  complete: z.boolean(),
})
/** A row whose script is on the service. */
export type ImportedRow = z.output<typeof importedRow>

/**
 * One journal per source and service. The service decides: a script counts as imported only if the service still
 * lists it, so another account or a deletion cannot mislead the import.
 */
export class ImportJournal {
  readonly file: string
  readonly #root: string
  readonly #done = new Map<string, ImportedRow>()
  readonly #intents: Intents
  /** Intents of an earlier run that was killed. */
  #unsettled: readonly Intent[] = []
  #writing: Promise<void> = Promise.resolve()

  private constructor(root: string, address: string, source: string) {
    const key = createHash('sha256')
      .update(JSON.stringify([address, source]))
      .digest('hex')
      .slice(0, 16)
    this.#root = root
    this.file = path.join(root, TOPO_FOLDER, 'import', `${key}.ndjson`)
    this.#intents = new Intents(root, address, 'import')
  }

  /** @param resume false starts an empty journal, without changing the disk */
  static async open(
    root: string,
    address: string,
    source: string,
    resume: boolean,
  ): Promise<ImportJournal> {
    const journal = new ImportJournal(root, address, source)
    if (resume) await journal.#read()
    return journal
  }

  async #read(): Promise<void> {
    const name = path.basename(this.file)
    this.#unsettled = (await this.#intents.read()).filter(({ from }) => from === name)
    for (const row of await readAppended(this.file, importedRow)) this.#done.set(row.slug, row)
  }

  get size(): number {
    return this.#done.size
  }

  /** Returns the record of a row with exactly this content. */
  find(slug: string, hash: string): ImportedRow | undefined {
    const done = this.#done.get(slug)
    return done?.hash === hash ? done : undefined
  }

  /** Returns what this import has sent for a slug, or was about to send when it was killed. */
  sendingsOf(slug: string): Sending[] {
    const done = this.#done.get(slug)
    const unsettled = this.#unsettled.filter((intent) => intent.slug === slug)
    return done ? [done, ...unsettled] : unsettled
  }

  /** Records an intent before sending; `add` settles it. */
  intend(sending: Sending): Promise<void> {
    return this.#intents.add({ from: path.basename(this.file), base: null, ...sending })
  }

  /** Time of the first recorded creation after `since`. */
  firstCreated(since: number): number | undefined {
    const times = [...this.#done.values()].flatMap(({ action, at }) =>
      action === 'created' && at > since ? at : [],
    )
    return times.sort((a, b) => a - b)[0]
  }

  /** Writes the journal file before anything is sent, so that an unwritable file fails early. */
  async begin(): Promise<void> {
    await this.#attempt(async () => {
      await makeTopoFolder(this.#root)
      assertNoLinks(path.dirname(this.file))
      // Rewrite the whole file, without outdated records.
      await writeAtomic(this.file, [...this.#done.values()].map(lineOf).join(''), {
        durable: false,
      })
    })
  }

  /** Resolves when the line is on disk. A kill damages only the last line. */
  add(done: ImportedRow): Promise<void> {
    this.#done.set(done.slug, done)
    this.#writing = this.#writing.then(async () => {
      await this.#attempt(async () => appendLine(this.file, JSON.stringify(done)))
      if (done.action !== 'unchanged')
        await this.#intents.settle(path.basename(this.file), done.slug)
    })
    return this.#writing
  }

  /** Deletes the journal after a complete import. */
  async remove(): Promise<void> {
    await rm(this.file, { force: true })
    await this.#intents.settle(path.basename(this.file))
    await sweepIntents(this.#root)
  }

  async #attempt(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (cause) {
      const hint =
        'Make its folder writable: topo records there what was imported. Then run the command again.'
      throw writeFailure(cause, `Cannot write the import journal ${this.file}.`, hint)
    }
  }
}

const lineOf = (done: ImportedRow): string => `${JSON.stringify(done)}\n`
