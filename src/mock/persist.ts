/** The embedded service's state in a folder: a snapshot and a journal of what was committed after it. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ExitCode, KnownError } from '../errors.ts'
import { Lock } from './lock.ts'
import type { Snapshot } from './snapshot.ts'
import { snapshotSchema } from './snapshot-schema.ts'
import type { Change } from './table.ts'

/** What the folder holds: the state at the last start, and the changes since. */
export interface Stored {
  readonly snapshot: Snapshot
  readonly changes: Change[]
}

/**
 * A folder that one process at a time keeps its state in.
 *
 * `state-<n>.json` is a whole snapshot and `journal-<n>.ndjson` has one line per commit after it, so a killed
 * process loses at most a line that was never acknowledged. Each start begins with generation n + 1.
 */
export class Folder {
  readonly #path: string
  readonly #lock: Lock
  #journal: number | undefined
  #generation = 0

  /** @throws KnownError `TOPO_DATA_LOCKED` (exit 75) while another process has the folder. */
  constructor(path: string) {
    this.#path = path
    mkdirSync(path, { recursive: true })
    this.#lock = new Lock(path)
  }

  read(): Stored | undefined {
    const generations = readdirSync(this.#path).flatMap((name) => /^state-(\d+)\.json$/.exec(name)?.[1] ?? [])
    if (generations.length === 0) return undefined
    this.#generation = Math.max(...generations.map(Number))
    const state = this.#name('state', 'json')
    const snapshot = parse(state, readFileSync(state, 'utf8'), snapshotSchema) as Snapshot
    const journal = this.#name('journal', 'ndjson')
    const lines = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : []
    // What follows the last line end was cut off while it was written, and so never acknowledged.
    return {
      snapshot,
      changes: lines.slice(0, -1).flatMap((line) => parse(journal, line, changesSchema) as Change[]),
    }
  }

  /** Begins a new generation with this state; the old one goes only when the new one is complete. */
  begin(snapshot: Snapshot): void {
    const old = [this.#name('state', 'json'), this.#name('journal', 'ndjson')]
    this.#generation++
    const state = this.#name('state', 'json')
    writeFileSync(`${state}.tmp`, JSON.stringify(snapshot))
    if (this.#journal !== undefined) closeSync(this.#journal)
    this.#journal = openSync(this.#name('journal', 'ndjson'), 'w')
    renameSync(`${state}.tmp`, state)
    for (const file of old) rmSync(file, { force: true })
  }

  /** Appends a commit; when this returns, a kill of the process does not lose it. */
  append(changes: readonly Change[]): void {
    if (this.#journal === undefined) throw new Error('the journal is not open')
    writeSync(this.#journal, `${JSON.stringify(changes)}\n`)
  }

  close(): void {
    if (this.#journal !== undefined) closeSync(this.#journal)
    this.#journal = undefined
    this.#lock.release()
  }

  #name(kind: string, extension: string): string {
    return join(this.#path, `${kind}-${this.#generation}.${extension}`)
  }
}

const changesSchema = z.array(
  z.object({ table: z.string(), id: z.string(), after: z.looseObject({ id: z.string() }).optional() }),
)

function parse(file: string, text: string, schema: z.ZodType): unknown {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new KnownError(`The data of the embedded service is damaged: ${file} is not what it wrote.`, {
      code: 'TOPO_DATA_DAMAGED',
      exitCode: ExitCode.refused,
      hint: 'Move the folder away to begin anew.',
      cause,
    })
  }
}
