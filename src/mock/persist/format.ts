/**
 * File format of a data folder.
 *
 * `state-<n>.json` is a snapshot: a header line and a line of JSON.
 * `journal-<n>.ndjson` has the commits after it: a header line, and a line for each commit,
 * `<checksum> <number> <changes>`. Commits are numbered through all generations, so that a missing one is noticed.
 */
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { Snapshot } from '../database/snapshot.ts'
import type { RowChange } from '../database/table.ts'

const version = 2
const [lineEnd, space] = [0x0a, 0x20]
const checksumLength = 8

/** Header of a generation. */
export interface Generation {
  readonly generation: number
  /** Commits before this snapshot. */
  readonly commits: number
  /** The state replaced everything and does not follow from the previous generation. */
  readonly replaced: boolean
}

export interface StateFile extends Generation {
  readonly snapshot: Snapshot
  /** Bytes of the file. */
  readonly length: number
  /** False if the checksum is wrong but the file still is a valid snapshot. */
  readonly sound: boolean
}

export interface Commit {
  /** Counts from 1, starting with the empty folder. */
  readonly number: number
  readonly changes: readonly RowChange[]
}

export interface Damage {
  /** From 1. */
  readonly line: number
  readonly what: string
}

export interface JournalFile {
  /** Undefined if the header line is damaged. */
  readonly header: Generation | undefined
  readonly commits: readonly Commit[]
  readonly damage: readonly Damage[]
  /** Bytes of complete lines; the rest is a partial write. */
  readonly length: number
}

/** The tables may be those of an older topo. */
const savedSnapshot = z.object({
  version: z.literal(1),
  tables: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
})

export const stateName = (generation: number) => `state-${generation}.json`
export const journalName = (generation: number) => `journal-${generation}.ndjson`

/** Parses the name of a state or journal file. */
export function generationOf(name: string): { kind: 'state' | 'journal'; generation: number } | undefined {
  const [, kind, digits] = /^(state|journal)-(\d{1,15})\.(?:json|ndjson)$/.exec(name) ?? []
  return kind === undefined ? undefined : { kind: kind as 'state' | 'journal', generation: Number(digits) }
}

export function encodeState(about: Generation, snapshot: Snapshot): Buffer {
  const rows = Buffer.from(JSON.stringify(snapshot))
  const header = { format: 'topo-mock-state', version, ...about, checksum: checksumOf(rows) }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), rows, Buffer.from('\n')])
}

const journalStart = { format: 'topo-mock-journal', written: '' }
/** Where the header of a journal says how many commits were written: with fewer, the file was cut. */
export const countPosition = JSON.stringify(journalStart).length - 2
export const encodeCount = (commits: number): Buffer => Buffer.from(String(commits).padStart(15, '0'))

export const encodeJournal = (about: Generation): Buffer =>
  Buffer.from(
    `${JSON.stringify({ ...journalStart, written: String(encodeCount(about.commits)), version, ...about })}\n`,
  )

export function encodeCommit(number: number, changes: readonly RowChange[]): Buffer {
  const text = `${number} ${JSON.stringify(changes)}`
  return Buffer.from(`${checksumOf(text)} ${text}\n`)
}

/** Returns undefined if the bytes are no snapshot; throws `UnknownFormat` for another version's format. */
export function decodeState(bytes: Buffer): StateFile | undefined {
  const end = bytes.indexOf(lineEnd)
  const header = headerOf(bytes.subarray(0, end < 0 ? bytes.length : end), 'topo-mock-state')
  if (header === undefined) return undefined
  const last = bytes.at(-1) === lineEnd ? bytes.length - 1 : bytes.length
  const rows = bytes.subarray(end + 1, Math.max(end + 1, last))
  const snapshot = savedSnapshot.safeParse(parseJson(rows))
  if (!snapshot.success) return undefined
  const sound = header.checksum === checksumOf(rows)
  return { ...about(header), snapshot: snapshot.data as Snapshot, length: bytes.length, sound }
}

export function decodeJournal(bytes: Buffer): JournalFile {
  const commits: Commit[] = []
  const damage: Damage[] = []
  let header: Generation | undefined
  let written = 0
  let at = 0
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(lineEnd, at)
    if (end < 0) break
    const text = bytes.subarray(at, end)
    at = end + 1
    if (line === 1) {
      const found = headerOf(text, 'topo-mock-journal')
      header = found && about(found)
      written = Number(found?.written ?? 0)
      if (!header) damage.push({ line, what: 'has no valid header' })
      continue
    }
    const commit = commitOf(text)
    if (commit) commits.push(commit)
    else damage.push({ line, what: 'was changed or is incomplete' })
  }
  if (at === 0) damage.push({ line: 1, what: 'has no valid header' })
  const missing = written - (header?.commits ?? 0) - commits.length
  if (missing > 0 && damage.length === 0)
    damage.push({
      line: commits.length + 2,
      what: `is missing or incomplete: ${missing} commits were cut off`,
    })
  return { header, commits, damage, length: at }
}

/** The file is intact, but has a format that this topo cannot read. */
export class UnknownFormat extends Error {}

interface Header extends Generation {
  readonly format: string
  readonly version: number
  readonly checksum?: string
  readonly written?: string
}

function headerOf(line: Buffer, format: string): Header | undefined {
  const found = parseJson(line) as Partial<Header> & { tables?: unknown; '0'?: unknown }
  // Format 1: the snapshot is only the state, the journal contains lists of changes.
  if (found?.tables !== undefined || found?.[0] !== undefined) throw new UnknownFormat('1')
  if (found?.format !== format) return undefined
  if (found.version !== version) throw new UnknownFormat(String(found.version))
  const numbers = [found.generation, found.commits]
  return numbers.every(Number.isSafeInteger) ? (found as Header) : undefined
}

const about = ({ generation, commits, replaced }: Header): Generation => ({
  generation,
  commits,
  replaced: replaced === true,
})

function commitOf(line: Buffer): Commit | undefined {
  const text = line.subarray(checksumLength + 1)
  if (line[checksumLength] !== space || line.toString('latin1', 0, checksumLength) !== checksumOf(text)) {
    return undefined
  }
  const end = text.indexOf(space)
  const number = Number(text.toString('latin1', 0, end))
  const changes = parseJson(text.subarray(end + 1))
  return Array.isArray(changes) && Number.isSafeInteger(number) ? { number, changes } : undefined
}

const checksumOf = (bytes: Uint8Array | string): string =>
  crc32(bytes).toString(16).padStart(checksumLength, '0')

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
