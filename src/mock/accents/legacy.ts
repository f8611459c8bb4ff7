/** `legacy`: numbers as ids, dates of a database, other names for counts, other error bodies and limits. */
import {
  type Accent,
  type AccentCall,
  type AccentReply,
  entriesOf,
  isObject,
  isRefusal,
  type Json,
} from './accent.ts'

/** Lists that count in `meta.total`; the others have `total_count`. */
const metaPath = /^\/v1\/(collections|scripts\/gallery|scripts\/public)$/
/** `orderId` is a UUID by the document, the id of a node or an edge is the script's own. */
const isIdField = (name: string, record: Json) =>
  /^id$|Id$/.test(name) &&
  name !== 'orderId' &&
  !(name === 'targetId' && (record.targetType === 'node' || record.targetType === 'edge'))
const isDateField = (name: string) => /^at$|At$|End$/.test(name)

export const legacy: Accent = {
  request({ params, query, body }, { ids }) {
    const known = (value: unknown) => ids.idOf(value)
    return {
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, known(value) ?? value]),
      ),
      query,
      body: isObject(body) ? mapFields(body, (name, value) => received(name, value, body, known)) : body,
    }
  },

  reply(reply, call) {
    const renamed = { ...reply, headers: rateHeaders(reply.headers) }
    if (isRefusal(reply)) return refusal(renamed, call)
    return { ...renamed, body: counted(sent(reply.body, call), reply, call) }
  },
}

const rateHeaders = (headers: AccentReply['headers']) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace(/^ratelimit-/, 'x-$&'), value]),
  )

/** A number that is no row's stays a text, so that it is "not found" and not "not a string". */
function received(name: string, value: unknown, body: Json, known: (value: unknown) => string | undefined) {
  if (name === 'expectedUpdatedAt') return toIso(value)
  if (!isIdField(name, body)) return value
  return known(value) ?? (typeof value === 'number' ? String(value) : value)
}

/** Ids and dates of an answer at any depth. */
function sent(value: unknown, call: AccentCall): unknown {
  if (Array.isArray(value)) return value.map((one) => sent(one, call))
  if (!isObject(value)) return value
  return mapFields(value, (name, field) => {
    if (isIdField(name, value)) return call.ids.numberOf(field) ?? field
    return isDateField(name) && typeof field === 'string' ? toDatabaseDate(field) : sent(field, call)
  })
}

function counted(body: unknown, reply: AccentReply, { operation }: AccentCall): unknown {
  if (!isObject(body) || !entriesOf(reply) || body.totalCount === undefined) return body
  const { totalCount, ...rest } = body
  return metaPath.test(operation?.path ?? '')
    ? { ...rest, meta: { total: totalCount } }
    : { ...rest, total_count: totalCount }
}

function refusal(reply: AccentReply, call: AccentCall): AccentReply {
  const { error, message, ...details } = sent(reply.body, call) as Json
  if (error === 'rate_limited') return rateLimit(reply, call)
  if (reply.status === 401) {
    return { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' }, body: error }
  }
  const nested = {
    code: error,
    message: message ?? error,
    ...(Object.keys(details).length > 0 ? { details } : {}),
  }
  return { ...reply, body: { error: nested } }
}

/** The auth layer refuses; a code, a sentence or only `Retry-After` tells the limit from a wrong key. */
function rateLimit(reply: AccentReply, { method }: AccentCall): AccentReply {
  const { 'retry-after': seconds = '', ...headers } = reply.headers
  const retry = { ...headers, 'retry-after': seconds }
  if (method === 'GET') {
    return {
      status: 403,
      headers: retry,
      body: { error: { code: 'rate_limit_exceeded', message: 'Forbidden' } },
    }
  }
  if (method === 'POST') return { status: 401, headers: retry, body: { error: { code: 'unauthorized' } } }
  const message = `API rate limit exceeded, try again in ${seconds} seconds`
  return { status: 403, headers, body: { error: { code: 'forbidden', message } } }
}

/** `2026-03-01T10:00:00.123Z` as `2026-03-01 10:00:00.123000+00`. */
const toDatabaseDate = (text: string): string =>
  text.replace(
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/,
    (_match, date, time, fraction = '') => `${date} ${time}.${fraction.padEnd(6, '0')}+00`,
  )

/** The same instant as the contract writes it; another value stays. */
function toIso(value: unknown): unknown {
  const pattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,9})?\s?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)?$/
  const [, date, time, fraction = '', , hours, minutes = '00'] = pattern.exec(String(value)) ?? []
  if (date === undefined) return value
  const instant = Date.parse(`${date}T${time}${fraction}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`)
  return Number.isNaN(instant) ? value : new Date(instant).toISOString()
}

const mapFields = (record: Json, of: (name: string, value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(name, value)]))
