/** Reads the newest generation of a data folder, and changes nothing. */
import { join } from 'node:path'
import type { Snapshot } from '../database/snapshot.ts'
import type { RowChange } from '../database/table.ts'
import { damagedError, formatError } from './errors.ts'
import type { DataFiles } from './files.ts'
import {
  decodeJournal,
  decodeState,
  generationOf,
  type JournalFile,
  journalName,
  stateName,
  UnknownFormat,
} from './format.ts'

/** Content of the folder: a snapshot and the changes since. */
export interface StoredState {
  readonly snapshot: Snapshot
  readonly changes: readonly RowChange[]
}

export interface NewestGeneration {
  readonly stored: StoredState
  readonly generation: number
  /** Commits in all generations. */
  readonly commits: number
  /** Bytes of the complete lines of the journal. */
  readonly length: number
  /** Bytes of the snapshot. */
  readonly stateLength: number
}

/**
 * Returns undefined for a folder without data.
 * @throws KnownError `TOPO_DATA_DAMAGED` or `TOPO_DATA_FORMAT` (exit 1)
 */
export function readNewest(path: string, files: DataFiles): NewestGeneration | undefined {
  const newest = findNewest(path, files)
  if (newest === undefined) return undefined
  const state = decode(path, stateName(newest), files, decodeState)
  // The checksum is about the rows, not about the header.
  if (!state?.sound || state.generation !== newest) {
    throw damagedError(path, join(path, stateName(newest)), 'was changed or is incomplete')
  }
  const journal = decode(path, journalName(newest), files, decodeJournal)
  checkJournal(path, newest, journal, state.commits)
  const { commits, length } = journal
  return {
    stored: { snapshot: state.snapshot, changes: commits.flatMap(({ changes }) => changes) },
    ...{ generation: newest, commits: state.commits + commits.length, length, stateLength: state.length },
  }
}

/** @param before commits before the journal */
function checkJournal(path: string, generation: number, journal: JournalFile, before: number): void {
  const file = join(path, journalName(generation))
  const { header, commits, damage } = journal
  const [first] = damage
  if (first) throw damagedError(path, `line ${first.line} of ${file}`, first.what)
  if (header?.generation !== generation || header.commits !== before) {
    throw damagedError(path, file, `does not belong to ${stateName(generation)}`)
  }
  for (const [index, { number }] of commits.entries()) {
    const expected = before + index + 1
    if (number === expected) continue
    throw damagedError(path, `line ${index + 2} of ${file}`, `is commit ${number} and not ${expected}`)
  }
}

/** Skips a newer journal without commits: its generation was never completed. */
function findNewest(path: string, files: DataFiles): number | undefined {
  const found = files.list(path).flatMap((name) => generationOf(name) ?? [])
  const of = (wanted: string) => found.flatMap(({ kind, generation }) => (kind === wanted ? generation : []))
  const newest = Math.max(...of('state'))
  for (const generation of of('journal')) {
    if (generation <= newest) continue
    const { commits, damage } = decode(path, journalName(generation), files, decodeJournal)
    const holds = commits.length > 0 || damage.some(({ line }) => line > 1)
    if (holds) throw damagedError(path, join(path, stateName(generation)), 'is missing')
  }
  return Number.isFinite(newest) ? newest : undefined
}

function decode<T>(path: string, name: string, files: DataFiles, read: (bytes: Buffer) => T): T {
  const file = join(path, name)
  try {
    return read(files.read(file))
  } catch (error) {
    if (error instanceof UnknownFormat) throw formatError(file, error.message)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw damagedError(path, file, 'is missing')
    throw error
  }
}
