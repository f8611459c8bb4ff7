/** Reads HAR files of topo and of browsers: takes what it needs, and counts what it cannot use. */

import { isRecord, type UntypedRecord } from '../../api/envelope.ts'
import { usageError } from '../../errors.ts'

/** A request and its answer as recorded. */
export interface HarEntry {
  /** Number of the entry in its file, from 1. */
  readonly number: number
  /** Milliseconds since 1970; undefined if the file does not say. */
  readonly at: number | undefined
  readonly method: string
  readonly url: URL
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly hasCookies: boolean
  /** Undefined if no body was sent; null if it was not recorded. */
  readonly body: string | undefined | null
  /** 0 if nothing was answered. */
  readonly status: number
  readonly answerHeaders: readonly (readonly [name: string, value: string])[]
  /** Null if it was not recorded. */
  readonly answer: string | null
}

export interface HarFile {
  readonly entries: readonly HarEntry[]
  /** Entries without the parts that every HAR file has. */
  readonly unreadable: number
}

/** @throws usage error `TOPO_HAR_INVALID` for JSON that is not a HAR file. */
export function readHar(har: unknown, name: string): HarFile {
  const log = isRecord(har) ? har.log : undefined
  if (!isRecord(log) || !Array.isArray(log.entries)) {
    throw invalidHar(`${name} is JSON, but not a HAR file: it has no log.entries.`)
  }
  const read = log.entries.map((entry, at) => readEntry(entry, at + 1))
  const entries = read.filter((entry) => entry !== undefined)
  // In the order in which they were sent; Firefox writes them in the order of the answers.
  const sorted = entries.every(({ at }) => at !== undefined)
    ? [...entries].sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || a.number - b.number)
    : entries
  return { entries: sorted, unreadable: read.length - entries.length }
}

export const invalidHar = (message: string) =>
  usageError(message, {
    code: 'TOPO_HAR_INVALID',
    hint: 'Record a file with --record, or save one with "Save all as HAR with content" in the browser.',
  })

/** Undefined for an entry without a method, an address or a status. */
function readEntry(entry: unknown, number: number): HarEntry | undefined {
  if (!isRecord(entry) || !isRecord(entry.request) || !isRecord(entry.response)) return undefined
  const { request, response, startedDateTime } = entry
  const { method, url } = request
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return undefined
  if (typeof response.status !== 'number') return undefined
  const at = typeof startedDateTime === 'string' ? Date.parse(startedDateTime) : Number.NaN
  return {
    number,
    at: Number.isNaN(at) ? undefined : at,
    method: method.toUpperCase(),
    url: new URL(url),
    headers: readHeaders(request.headers),
    hasCookies: Array.isArray(request.cookies) && request.cookies.length > 0,
    body: bodyOf(request),
    status: response.status,
    answerHeaders: readHeaders(response.headers),
    answer: answerOf(response),
  }
}

function readHeaders(headers: unknown): [string, string][] {
  if (!Array.isArray(headers)) return []
  return headers.flatMap((header): [string, string][] => {
    const { name, value } = Object(header) as UntypedRecord
    return typeof name === 'string' && typeof value === 'string' ? [[name.toLowerCase(), value]] : []
  })
}

function bodyOf({ postData, bodySize }: UntypedRecord): string | undefined | null {
  if (!isRecord(postData)) return typeof bodySize === 'number' && bodySize > 0 ? null : undefined
  const { text, encoding } = postData
  if (typeof text !== 'string') return null
  return encoding === 'base64' ? fromBase64(text) : text
}

/** Browsers omit the text of an answer that was empty or is gone. */
function answerOf({ content }: UntypedRecord): string | null {
  if (!isRecord(content)) return null
  const { text, encoding, size } = content
  if (typeof text === 'string') return encoding === 'base64' ? fromBase64(text) : text
  return typeof size === 'number' && size > 0 ? null : ''
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8')
