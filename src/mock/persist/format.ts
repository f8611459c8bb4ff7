/**
 * File format of a data folder. `journal-<n>.ndjson` starts with a header line, which says how many commits were
 * written: with fewer, the file was cut. Each further line is a record `<checksum> <number> <JSON>`. Record 0 is a
 * snapshot, the others are the commits since. A longer journal is replaced by the next one, with a new snapshot.
 *
 * A kill or a power cut may leave the last record torn: missing, without its end, or with zeros in it or after it,
 * which JSON never contains. Anything else that is not a complete record is damage.
 */
import { crc32 } from 'node:zlib'
import * as z from 'zod/mini'
import { tryParseJson } from '../../text/parse-json.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { RowChange } from '../database/table.ts'
import { damagedError, formatError } from './errors.ts'

const version = '3'
const lineEnd = 0x0a
const space = 0x20
const checksumLength = 8
const headerStart = `{"format":"topo-mock-journal","version":${version},"written":"`
const headerPattern = new RegExp(`^${headerStart}(\\d{15})"}$`)

export interface Journal {
  readonly snapshot: Snapshot
  readonly commits: readonly (readonly RowChange[])[]
  /** Bytes up to the end of the snapshot. */
  readonly snapshotLength: number
  /** Bytes up to the end of the last complete record. */
  readonly length: number
  /** Defined if the record after that is torn. */
  readonly torn: TornRecord | undefined
}

export interface TornRecord {
  readonly line: number
  /** True if an answer said that the commit is stored. */
  readonly wasConfirmed: boolean
}

/** The tables may be those of an older topo. */
const savedSnapshot = z.object({
  version: z.literal(1),
  tables: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
})

export const journalName = (generation: number) => `journal-${generation}.ndjson`

/** Number in the name of a journal; 0 for other files. */
export const generationOf = (name: string): number =>
  Number(/^journal-(\d{1,15})\.ndjson$/.exec(name)?.[1] ?? 0)

/** Where the header says how many commits were written. */
export const countPosition = headerStart.length
export const encodeCount = (commits: number): Buffer =>
  Buffer.from(String(commits).padStart(15, '0'))

export function encodeLine(number: number, content: Snapshot | readonly RowChange[]): Buffer {
  const text = `${number} ${JSON.stringify(content)}`
  return Buffer.from(`${checksumOf(text)} ${text}\n`)
}

export const encodeJournal = (snapshot: Snapshot): Buffer =>
  Buffer.concat([Buffer.from(`${headerStart}${encodeCount(0)}"}\n`), encodeLine(0, snapshot)])

/** @throws KnownError `TOPO_DATA_DAMAGED` or `TOPO_DATA_FORMAT` (exit 1) */
export function decodeJournal(file: string, bytes: Buffer): Journal {
  const written = commitsWritten(file, bytes)
  const start = bytes.indexOf(lineEnd) + 1
  const { contents, snapshotLength, length } = readRecords(file, bytes, start)
  const [first, ...commits] = contents
  const { success, data } = savedSnapshot.safeParse(first)
  if (!success) throw damagedError({ file, line: 2, byte: start }, 'is no complete snapshot')

  const missing = written - commits.length
  const line = contents.length + 2
  if (missing > 1) {
    const what = `is missing or incomplete: ${missing} commits were cut off`
    throw damagedError({ file, line, byte: length }, what)
  }
  const isTorn = missing === 1 || length < bytes.length
  return {
    snapshot: data as Snapshot,
    commits: commits as RowChange[][],
    snapshotLength,
    length,
    torn: isTorn ? { line, wasConfirmed: missing === 1 } : undefined,
  }
}

function commitsWritten(file: string, bytes: Buffer): number {
  const end = Math.max(bytes.indexOf(lineEnd), 0)
  const header = bytes.toString('latin1', 0, Math.min(end, 200))
  const written = headerPattern.exec(header)?.[1]
  if (written !== undefined) return Number(written)
  const other = /"version":(\d{1,9})\b/.exec(header)?.[1]
  if (other !== undefined && other !== version) throw formatError(file, other)
  throw damagedError({ file, line: 1, byte: 0 }, 'has no valid header')
}

/** Contents of all complete records: a snapshot, and the commits. */
function readRecords(file: string, bytes: Buffer, start: number) {
  const contents: unknown[] = []
  let length = start
  let snapshotLength = start
  for (let end = bytes.indexOf(lineEnd, start); end >= 0; end = bytes.indexOf(lineEnd, length)) {
    const number = contents.length
    const record = readRecord(bytes.subarray(length, end))
    const place = { file, line: number + 2, byte: length }
    if (record === undefined || (number > 0 && !Array.isArray(record.content))) {
      if (number > 0 && isTornTail(bytes.subarray(length))) break
      throw damagedError(place, 'was changed or is incomplete')
    }
    if (record.number !== String(number))
      throw damagedError(place, `is commit ${record.number} and not ${number}`)
    contents.push(record.content)
    length = end + 1
    if (number === 0) snapshotLength = length
  }
  return { contents, snapshotLength, length }
}

/** Undefined for a line that is not exactly as it was written. */
function readRecord(line: Buffer): { number: string; content: unknown } | undefined {
  const text = line.subarray(checksumLength + 1)
  if (line[checksumLength] !== space) return undefined
  if (line.toString('latin1', 0, checksumLength) !== checksumOf(text)) return undefined
  const end = text.indexOf(space)
  const content = tryParseJson(text.toString('utf8', end + 1))
  return content === undefined
    ? undefined
    : { number: text.toString('latin1', 0, Math.max(end, 0)), content }
}

/**
 * True for bytes that one write may have left. Without a line end they are the start of a record. With it, a part of
 * the record is zeros. A power cut may lose a page in the middle, or leave a file longer than what was written.
 */
function isTornTail(tail: Buffer): boolean {
  let length = tail.length
  while (length > 0 && tail[length - 1] === 0) length--
  const end = tail.subarray(0, length).indexOf(lineEnd)
  if (end < 0) return true
  return end === length - 1 && tail.subarray(0, length).includes(0)
}

const checksumOf = (bytes: Uint8Array | string): string =>
  crc32(bytes).toString(16).padStart(checksumLength, '0')
