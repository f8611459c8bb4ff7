/** Ways in which a deployment may answer otherwise than the embedded service, alone and together. */
import { contract } from '../../src/api/resources/index.ts'
import type { Database } from '../../src/mock/database/database.ts'
import { findOperation } from '../../src/mock/operations.ts'
import { type Forward, parse } from '../floor/document-only.ts'
import {
  type Call,
  type Difference,
  entriesOf,
  isObject,
  type Json,
  type Reply,
} from './exchange.ts'
import { legacy } from './legacy.ts'

/** Lists page by cursor, in the body or in `Link`, ten entries at most; offsets and page numbers have no effect. */
const cursor: Difference = async (call, next) => {
  if (call.method !== 'GET') return next(call)
  const url = new URL(call.url)
  const size =
    ['limit', 'pageSize'].find((name) => name in (call.operation?.query.shape ?? {})) ?? ''
  const asked = Math.min(Number(url.searchParams.get(size) ?? 10), 10)
  const given = url.searchParams.get('cursor') ?? btoa(`0:${asked}`)
  const [offset = 0, count = 0] = atob(given).split(':').map(Number)
  turnTo(url, size, { offset, count })
  const reply = await next({ ...call, url })
  const entries = isObject(reply.body) && entriesOf(reply.body)
  if (!isObject(reply.body) || !entries) return reply
  const items = size === '' ? entries.slice(offset, offset + count) : entries
  const end = offset + items.length
  const isLast = end >= Number(size === '' ? entries.length : reply.body.totalCount)
  const following = isLast ? null : btoa(`${end}:${count}`)
  const body = { ...reply.body, items }
  if (!/(gallery|public|starred|comments)$/.test(call.url.pathname))
    return { ...reply, body: { ...body, nextCursor: following } }
  const link = following !== null && { link: call.next(following) }
  return { ...reply, headers: { ...reply.headers, ...link }, body }
}

/** The page in the words of the embedded service. */
function turnTo(url: URL, size: string, { offset, count }: { offset: number; count: number }) {
  for (const name of ['cursor', 'offset', 'page', size]) url.searchParams.delete(name)
  if (size !== '') url.searchParams.set(size, String(count))
  if (size === 'limit') url.searchParams.set('offset', String(offset))
  if (size === 'pageSize') url.searchParams.set('page', String(offset / count + 1))
}

const inLists = ['id', 'slug', 'name', 'updatedAt']
const inGallery = [
  ...inLists.slice(0, 3),
  'description',
  'type',
  'category',
  'viewCount',
  'starCount',
  'tags',
]

/** No counts, few fields in lists, and writes that answer little of what they did. */
const lean: Difference = async (call, next) => {
  const reply = await next(call)
  const { status, body } = reply
  if (status >= 400 || !isObject(body)) return reply
  const path = call.operation?.path ?? ''
  const fields = path === contract.scripts.gallery.path ? inGallery : inLists
  const entries = entriesOf(body)?.map((entry) => {
    // Only scripts have a slug and a revision.
    const isScript = isObject(entry) && entry.slug !== undefined && entry.updatedAt !== undefined
    return isScript ? pick(entry, fields) : entry
  })
  if (entries) return { ...reply, body: { ...pick(body, ['nextCursor']), items: entries } }
  // The text of the assistant is nowhere else to be read.
  return call.method === 'GET' || path.startsWith('/v1/ai/')
    ? reply
    : thinWrite(reply, call.method, path, body)
}

function thinWrite(reply: Reply, method: string, path: string, { item, ok, ...rest }: Json): Reply {
  const isCollection = path.startsWith('/v1/collections')
  if (method === 'DELETE') {
    const nothing = path.includes('comments') ? {} : undefined
    return { ...reply, body: isCollection ? { message: 'removed' } : nothing }
  }
  if (method === 'PATCH' && path !== contract.scripts.update.path)
    return { ...reply, status: 204, body: undefined }
  if (isObject(item) && item.id !== undefined)
    return { ...reply, body: { item: pick(item, ['id', 'slug']) } }
  if (ok === undefined) return reply
  return { ...reply, body: isCollection ? { message: 'added' } : { success: true, ...rest } }
}

const pick = (record: Json, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)))

/** Stores a normalized form of what it is sent, renames taken slugs, and writes one instant in two precisions. */
const tidy: Difference = async (call, next) => {
  const isWrite = /^(POST|PATCH) \/v1\/(scripts(\/[^/]+(\/comments)?)?|collections)$/
  const isTidied = isObject(call.body) && isWrite.test(`${call.method} ${call.url.pathname}`)
  const reply = await next(isTidied ? { ...call, body: normalized(call.body as Json, call) } : call)
  const { status, body } = reply
  if (status >= 400 || !isObject(body)) return reply
  const items = entriesOf(body)?.map((entry) => withFraction(entry, 6))
  if (items) return { ...reply, body: { ...body, items } }
  return {
    ...reply,
    body: isObject(body.item) ? { ...body, item: withFraction(body.item, 3) } : body,
  }
}

function normalized(body: Json, { method, url, database }: Call): Json {
  const changed = { ...body }
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'string') continue
    if (name === 'code' || name === 'readme') changed[name] = value.trimEnd()
    if (name === 'name' || name === 'description' || name === 'content')
      changed[name] = value.trim()
  }
  const { tags, slug } = body
  if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'))
    changed.tags = [...new Set(tags.map((tag) => tag.trim().toLowerCase()))].sort()
  const isTaken = (name: string) => database.scripts.by('slug', name).length > 0
  if (method === 'POST' && url.pathname === '/v1/scripts' && typeof slug === 'string')
    for (let n = 2; isTaken(changed.slug as string); n++) changed.slug = `${slug}-${n}`
  return changed
}

/** The same instant with this many digits behind the second. */
function withFraction(record: unknown, digits: number): unknown {
  if (!isObject(record) || typeof record.updatedAt !== 'string') return record
  const shorten = (_all: string, fraction: string) =>
    `.${fraction.padEnd(digits, '0').slice(0, digits)}`
  return { ...record, updatedAt: record.updatedAt.replace(/\.(\d+)/, shorten) }
}

/** A script has its first slug for ever. */
const fixed: Difference = (call, next) => {
  if (call.operation !== contract.scripts.update || !isObject(call.body)) return next(call)
  const { slug: _, ...body } = call.body
  return next({ ...call, body })
}

/** Arrays and objects without an envelope; an array has its cursor in `Link`. */
const bare: Difference = async (call, next) => {
  const reply = await next(call)
  const { status, headers, body } = reply
  if (status >= 400 || !isObject(body)) return reply
  const entries = entriesOf(body)
  if (!entries) return isObject(body.item) ? { ...reply, body: body.item } : reply
  const link = typeof body.nextCursor === 'string' && { link: call.next(body.nextCursor) }
  return { ...reply, headers: { ...headers, ...link }, body: entries }
}

/** The endpoints that the document only names are absent, as a framework answers for an unknown route. */
const partial: Difference = async (call, next) => {
  const { method, url, operation } = call
  if (operation && (!operation.inferred || operation === contract.scripts.own)) return next(call)
  // The key is checked and counted before the route is looked for.
  const me = contract.quota.me
  const path = new URL(contract.quota.me.path, url)
  const counted = await next({
    ...call,
    method: 'GET',
    url: path,
    operation: me,
    text: '',
    body: undefined,
  })
  if (counted.status >= 400 && operation?.auth === 'key') return counted
  const answer = (status: number, type: string, body: string, more: object = {}) => ({
    status,
    body,
    headers: { ...counted.headers, ...more, 'content-type': `${type}; charset=utf-8` },
  })
  // A route with another method exists there.
  if (operation && method !== 'GET')
    return answer(405, 'text/plain', 'Method Not Allowed', { allow: 'GET, HEAD' })
  const line = `<pre>Cannot ${method} ${url.pathname}</pre>`
  return answer(404, 'text/html', `<!DOCTYPE html>\n<html><body>${line}</body></html>\n`)
}

/** An update changes only what the document shows. */
const narrow: Difference = (call, next) => {
  if (call.operation !== contract.scripts.update || !isObject(call.body)) return next(call)
  return next({
    ...call,
    body: pick(call.body, ['name', 'description', 'code', 'isPublic', 'expectedUpdatedAt']),
  })
}

/** An update is accepted, and changes nothing. */
const deaf: Difference = (call, next) => {
  const { operation } = call
  if (operation !== contract.scripts.update) return next(call)
  return next({
    ...call,
    method: 'GET',
    operation: contract.scripts.get,
    text: '',
    body: undefined,
  })
}

/** Spaces in a description are one, and no answer about a script has its readme. */
const terse: Difference = async (call, next) => {
  const { body } = call
  const isDescribed = isObject(body) && typeof body.description === 'string'
  const description = isDescribed ? String(body.description).replace(/ +/g, ' ') : undefined
  const reply = await next(isDescribed ? { ...call, body: { ...body, description } } : call)
  if (!isObject(reply.body) || !isObject(reply.body.item)) return reply
  const { readme: _, ...item } = reply.body.item
  return { ...reply, body: { ...reply.body, item } }
}

/** From pages and fields to envelopes and routes: a later one rewrites what an earlier one answers. */
const differences = { cursor, lean, legacy, tidy, fixed, bare, partial }

/** With these, not every change can be sent. */
const all = { narrow, deaf, terse, ...differences }

export type DifferenceName = keyof typeof all
export const differenceNames = Object.keys(differences) as DifferenceName[]

/** Only paths below `/v1` are rewritten. */
export function different(
  names: readonly DifferenceName[],
  database: Database,
  forward: Forward,
): Forward {
  const ids = new Map<unknown, unknown>()
  const ask = async ({ body, ...call }: Call): Promise<Reply> => {
    const answer = await forward({
      ...call,
      text: body === undefined ? call.text : JSON.stringify(body),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    const headers = Object.fromEntries(answer.headers)
    return { status: answer.status, headers, body: isJson ? parse(text) : text }
  }
  const answer = (Object.keys(all) as DifferenceName[])
    .filter((name) => names.includes(name))
    .reduce<typeof ask>((next, name) => (call) => all[name](call, next), ask)
  return async (received) => {
    const { method, url, text } = received
    if (!url.pathname.startsWith('/v1/')) return forward(received)
    const next = (position: string) => {
      const following = new URL(url)
      for (const name of ['offset', 'page']) following.searchParams.delete(name)
      following.searchParams.set('cursor', position)
      return `<${following.href}>; rel="next"`
    }
    const operation = findOperation(method, url.pathname)?.operation
    const call = { ...received, operation, body: parse(text), database, ids, next }
    const { status, headers, body } = await answer(call)
    const { 'content-type': _, ...others } = headers
    if (body === undefined) return new Response(null, { status, headers: others })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  }
}
