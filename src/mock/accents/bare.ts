/** `bare`: arrays and objects without an envelope. */
import { type Accent, entriesOf, isObject, isRefusal } from './accent.ts'
import { nextLink } from './next-link.ts'

export const bare: Accent = {
  reply(reply, call) {
    const { body, headers } = reply
    if (isRefusal(reply) || !isObject(body)) return reply
    const entries = entriesOf(reply)
    if (entries) {
      // An array has no place for the cursor.
      const next = body.nextCursor
      const link = typeof next === 'string' && { link: nextLink(call, next) }
      return { ...reply, headers: { ...headers, ...link }, body: entries }
    }
    return isObject(body.item) ? { ...reply, body: body.item } : reply
  },
}
