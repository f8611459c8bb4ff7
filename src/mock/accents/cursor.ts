/** `cursor`: lists page by cursor, in the body or in `Link`; offsets and page numbers have no effect. */
import { HttpError } from '../http/http-error.ts'
import { type Accent, type AccentCall, entriesOf, isObject, isRefusal } from './accent.ts'
import { nextLink } from './next-link.ts'

/** Page size that this deployment never exceeds; it does not say so. */
const maxPageSize = 10

/** Lists whose next page is in the header `Link`; the others have `nextCursor`. */
const linked = new Set([
  '/v1/scripts/gallery',
  '/v1/scripts/public',
  '/v1/scripts/starred',
  '/v1/scripts/{id}/comments',
])

interface Position {
  readonly offset: number
  readonly size: number
}

export const cursor: Accent = {
  request(parts, call) {
    if (call.method !== 'GET') return parts
    const { cursor: _, ...query } = parts.query
    const fields = call.operation?.query.shape ?? {}
    const sizeField = 'limit' in fields ? 'limit' : 'pageSize' in fields ? 'pageSize' : undefined
    // A size that is no number is refused by the schema.
    if (sizeField === undefined || !isSize(query[sizeField])) return { ...parts, query }
    const { offset, size } = positionOf(call)
    const place = sizeField === 'limit' ? { offset } : { page: offset / size + 1 }
    return { ...parts, query: { ...query, ...texts({ [sizeField]: size, ...place }) } }
  },

  reply(reply, call, plain) {
    const { body } = reply
    const entries = entriesOf(reply)
    if (call.method !== 'GET' || isRefusal(reply) || !entries || !isObject(body)) return reply
    const { offset, size } = positionOf(call)
    const fields = call.operation?.query.shape ?? {}
    const isPage = 'limit' in fields || 'pageSize' in fields
    const items = isPage ? entries : entries.slice(offset, offset + size)
    const total = isPage && isObject(plain.body) ? Number(plain.body.totalCount) : entries.length
    const end = offset + items.length
    const next = end < total ? encode({ offset: end, size }) : undefined
    const page = { ...reply, body: { ...body, items } }
    if (!linked.has(call.operation?.path ?? ''))
      return { ...page, body: { ...page.body, nextCursor: next ?? null } }
    return next === undefined ? page : { ...page, headers: { ...reply.headers, link: nextLink(call, next) } }
  },
}

const texts = (numbers: object) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]))

const isSize = (text: string | undefined) => text === undefined || /^[1-9]\d{0,8}$/.test(text)

function positionOf({ query }: AccentCall): Position {
  if (query.cursor !== undefined) return decode(query.cursor)
  const asked = query.limit ?? query.pageSize
  return {
    offset: 0,
    size: asked !== undefined && isSize(asked) ? Math.min(Number(asked), maxPageSize) : maxPageSize,
  }
}

const encode = ({ offset, size }: Position) => Buffer.from(`${offset}:${size}`).toString('base64url')

function decode(text: string): Position {
  const [, offset, size] = /^(\d{1,9}):(\d{1,2})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const position = { offset: Number(offset), size: Number(size) }
  const { size: least } = position
  if (least >= 1 && least <= maxPageSize && position.offset % least === 0) return position
  throw new HttpError(400, { error: 'invalid_cursor', message: 'this cursor is not one of this list' })
}
