/** `legacy`: numbers as ids, dates of a database, other names for counts, other error bodies and limits. */
import { isUuid } from '../floor/documented-answers.ts'
import {
  type Call,
  type Difference,
  isObject,
  type Json,
  mapFields,
  type Reply,
} from './exchange.ts'

/** Lists that count in `meta.total`; the others have `total_count`. */
const metaPath = /^\/v1\/(collections|scripts\/gallery|scripts\/public)$/
/** By the document `orderId` is a UUID, plans and bundles have names, and nodes and edges have the ids of the script. */
const isIdField = (name: string, record: Json) =>
  /^id$|Id$/.test(name) &&
  !['orderId', 'planId', 'bundleId'].includes(name) &&
  !(name === 'targetId' && (record.targetType === 'node' || record.targetType === 'edge'))

export const legacy: Difference = async (call, next) => {
  const { ids, operation } = call
  const idOf = (number: unknown) => ids.get(Number(number)) ?? number
  const received = (body: Json) =>
    mapFields(body, (name, value) => {
      if (name === 'expectedUpdatedAt') return fromDatabaseDate(value)
      return isIdField(name, body) && name in (operation?.body.shape ?? {}) ? idOf(value) : value
    })
  const url = new URL(call.url)
  url.pathname = url.pathname.split('/').map(idOf).join('/')
  const reply = await next({
    ...call,
    url,
    body: isObject(call.body) ? received(call.body) : call.body,
  })
  const headers = Object.entries(reply.headers).map(([name, value]) => [
    name.replace(/^ratelimit-/, 'x-$&'),
    value,
  ])
  const renamed = { ...reply, headers: Object.fromEntries(headers), body: sent(reply.body, ids) }
  if (reply.status >= 400) return refusal(renamed, call)
  return { ...renamed, body: counted(renamed.body, call) }
}

/** Ids and dates of an answer at any depth. */
function sent(value: unknown, ids: Call['ids']): unknown {
  if (Array.isArray(value)) return value.map((one) => sent(one, ids))
  if (!isObject(value)) return value
  return mapFields(value, (name, field) => {
    if (isIdField(name, value)) return numberOf(field, ids)
    return /^at$|At$|End$/.test(name) && typeof field === 'string'
      ? toDatabaseDate(field)
      : sent(field, ids)
  })
}

function numberOf(id: unknown, ids: Call['ids']): unknown {
  if (typeof id !== 'string' || !isUuid(id)) return id
  // No version of a script has such a number.
  const number = ids.get(id) ?? 1_000_000 + ids.size
  ids.set(id, number).set(number, id)
  return number
}

function counted(body: unknown, { operation }: Call): unknown {
  if (!isObject(body) || !Array.isArray(body.items) || body.totalCount === undefined) return body
  const { totalCount, ...rest } = body
  return metaPath.test(operation?.path ?? '')
    ? { ...rest, meta: { total: totalCount } }
    : { ...rest, total_count: totalCount }
}

function refusal(reply: Reply, call: Call): Reply {
  if (!isObject(reply.body)) return reply
  const { error, message = error, ...details } = reply.body
  if (error === 'rate_limited') return rateLimit(reply, call)
  if (reply.status === 401)
    return { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' }, body: error }
  const more = Object.keys(details).length > 0 ? { details } : {}
  return { ...reply, body: { error: { code: error, message, ...more } } }
}

/** The auth layer refuses; a code, a sentence or only `Retry-After` tells the limit from a wrong key. */
function rateLimit({ headers }: Reply, { method }: Call): Reply {
  const { 'retry-after': seconds, ...others } = headers
  if (method === 'GET')
    return {
      status: 403,
      headers,
      body: { error: { code: 'rate_limit_exceeded', message: 'Forbidden' } },
    }
  if (method === 'POST') return { status: 401, headers, body: { error: { code: 'unauthorized' } } }
  const message = `API rate limit exceeded, try again in ${seconds} seconds`
  return { status: 403, headers: others, body: { error: { code: 'forbidden', message } } }
}

/** `2026-03-01T10:00:00.123Z` as `2026-03-01 10:00:00.123000+00`. */
const toDatabaseDate = (text: string) =>
  text.replace(/^(.{10})T(.{8})\.?(\d*)Z$/, (_all, date, time, digits) =>
    [`${date} ${time}`, `${digits.padEnd(6, '0')}+00`].join('.'),
  )

const fromDatabaseDate = (value: unknown) => String(value).replace(/^(\S{10}) (\S+)\+00$/, '$1T$2Z')
