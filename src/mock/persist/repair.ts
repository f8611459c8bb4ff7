/** Repairs a damaged data folder: keeps the newest intact snapshot and every intact commit. */
import { join } from 'node:path'
import { KnownError } from '../../errors.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { dataLostError, formatError, noDataError } from './errors.ts'
import { type DataFiles, nodeFiles } from './files.ts'
import { Folder } from './folder.ts'
import {
  decodeJournal,
  decodeState,
  generationOf,
  type JournalFile,
  journalName,
  type StateFile,
  stateName,
  UnknownFormat,
} from './format.ts'
import { type Adjustments, makeConsistent, Rows, withKnownTables } from './rows.ts'

export interface DamagedPlace {
  file: string
  /** Counts from 1; null for the whole file. */
  line: number | null
  what: string
}

export interface Repair extends Adjustments {
  /** If empty, nothing is written. */
  damage: DamagedPlace[]
  /** The snapshot used, and the number of commits applied to it. */
  from: string
  commits: number
  /** Acknowledged commits that cannot be read, as far as they can be counted. */
  lost: number
  /** True if no snapshot passes its checksum: the one used may differ from what was written. */
  doubtful: boolean
  /** Saved rows by table; only tables with rows. */
  rows: Record<string, number>
  /** Folder with the original files; null if nothing was written. */
  keptIn: string | null
}

export interface RepairOptions {
  path: string
  /** Only report. */
  dryRun: boolean
  files?: DataFiles
}

/**
 * Examines a folder and writes everything that can be saved as its newest generation. The original files are moved
 * into a folder beside it and never removed.
 *
 * @throws KnownError `TOPO_DATA_LOCKED` (exit 75), `TOPO_DATA_LOST` (exit 1) if nothing can be saved,
 * `TOPO_NO_DATA` (exit 2) for a folder without data, `TOPO_DATA_FORMAT` (exit 1) for another version's.
 */
export function repair({ path, dryRun, files = nodeFiles }: RepairOptions): Repair {
  const found = generationsIn(path, files)
  if (found.size === 0) throw noDataError(path)
  const folder = new Folder(path, { files })
  try {
    // Read again, now that no other process can write.
    const { snapshot, ...result } = salvage(generationsIn(path, files), path)
    if (dryRun || result.damage.length === 0) return { ...result, keptIn: null }
    return { ...result, keptIn: folder.startOver(snapshot) }
  } finally {
    folder.close()
  }
}

/** A missing file is undefined; an unreadable one is the error as text. */
interface FoundGeneration {
  state?: StateFile | string
  journal?: JournalFile | string
}

function generationsIn(path: string, files: DataFiles): Map<number, FoundGeneration> {
  const found = new Map<number, FoundGeneration>()
  for (const name of namesIn(path, files)) {
    const { kind, generation } = generationOf(name) ?? {}
    if (kind === undefined || generation === undefined) continue
    const content =
      kind === 'state'
        ? named(generation, decodeFile(path, name, files, decodeState))
        : decodeFile(path, name, files, decodeJournal)
    found.set(generation, { ...found.get(generation), [kind]: content })
  }
  return found
}

/** The header of a snapshot may be damaged too: its name says which generation it is. */
function named(generation: number, state: StateFile | string | undefined): StateFile | string {
  if (typeof state !== 'object') return state ?? 'was changed or is incomplete'
  return { ...state, generation, sound: state.sound && state.generation === generation }
}

function namesIn(path: string, files: DataFiles): string[] {
  try {
    return files.list(path)
  } catch {
    return []
  }
}

function decodeFile<T>(path: string, name: string, files: DataFiles, decode: (bytes: Buffer) => T) {
  try {
    return decode(files.read(join(path, name)))
  } catch (error) {
    if (error instanceof UnknownFormat) throw formatError(join(path, name), error.message)
    if (error instanceof KnownError) throw error
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
}

function salvage(
  found: Map<number, FoundGeneration>,
  path: string,
): Omit<Repair, 'keptIn'> & { snapshot: Snapshot } {
  const base = baseOf(found)
  if (base === undefined) throw dataLostError(path)
  const salvage = new Salvage(base)
  const newest = newestOf(found)
  for (let generation = base.generation; generation <= newest; generation++) {
    salvage.add(generation, found.get(generation) ?? {})
  }
  const { rows, damage, commits, lost } = salvage
  const adjustments = makeConsistent(rows)
  return {
    ...{ damage, from: stateName(base.generation), commits, lost, doubtful: !base.sound },
    ...{ ...adjustments, rows: rows.counts(), snapshot: rows.snapshot() },
  }
}

/** Applies generations, one after the other, to a snapshot. */
class Salvage {
  readonly rows: Rows
  readonly damage: DamagedPlace[] = []
  commits = 0
  lost = 0
  readonly #base: StateFile
  /** Number of the last applied commit. */
  #last: number
  /** False once a generation is missing: later commits cannot be applied. */
  #follows = true

  constructor(base: StateFile) {
    this.#base = base
    this.#last = base.commits
    this.rows = new Rows(base.sound ? base.snapshot : withKnownTables(base.snapshot))
  }

  add(generation: number, { state, journal }: FoundGeneration): void {
    const isBase = generation === this.#base.generation
    if (typeof state !== 'object') this.#report(stateName(generation), state ?? 'is missing')
    else if (!state.sound)
      this.#report(stateName(generation), 'was changed: its checksum or its header is wrong')
    const name = journalName(generation)
    if (typeof journal !== 'object') {
      this.#report(name, journal ?? 'is missing')
      return
    }
    for (const { line, what } of journal.damage) this.#report(name, what, line)
    if (isBase && !this.#belongs(journal)) {
      this.#follows = false
      this.#report(name, `does not belong to ${stateName(generation)}`)
    } else if (!isBase && this.#follows && !this.#continues(journal)) {
      this.#follows = false
      this.#report(name, `starts from ${stateName(generation)}, which is lost`)
    }
    if (this.#follows) this.#apply(name, journal)
    else this.lost += journal.commits.length
  }

  #belongs({ header }: JournalFile): boolean {
    const { generation, commits } = this.#base
    return header === undefined || (header.generation === generation && header.commits === commits)
  }

  /** True if the journal continues the previous one although its own snapshot is lost. */
  #continues({ header, commits: [first] }: JournalFile): boolean {
    return header ? !header.replaced : first?.number === this.#last + 1
  }

  #apply(name: string, { commits, damage }: JournalFile): void {
    const damagedLines = damage.filter(({ line }) => line > 1).length
    let missing = 0
    for (const { number, changes } of commits) {
      const gap = number - this.#last - 1
      if (gap < 0) {
        this.#report(name, `commit ${number} is out of order`)
        continue
      }
      missing += gap
      this.rows.apply(changes)
      this.#last = number
      this.commits++
    }
    const unseen = missing - damagedLines
    if (unseen > 0) this.#report(name, `lacks ${unseen === 1 ? 'a commit' : `${unseen} commits`}`)
    // An unreadable line at the end leaves no gap.
    this.lost += Math.max(missing, damagedLines)
  }

  #report(file: string, what: string, line: number | null = null): void {
    this.damage.push({ file, line, what })
  }
}

/** Finds the newest intact snapshot, else the newest readable one. */
function baseOf(found: Map<number, FoundGeneration>): StateFile | undefined {
  const states = [...found.values()].flatMap(({ state }) => (typeof state === 'object' ? state : []))
  const newestFirst = states.sort((a, b) => b.generation - a.generation)
  return newestFirst.find(({ sound }) => sound) ?? newestFirst[0]
}

/** Finds the newest generation; a journal without commits belongs to one that was never completed. */
function newestOf(found: Map<number, FoundGeneration>): number {
  const counted = [...found].filter(([, { state, journal }]) => {
    const { commits = [], damage = [] } = typeof journal === 'object' ? journal : {}
    return state !== undefined || commits.length > 0 || damage.some(({ line }) => line > 1)
  })
  return Math.max(...counted.map(([generation]) => generation))
}
