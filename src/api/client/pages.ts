/** Reads all pages of any list as raw replies, for `topo api --paginate`. */
import { createHash } from 'node:crypto'
import { isRecord, tryParseJson } from '../../text/parse-json.ts'
import { type FoundList, findList, nextFromLink } from '../answers/envelope.ts'
import { contract } from '../resources/index.ts'
import { errorFromReply, type Reply } from '../transport/reply.ts'
import type { Exchange, Transport } from '../transport/transport.ts'
import { readPages } from './list-pages.ts'
import { continued } from './request.ts'

/** A reply with its list; `found` is undefined for an answer that is no list. */
export interface ReplyPage extends FoundList {
  reply: Reply
  found: FoundList | undefined
}

/**
 * Yields pages as they arrive.
 * @throws KnownError if a page is refused.
 */
export function readReplies(
  transport: Transport,
  first: Exchange,
  baseUrl: string,
): AsyncGenerator<ReplyPage> {
  const { pathname, searchParams } = new URL(baseUrl + first.path)
  const given = (name: string) =>
    Number(first.query?.[name] ?? searchParams.get(name) ?? Number.NaN)
  const byNumber = takesPages(pathname) || !Number.isNaN(given('page'))
  return readPages<unknown, ReplyPage>({
    ask: async ({ page, offset, next }) => {
      const query = byNumber
        ? { page: (given('page') || 1) + page - 1 }
        : { offset: (given('offset') || 0) + offset }
      const asked = page === 1 ? first : { ...first, query: { ...first.query, ...query } }
      const reply = await transport.exchange(continued(asked, next, baseUrl))
      if (reply.status < 200 || reply.status > 299) throw errorFromReply(reply)
      return pageOf(reply)
    },
    keyOf: (item) => String(isRecord(item) && item.id !== undefined ? item.id : hash(item)),
    limit: Number.POSITIVE_INFINITY,
    position: byNumber ? 'page' : 'offset',
  })
}

function pageOf(reply: Reply): ReplyPage {
  const found = findList(tryParseJson(reply.text))
  const list = found ?? { items: [], totalCount: undefined, next: undefined }
  return { ...list, next: nextFromLink(reply.headers) ?? list.next, reply, found }
}

const hash = (item: unknown): string =>
  createHash('sha256').update(JSON.stringify(item)).digest('base64')

const takesPages = (path: string): boolean =>
  Object.values(contract)
    .flatMap((resource) => Object.values(resource))
    .some((operation) => path.endsWith(operation.path) && 'page' in operation.query.shape)
