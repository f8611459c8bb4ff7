/** What can be saved of a damaged data folder: the newest snapshot that is whole, and every commit that is. */
import { join } from 'node:path'
import { KnownError } from '../../errors.ts'
import type { Snapshot } from '../world/snapshot.ts'
import { dataLost, noData, otherFormat } from './errors.ts'
import { type DataFiles, nodeFiles } from './files.ts'
import { Folder } from './folder.ts'
import {
  decodeJournal,
  decodeState,
  generationOf,
  type JournalFile,
  journalName,
  OtherFormat,
  type StateFile,
  stateName,
} from './format.ts'
import { type Adjustments, makeConsistent, Rows } from './rows.ts'

export interface DamagedPlace {
  file: string
  /** From 1; null for the file as a whole. */
  line: number | null
  what: string
}

export interface Repair extends Adjustments {
  /** Nothing is done where there is none. */
  damage: DamagedPlace[]
  /** The snapshot that was taken, and how many commits after it. */
  from: string
  commits: number
  /** Commits that were acknowledged and cannot be read, as far as they can be counted. */
  lost: number
  /** No snapshot is whole: this one can be read, and may say something else than what was written. */
  doubtful: boolean
  /** How many rows are saved, by table; only tables that have some. */
  rows: Record<string, number>
  /** Where the files are as they were; null where nothing was written. */
  keptIn: string | null
}

export interface RepairOptions {
  path: string
  /** Nothing is written. */
  dryRun: boolean
  files?: DataFiles
}

/**
 * Looks at a folder, and writes what can be saved as its newest generation. The files that were there are moved
 * into a folder beside it, and never removed.
 *
 * @throws KnownError `TOPO_DATA_LOCKED` (exit 75), `TOPO_DATA_LOST` (exit 1) where there is nothing to save,
 * `TOPO_NO_DATA` (exit 2) where there never was, `TOPO_DATA_FORMAT` (exit 1) for another version's.
 */
export function repair({ path, dryRun, files = nodeFiles }: RepairOptions): Repair {
  const found = generationsIn(path, files)
  if (found.size === 0) throw noData(path)
  const folder = new Folder(path, files)
  try {
    // Again, now that nobody else writes.
    const { snapshot, ...result } = saved(generationsIn(path, files), path)
    if (dryRun || result.damage.length === 0) return { ...result, keptIn: null }
    return { ...result, keptIn: folder.startOver(snapshot) }
  } finally {
    folder.close()
  }
}

/** Undefined where a file is missing, an error in words where it cannot be read. */
interface Found {
  state?: StateFile | string
  journal?: JournalFile | string
}

function generationsIn(path: string, files: DataFiles): Map<number, Found> {
  const found = new Map<number, Found>()
  for (const name of namesIn(path, files)) {
    const { kind, generation } = generationOf(name) ?? {}
    if (kind === undefined || generation === undefined) continue
    const content =
      kind === 'state'
        ? (decoded(path, name, files, decodeState) ?? 'is not what was written')
        : decoded(path, name, files, decodeJournal)
    found.set(generation, { ...found.get(generation), [kind]: content })
  }
  return found
}

function namesIn(path: string, files: DataFiles): string[] {
  try {
    return files.list(path)
  } catch {
    return []
  }
}

function decoded<T>(path: string, name: string, files: DataFiles, decode: (bytes: Buffer) => T) {
  try {
    return decode(files.read(join(path, name)))
  } catch (error) {
    if (error instanceof OtherFormat) throw otherFormat(join(path, name), error.message)
    if (error instanceof KnownError) throw error
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
}

function saved(found: Map<number, Found>, path: string): Omit<Repair, 'keptIn'> & { snapshot: Snapshot } {
  const base = baseOf(found)
  if (base === undefined) throw dataLost(path)
  const salvage = new Salvage(base)
  const newest = newestOf(found)
  for (let generation = base.generation; generation <= newest; generation++) {
    salvage.take(generation, found.get(generation) ?? {})
  }
  const { rows, damage, commits, lost } = salvage
  const adjustments = makeConsistent(rows)
  return {
    ...{ damage, from: stateName(base.generation), commits, lost, doubtful: !base.sound },
    ...{ ...adjustments, rows: rows.counts(), snapshot: rows.snapshot() },
  }
}

/** A snapshot, and one generation after the other on top of it. */
class Salvage {
  readonly rows: Rows
  readonly damage: DamagedPlace[] = []
  commits = 0
  lost = 0
  readonly #base: StateFile
  /** Number of the last commit that is in the rows. */
  #last: number
  /** What comes next still follows from them. */
  #follows = true

  constructor(base: StateFile) {
    this.#base = base
    this.#last = base.commits
    this.rows = new Rows(base.snapshot)
  }

  take(generation: number, { state, journal }: Found): void {
    const isBase = generation === this.#base.generation
    if (typeof state !== 'object') this.#report(stateName(generation), state ?? 'is missing')
    else if (!state.sound) this.#report(stateName(generation), 'was changed: its checksum is wrong')
    const name = journalName(generation)
    if (typeof journal !== 'object') {
      this.#report(name, journal ?? 'is missing')
      return
    }
    for (const { line, what } of journal.damage) this.#report(name, what, line)
    if (isBase && !this.#belongs(journal)) {
      this.#follows = false
      this.#report(name, `does not belong to ${stateName(generation)}`)
    } else if (!isBase && this.#follows && !this.#goesOn(journal)) {
      this.#follows = false
      this.#report(name, `begins with ${stateName(generation)}, which is lost`)
    }
    if (this.#follows) this.#apply(name, journal)
    else this.lost += journal.commits.length
  }

  #belongs({ header }: JournalFile): boolean {
    const { generation, commits } = this.#base
    return header === undefined || (header.generation === generation && header.commits === commits)
  }

  /** Where its own snapshot is lost, but only sums up what was before. */
  #goesOn({ header, commits: [first] }: JournalFile): boolean {
    return header ? !header.replaced : first?.number === this.#last + 1
  }

  #apply(name: string, { commits, damage }: JournalFile): void {
    const damagedLines = damage.filter(({ line }) => line > 1).length
    let missing = 0
    for (const { number, changes } of commits) {
      const gap = number - this.#last - 1
      if (gap < 0) {
        this.#report(name, `commit ${number} is not in its place`)
        continue
      }
      missing += gap
      this.rows.apply(changes)
      this.#last = number
      this.commits++
    }
    const unseen = missing - damagedLines
    if (unseen > 0) this.#report(name, `lacks ${unseen === 1 ? 'a commit' : `${unseen} commits`}`)
    // A line at the end that cannot be read leaves no gap.
    this.lost += Math.max(missing, damagedLines)
  }

  #report(file: string, what: string, line: number | null = null): void {
    this.damage.push({ file, line, what })
  }
}

/** The newest snapshot that is whole, else the newest that can be read. */
function baseOf(found: Map<number, Found>): StateFile | undefined {
  const states = [...found.values()].flatMap(({ state }) => (typeof state === 'object' ? state : []))
  const newestFirst = states.sort((a, b) => b.generation - a.generation)
  return newestFirst.find(({ sound }) => sound) ?? newestFirst[0]
}

/** A journal that holds nothing yet is one of a generation that was never complete. */
function newestOf(found: Map<number, Found>): number {
  const counted = [...found].filter(([, { state, journal }]) => {
    const { commits = [], damage = [] } = typeof journal === 'object' ? journal : {}
    return state !== undefined || commits.length > 0 || damage.some(({ line }) => line > 1)
  })
  return Math.max(...counted.map(([generation]) => generation))
}
