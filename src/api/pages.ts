/** Reads all pages of a list: by `Link`, cursor, page or offset, whichever the service supports. */
import { createHash } from 'node:crypto'
import { errorFromReply, type Reply } from './reply.ts'
import { contract } from './resources/index.ts'
import type { Exchange, Transport } from './transport.ts'

interface Page {
  items?: unknown[]
  totalCount?: number
  nextCursor?: string
}

/**
 * Yields pages as they arrive. Stops where the service says so, where a page brings nothing new, and where no
 * next page can be derived.
 * @throws KnownError if a page is refused.
 */
export async function* readPages(
  { exchange }: Transport,
  first: Exchange,
  baseUrl: string,
): AsyncGenerator<Reply> {
  const seen = new Set<string>()
  for (let asked: Exchange | undefined = first; asked; ) {
    const reply: Reply = await exchange(asked)
    if (reply.status < 200 || reply.status > 299) throw errorFromReply(reply)
    // A service without paging repeats the same answer.
    const fingerprint = createHash('sha256').update(reply.text).digest('base64')
    if (seen.has(fingerprint)) return
    seen.add(fingerprint)
    yield reply
    const page = pageOf(reply.text)
    asked = nextFromLink(reply, asked, baseUrl) ?? nextFromBody(page, asked, baseUrl)
  }
}

export function pageOf(text: string): Page {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

/** Next page by `Link: <address>; rel="next"`, only below the base URL. */
function nextFromLink({ headers, url }: Reply, asked: Exchange, baseUrl: string): Exchange | undefined {
  const [, address] = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(headers.get('link') ?? '') ?? []
  if (address === undefined || !URL.canParse(address, url)) return undefined
  const { href } = new URL(address, url)
  return href.startsWith(`${baseUrl}/`)
    ? { ...asked, path: href.slice(baseUrl.length), query: {} }
    : undefined
}

function nextFromBody(page: Page, asked: Exchange, baseUrl: string): Exchange | undefined {
  const go = (query: Exchange['query']) => ({ ...asked, query: { ...asked.query, ...query } })
  if (typeof page.nextCursor === 'string') return go({ cursor: page.nextCursor })
  if (!Array.isArray(page.items) || page.items.length === 0) return undefined
  if (typeof page.totalCount !== 'number') return undefined
  const { pathname, searchParams } = new URL(baseUrl + asked.path)
  const given = (name: string) => Number(asked.query?.[name] ?? searchParams.get(name) ?? Number.NaN)
  if (takesPages(pathname) || !Number.isNaN(given('page'))) {
    const number = given('page') || 1
    const size = given('pageSize') || page.items.length
    return number * size >= page.totalCount ? undefined : go({ page: number + 1 })
  }
  const next = (given('offset') || 0) + page.items.length
  return next >= page.totalCount ? undefined : go({ offset: next })
}

const takesPages = (path: string): boolean =>
  Object.values(contract)
    .flatMap((resource) => Object.values(resource))
    .some((operation) => path.endsWith(operation.path) && 'page' in operation.query.shape)
