/** The requests of a recording that were sent to the service, and how many were not. */

import { isNotSetUp } from '../../api/error-code.ts'
import { isQuotaExceeded, parseErrorBody } from '../../api/parse-error-body.ts'
import { isRateLimited } from '../../api/rate-limit.ts'
import { jsonSize } from '../../limits/json.ts'
import { limits } from '../../limits/limits.ts'
import { findOperation, type ServedOperation } from '../operations.ts'
import type { HarEntry, HarFile } from './read-har.ts'

export interface RecordedCall {
  /** Number of the entry in its file, from 1. */
  readonly number: number
  readonly at: number | undefined
  readonly method: string
  /** Below the base URL, as sent, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Undefined if the contract has no such endpoint. */
  readonly served: ServedOperation | undefined
  /** Decoded parameters of the path by name. */
  readonly params: Readonly<Record<string, string>>
  readonly hasCredentials: boolean
  /** Parsed JSON; text if it is not JSON. */
  readonly body: unknown
  readonly status: number
  /** Parsed JSON; text if it is not JSON; undefined if it is empty. */
  readonly answer: unknown
  /** False if the file does not have it, or if it is too large. */
  readonly hasAnswer: boolean
  /** A quota of the recorded account was used up. */
  readonly isOverQuota: boolean
}

/** Why entries are not sent, with their numbers. */
export const skipReasons = {
  otherAddresses: 'to other addresses',
  otherMethods: 'with methods of browsers (OPTIONS, HEAD)',
  unanswered: 'without an answer',
  temporary: 'refused for now (rate limit, outage)',
  redirected: 'redirected or answered from a cache',
  bodyMissing: 'whose body was not recorded',
  unreadable: 'not readable',
} as const
export type SkipReason = keyof typeof skipReasons

export interface SelectedCalls {
  readonly calls: readonly RecordedCall[]
  readonly skipped: Readonly<Record<SkipReason, number>>
}

/** @param base only requests below it */
export function selectCalls({ entries, unreadable }: HarFile, base: string | undefined): SelectedCalls {
  const skipped = { ...countNothing(), unreadable }
  const calls: RecordedCall[] = []
  for (const entry of entries) {
    const found = base !== undefined && baseOf(entry.url) === base ? toCall(entry, base) : 'otherAddresses'
    if (typeof found === 'string') skipped[found]++
    else calls.push(found)
  }
  return { calls, skipped }
}

const countNothing = () =>
  Object.fromEntries(Object.keys(skipReasons).map((reason) => [reason, 0])) as Record<SkipReason, number>

/** The part before the first `/v1/`. */
function baseOf({ origin, pathname }: URL): string | undefined {
  const at = pathname.indexOf('/v1/')
  return at < 0 ? undefined : origin + pathname.slice(0, at)
}

/** The address of most requests that the contract knows. */
export function likelyBase({ entries }: Pick<HarFile, 'entries'>): string | undefined {
  const counts = new Map<string, number>()
  for (const { method, url } of entries) {
    const base = baseOf(url)
    if (base === undefined || !findOperation(method, pathBelow(url, base))) continue
    counts.set(base, (counts.get(base) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

const pathBelow = ({ origin, pathname }: URL, base: string): string =>
  pathname.slice(base.length - origin.length)

const methods = new Set(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])
const outages = new Set([408, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530])

function toCall(entry: HarEntry, base: string): RecordedCall | SkipReason {
  const { number, at, method, url, status, body, answer } = entry
  if (!methods.has(method)) return 'otherMethods'
  if (status === 0) return 'unanswered'
  if (status < 200 || (status >= 300 && status < 400)) return 'redirected'
  if (body === null) return 'bodyMissing'
  const problem = parseErrorBody(answer ?? '')
  const headers = new Headers(
    entry.answerHeaders.filter(([, value]) => isHeaderValue(value)) as [string, string][],
  )
  const isOverQuota = isQuotaExceeded(status, problem)
  if (status >= 400 && !isOverQuota && isRateLimited({ status, headers }, problem)) return 'temporary'
  if (outages.has(status) && !isNotSetUp(problem)) return 'temporary'
  const sent = parseWithin(body ?? '')
  if (sent === undefined) return 'bodyMissing'
  const answered = answer === null ? undefined : parseWithin(answer)
  const path = pathBelow(url, base)
  const served = findOperation(method, path)
  return {
    ...{ number, at, method, path, query: url.searchParams, served, status, isOverQuota },
    params: paramsOf(served, path),
    hasCredentials: hasCredentials(entry),
    body: sent.value,
    answer: answered?.value,
    hasAnswer: answered !== undefined,
  }
}

/** Other values are not those of a header, whatever the file says. */
const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** Browsers remove the values or the headers; topo replaces the values of all headers that it does not know. */
function hasCredentials({ headers, hasCookies }: HarEntry): boolean {
  return (
    hasCookies ||
    headers.some(
      ([name, value]) => ['authorization', 'x-api-key', 'cookie'].includes(name) || value === 'REDACTED',
    )
  )
}

function paramsOf(served: ServedOperation | undefined, path: string): Record<string, string> {
  const given = path.split('/')
  return Object.fromEntries(
    (served?.operation.path.split('/') ?? []).flatMap((part, at) =>
      part.startsWith('{') ? [[part.slice(1, -1), decode(given[at] ?? '')]] : [],
    ),
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Undefined for JSON that is larger or deeper than topo reads from a service. */
function parseWithin(text: string): { value: unknown } | undefined {
  if (text === '') return { value: undefined }
  const most = { values: limits.answerValues.most, depth: limits.answerDepth.most }
  const { values, depth } = jsonSize(Buffer.from(text), most)
  if (values > most.values || depth > most.depth) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { value: text }
  }
}
