/**
 * Parses the body of an error response. The document shows `{ error, message, … }`; other deployments nest it, name
 * the fields differently or send text, so every known form is read into one.
 */
import { isRecord, type UntypedRecord } from '../../text/parse-json.ts'
import { asErrorCode, isStatusPhrase, knownCode } from './error-code.ts'

export interface ErrorBody {
  /** In lower case with underscores, synonyms replaced: `quota_exceeded`, `slug_taken`. */
  readonly code?: string | undefined
  /** For people; undefined if the body only repeats the status. */
  readonly message?: string | undefined
  /** Why a promo code is rejected. */
  readonly reason?: string | undefined
  readonly quota?: string | undefined
  readonly limit?: number | undefined
  /** Invalid fields of the request. */
  readonly issues: readonly { path: readonly (string | number)[]; message: string }[]
  /** Findings of the service in a script. */
  readonly errors: readonly { message: string; fix?: string | undefined }[]
  /** The parsed JSON; undefined for other text. */
  readonly json?: unknown
}

/** Characters of a message; a longer one is cut. */
const longestMessage = 4000
/** Characters of a body that is not JSON but may be a message. */
const longestText = 300
const mostIssues = 100
const deepest = 3

export function parseErrorBody(text: string): ErrorBody {
  try {
    const json: unknown = JSON.parse(text)
    return { ...readErrorBody(json), json }
  } catch {
    const said = text.trim()
    const isMessage = said.length <= longestText && !said.startsWith('<') && !/^[[{]/.test(said)
    return readErrorBody(isMessage ? said : undefined)
  }
}

/** @param body parsed JSON, or text */
export function readErrorBody(body: unknown): ErrorBody {
  const layers = layersOf(Array.isArray(body) ? { errors: body } : body)
  const find = <T>(read: (layer: UntypedRecord) => T | undefined) => first(layers.map(read))
  const bare = typeof body === 'string' ? body : undefined
  const issues = layers.flatMap(issuesOf).slice(0, mostIssues)
  const texts = [
    ...layers.flatMap(messagesOf),
    ...issues.map(inWords),
    ...layers.flatMap(codesOf),
    bare,
  ]
  const said = texts.find(
    (text) => text !== undefined && text.trim() !== '' && !isStatusPhrase(text),
  )
  const codes = layers.flatMap(codesOf)
  const code = first([...codes, ...texts].map(knownCode)) ?? first(codes.map(asErrorCode))
  return {
    code,
    message: said?.slice(0, longestMessage),
    reason: find(({ reason }) => asText(reason)),
    quota: find(({ quota }) => asText(quota)),
    limit: find(({ limit }) => asNumber(limit)),
    issues,
    errors: layers.flatMap(findingsOf).slice(0, mostIssues),
  }
}

/** A quota of the account is used up: 429, or what a deployment sends instead. */
export const isQuotaExceeded = (status: number, { code, quota }: ErrorBody): boolean =>
  status < 500 &&
  (code === 'quota_exceeded' || (status === 429 && quota !== undefined && code !== 'rate_limited'))

/** `path: message`, as one line. */
export const inWords = ({ path, message }: ErrorBody['issues'][number]): string =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message

/** The records of a body, the most specific first: `{ error: { … } }`, the body itself, `{ details: { … } }`. */
function layersOf(value: unknown, depth = 0): UntypedRecord[] {
  if (!isRecord(value) || depth > deepest) return []
  const inside = (...names: string[]) =>
    names.flatMap((name) => {
      const inner = value[name]
      return layersOf(Array.isArray(inner) ? inner[0] : inner, depth + 1)
    })
  return [...inside('error', 'fault'), value, ...inside('details', 'detail', 'data', 'errors')]
}

const messageFields = [
  'message',
  'msg',
  'details',
  'detail',
  'error_description',
  'errorMessage',
  'faultstring',
  'description',
  'reason',
  'title',
]

const messagesOf = (layer: UntypedRecord): (string | undefined)[] =>
  messageFields.map((name) => {
    const value = layer[name]
    const lines = Array.isArray(value) ? value.filter((line) => typeof line === 'string') : []
    return lines.length > 0 ? lines.join('; ') : asText(value)
  })

/** Fields that hold a code, the most specific first. `type` is a URI in problem details (RFC 9457). */
const codesOf = ({ code, errorCode, error_code, error, type, status }: UntypedRecord) => [
  ...[code, errorCode, error_code, error].map(asText),
  ...[type, status].map((value) => {
    const text = asText(value)?.replace(/^.*[/:#]/, '')
    return knownCode(text) === undefined ? undefined : text
  }),
]

/** `{ type, message, fix }`: the document's form of findings. */
const findingsOf = ({ errors }: UntypedRecord) =>
  asList(errors).flatMap((entry) =>
    isRecord(entry) && typeof entry.message === 'string' && pathOf(entry) === undefined
      ? [{ message: entry.message, fix: asText(entry.fix) }]
      : [],
  )

function issuesOf({ issues, errors, detail, violations }: UntypedRecord): ErrorBody['issues'] {
  const byField = isRecord(errors)
    ? Object.entries(errors).flatMap(([field, said]) =>
        [said]
          .flat()
          .filter((text) => typeof text === 'string')
          .map((text) => ({ path: [field], message: text })),
      )
    : []
  const listed = [issues, errors, detail, violations].flatMap(asList).flatMap((entry) => {
    if (typeof entry === 'string') return [{ path: [], message: entry }]
    if (!isRecord(entry)) return []
    const said = first(messagesOf(entry))
    const path = pathOf(entry)
    const isFinding = typeof entry.message === 'string' && path === undefined
    return said === undefined || isFinding ? [] : [{ path: path ?? [], message: said }]
  })
  return [...listed, ...byField]
}

function pathOf({ path, loc, field, param, property, pointer }: UntypedRecord) {
  const found = [path, loc, field, param, property, pointer].find((value) => value !== undefined)
  if (typeof found === 'string') return [found]
  if (!Array.isArray(found)) return undefined
  return found.filter((part) => typeof part === 'string' || typeof part === 'number')
}

const first = <T>(values: readonly (T | undefined)[]): T | undefined =>
  values.find((value) => value !== undefined)
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined
const asNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
