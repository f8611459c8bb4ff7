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
import { ExitCode, KnownError } from '../errors.ts'
import type { Snapshot } from './snapshot.ts'
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
  #journal: number | undefined
  #generation = 0

  /** @throws KnownError `TOPO_DATA_LOCKED` (exit 75) while another process has the folder. */
  constructor(path: string) {
    this.#path = path
    mkdirSync(path, { recursive: true })
    this.#lock()
  }

  read(): Stored | undefined {
    const generations = readdirSync(this.#path).flatMap((name) => /^state-(\d+)\.json$/.exec(name)?.[1] ?? [])
    if (generations.length === 0) return undefined
    this.#generation = Math.max(...generations.map(Number))
    const snapshot = this.#parse(this.#name('state', 'json')) as Snapshot
    const journal = this.#name('journal', 'ndjson')
    const lines = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : []
    // What follows the last line end was cut off while it was written, and so never acknowledged.
    return { snapshot, changes: lines.slice(0, -1).flatMap((line) => JSON.parse(line) as Change[]) }
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
    rmSync(this.#lockFile, { force: true })
  }

  get #lockFile(): string {
    return join(this.#path, 'lock')
  }

  #name(kind: string, extension: string): string {
    return join(this.#path, `${kind}-${this.#generation}.${extension}`)
  }

  #parse(file: string): unknown {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch (cause) {
      throw new KnownError(`The data of the embedded service is damaged: ${file} is not JSON.`, {
        code: 'TOPO_DATA_DAMAGED',
        exitCode: ExitCode.refused,
        hint: 'Move the folder away to begin anew.',
        cause,
      })
    }
  }

  #lock(): void {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        writeFileSync(this.#lockFile, String(process.pid), { flag: 'wx' })
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        const owner = Number(readFileSync(this.#lockFile, 'utf8'))
        if (owner !== process.pid && isRunning(owner)) {
          throw new KnownError(`The data folder ${this.#path} is in use by process ${owner}.`, {
            code: 'TOPO_DATA_LOCKED',
            exitCode: ExitCode.temporary,
            hint: 'Stop that process, or use its address as the base URL.',
          })
        }
        rmSync(this.#lockFile, { force: true })
      }
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
