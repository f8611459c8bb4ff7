/**
 * File format of a data folder. `journal-<n>.ndjson` starts with a header line, which says how many commits were written:
 * with fewer, the file was cut. Each further line is `<checksum> <number> <JSON>`. Line 0 is a snapshot, the others are the
 * commits since. A longer journal is replaced by the next one, with a new snapshot.
 */
import { crc32 } from 'node:zlib'
import * as z from 'zod/mini'
import { tryParseJson } from '../../text/parse-json.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { RowChange } from '../database/table.ts'
import { damagedError, formatError } from './errors.ts'

const version = '3'
const [lineEnd, space] = [0x0a, 0x20]
const checksumLength = 8
const headerStart = `{"format":"topo-mock-journal","version":${version},"written":"`
const headerPattern = new RegExp(`^${headerStart}(\\d{15})"}$`)

export interface Journal {
  readonly snapshot: Snapshot
  readonly commits: readonly (readonly RowChange[])[]
  /** Bytes up to the end of the snapshot, and of all complete lines; the rest is a partial write. */
  readonly snapshotLength: number
  readonly length: number
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
export const encodeCount = (commits: number): Buffer => Buffer.from(String(commits).padStart(15, '0'))

export function encodeLine(number: number, content: Snapshot | readonly RowChange[]): Buffer {
  const text = `${number} ${JSON.stringify(content)}`
  return Buffer.from(`${checksumOf(text)} ${text}\n`)
}

export const encodeJournal = (snapshot: Snapshot): Buffer =>
  Buffer.concat([Buffer.from(`${headerStart}${encodeCount(0)}"}\n`), encodeLine(0, snapshot)])

/** @throws KnownError `TOPO_DATA_DAMAGED` or `TOPO_DATA_FORMAT` (exit 1) */
export function decodeJournal(file: string, bytes: Buffer): Journal {
  const written = commitsWritten(file, bytes)
  const contents: unknown[] = []
  let at = bytes.indexOf(lineEnd) + 1
  let snapshotLength = at
  for (let end = bytes.indexOf(lineEnd, at); end >= 0; end = bytes.indexOf(lineEnd, at)) {
    contents.push(contentOf(file, bytes.subarray(at, end), contents.length))
    at = end + 1
    if (contents.length === 1) snapshotLength = at
  }
  const [first, ...commits] = contents
  const { success, data } = savedSnapshot.safeParse(first)
  if (!success) throw damagedError(file, 2, 'is no complete snapshot')
  const missing = written - commits.length
  if (missing > 0)
    throw damagedError(file, contents.length + 2, `is missing or incomplete: ${missing} commits were cut off`)
  return { snapshot: data as Snapshot, commits: commits as RowChange[][], snapshotLength, length: at }
}

function commitsWritten(file: string, bytes: Buffer): number {
  const header = bytes.toString('latin1', 0, Math.min(Math.max(bytes.indexOf(lineEnd), 0), 200))
  const written = headerPattern.exec(header)?.[1]
  if (written !== undefined) return Number(written)
  const other = /"version":(\d{1,9})\b/.exec(header)?.[1]
  if (other !== undefined && other !== version) throw formatError(file, other)
  throw damagedError(file, 1, 'has no valid header')
}

function contentOf(file: string, line: Buffer, expected: number): unknown {
  const text = line.subarray(checksumLength + 1)
  const end = text.indexOf(space)
  const number = text.toString('latin1', 0, Math.max(end, 0))
  const content = tryParseJson(text.toString('utf8', end + 1))
  const sound =
    line[checksumLength] === space && line.toString('latin1', 0, checksumLength) === checksumOf(text)
  if (!sound || content === undefined || (expected > 0 && !Array.isArray(content)))
    throw damagedError(file, expected + 2, 'was changed or is incomplete')
  if (number !== String(expected))
    throw damagedError(file, expected + 2, `is commit ${number} and not ${expected}`)
  return content
}

const checksumOf = (bytes: Uint8Array | string): string =>
  crc32(bytes).toString(16).padStart(checksumLength, '0')
