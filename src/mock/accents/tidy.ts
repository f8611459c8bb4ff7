/** `tidy`: stores a normalized form of what it is sent, and writes one instant in two precisions. */
import { type Accent, entriesOf, isObject, isRefusal, type Json, type RequestParts } from './accent.ts'

const scriptWrites = new Set(['POST /v1/scripts', 'PATCH /v1/scripts/{id}'])
const otherWrites = new Set(['POST /v1/scripts/{id}/comments', 'POST /v1/collections'])

export const tidy: Accent = {
  rules: { renameTakenSlugs: true },

  request(parts, { method, operation }) {
    const endpoint = `${method} ${operation?.path}`
    if (!scriptWrites.has(endpoint) && !otherWrites.has(endpoint)) return parts
    return { ...parts, body: normalize(parts.body) }
  },

  reply(reply) {
    if (isRefusal(reply) || !isObject(reply.body)) return reply
    const entries = entriesOf(reply)
    if (entries) {
      return { ...reply, body: { ...reply.body, items: entries.map((entry) => withFraction(entry, 6)) } }
    }
    return { ...reply, body: { ...withFraction(reply.body, 3), ...itemOf(reply.body) } }
  },
}

const itemOf = ({ item }: Json) => (item === undefined ? {} : { item: withFraction(item, 3) })

/** Trims code, readme, names and descriptions, sorts and lower-cases tags. Leaves other types to the schema. */
function normalize(body: RequestParts['body']): unknown {
  if (!isObject(body)) return body
  const changed = { ...body }
  for (const name of ['code', 'readme']) {
    const text = body[name]
    if (typeof text === 'string') changed[name] = text.trimEnd()
  }
  for (const name of ['name', 'description', 'content']) {
    const text = body[name]
    if (typeof text === 'string') changed[name] = text.trim()
  }
  const { tags } = body
  if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')) {
    changed.tags = [...new Set(tags.map((tag) => tag.trim().toLowerCase()))].sort()
  }
  return changed
}

/** The same instant with this many digits behind the second. */
function withFraction<T>(record: T, digits: number): T {
  if (!isObject(record) || typeof record.updatedAt !== 'string') return record
  const updatedAt = record.updatedAt.replace(/(:\d\d)\.(\d+)/, (_match, seconds, fraction) =>
    [seconds, fraction.padEnd(digits, '0').slice(0, digits)].join('.'),
  )
  return { ...record, updatedAt }
}
