/** `lean`: no counts, few fields in lists, and writes that answer little of what they did. */
import {
  type Accent,
  type AccentCall,
  type AccentReply,
  entriesOf,
  isObject,
  isRefusal,
  type Json,
} from './accent.ts'

/** Fields of a script that lists and the DSL's document name. */
const scriptFields = ['id', 'slug', 'name', 'updatedAt']
const galleryFields = [
  ...['id', 'name', 'slug', 'description', 'type', 'category', 'isPublic', 'viewCount', 'starCount', 'tags'],
]
const galleryPath = '/v1/scripts/gallery'
/** Their text is nowhere else to be read. */
const neverThin = '/v1/ai/'

export const lean: Accent = {
  request(parts, { ids }) {
    const { body } = parts
    const paymentId = isObject(body) ? ids.idOf(body.paymentId) : undefined
    return paymentId === undefined ? parts : { ...parts, body: { ...(body as Json), paymentId } }
  },

  reply(reply, call) {
    if (isRefusal(reply)) return reply
    const entries = entriesOf(reply)
    if (entries) return { ...reply, body: { items: entries.map((entry) => thinEntry(entry, call)) } }
    if (call.method !== 'GET') return thinWrite(reply, call)
    return { ...reply, body: withPaymentNumbers(reply.body, call) }
  },
}

function thinEntry(entry: unknown, { operation }: AccentCall): unknown {
  // Only scripts have a slug and a revision.
  if (!isObject(entry) || entry.slug === undefined || entry.updatedAt === undefined) return entry
  return pick(entry, operation?.path === galleryPath ? galleryFields : scriptFields)
}

function thinWrite(reply: AccentReply, call: AccentCall): AccentReply {
  const { body } = reply
  const path = call.operation?.path ?? ''
  if (!isObject(body) || path.startsWith(neverThin)) return reply
  if (call.method === 'DELETE') return { ...reply, body: thinDelete(path) }
  if (call.method === 'PATCH') {
    const isScript = path === '/v1/scripts/{id}' && isObject(body.item)
    if (isScript) return { ...reply, body: { item: pick(body.item as Json, ['id', 'slug']) } }
    return { ...reply, status: 204, body: undefined }
  }
  if (isObject(body.item) && body.item.id !== undefined) {
    return { ...reply, body: { item: pick(body.item, ['id', 'slug']) } }
  }
  return { ...reply, body: withPaymentNumbers(acknowledge(body, path), call) }
}

/** Some deployments answer a deletion with no body, others with an object that says nothing. */
function thinDelete(path: string): unknown {
  if (path.includes('comments')) return {}
  return path.startsWith('/v1/collections') ? { message: 'removed' } : undefined
}

function acknowledge(body: Json, path: string): Json {
  const { ok, ...rest } = body
  if (ok === undefined) return body
  return path.startsWith('/v1/collections') ? { message: 'added' } : { success: true, ...rest }
}

function withPaymentNumbers(body: unknown, call: AccentCall): unknown {
  if (!isObject(body)) return body
  const number = call.ids.numberOf(body.paymentId)
  const { payments } = body
  return {
    ...body,
    ...(number === undefined ? {} : { paymentId: number }),
    ...(Array.isArray(payments)
      ? { payments: payments.map((one) => ({ ...one, id: call.ids.numberOf(one.id) ?? one.id })) }
      : {}),
  }
}

const pick = (record: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.flatMap((name) => (name in record ? [[name, record[name]]] : [])))
