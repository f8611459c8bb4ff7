/** `legacy`: numbers as ids, dates of a database, other names for counts, other error bodies and limits. */
import { notFound } from '../http/http-error.ts'
import {
  type Accent,
  type AccentCall,
  type AccentReply,
  entriesOf,
  isObject,
  isRefusal,
  type Json,
  type RequestParts,
} from './accent.ts'
import type { NumericIds } from './numeric-ids.ts'

/** Lists that count in `meta.total`; the others have `total_count`. */
const metaPath = /^\/v1\/(collections|scripts\/gallery|scripts\/public)$/
/** By the document `orderId` is a UUID, plans and bundles have names, and nodes and edges have the ids of the script. */
const isIdField = (name: string, record: Json) =>
  /^id$|Id$/.test(name) &&
  !['orderId', 'planId', 'bundleId'].includes(name) &&
  !(name === 'targetId' && (record.targetType === 'node' || record.targetType === 'edge'))
const isDateField = (name: string) => /^at$|At$|End$/.test(name)

export const legacy: Accent = {
  request({ params, query, body }, { ids, operation }) {
    const fields = operation?.body.shape ?? {}
    return {
      params: mapFields(params, (_name, value) => ids.idOf(value) ?? value) as RequestParts['params'],
      query,
      body: isObject(body)
        ? mapFields(body, (name, value) => (name in fields ? received(name, value, body, ids) : value))
        : body,
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

function received(name: string, value: unknown, body: Json, ids: NumericIds): unknown {
  if (name === 'expectedUpdatedAt') return toIso(value)
  if (!isIdField(name, body)) return value
  const id = ids.idOf(value)
  if (id === undefined && typeof value === 'number') throw notFound(`nothing has the id ${value}`)
  return id ?? value
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
