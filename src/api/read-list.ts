/** Reads any list of the service page by page. */
import { KnownError } from '../errors.ts'
import { limits, responseTooLarge } from '../limits/limits.ts'
import type { NextPage } from './envelope.ts'

/** Maximum page size of the service. */
const PAGE_SIZE = 100
/** Services that choose their own page size choose no smaller one. */
const MIN_PAGE_SIZE = 10

/** True for sizes that somebody would choose: the one that was asked for, and round ones. */
const isPageSize = (size: number, asked: number): boolean =>
  size === asked || (size >= MIN_PAGE_SIZE && size % 5 === 0)

/** Position of a page, for endpoints that page by offset or by page number. */
export interface PageRequest {
  limit: number
  offset: number
  /** Counts from 1; all pages have the same `pageSize`. */
  page: number
  pageSize: number
  /** Takes precedence over the position. */
  next: NextPage | undefined
}

export interface Page<Item> {
  items: readonly Item[]
  totalCount?: number | undefined
  next?: NextPage | undefined
  /** The service says that further pages exist. */
  hasMore?: boolean | undefined
  /** The service chose the size of the page, which may be any number. */
  hasOwnSize?: boolean
}

export interface List<Item> {
  items: Item[]
  /** Total on the service as far as it is known, at least the number of items read. */
  totalCount: number
}

export interface CountedList<Item> extends List<Item> {
  /** Total that the service announced last; undefined if it did not. */
  promised: number | undefined
  /** Only the first page was read: it was enough. */
  isPart?: true
  /** Items left the list while it was read, each time: others may be missing. */
  hasShifted?: true
}

/** A page without the items of earlier ones. */
interface FreshPage {
  /** Items on the page, with those of earlier ones. */
  size: number
}

interface PagesOptions<Item, P extends Page<Item>> {
  ask: (page: PageRequest) => Promise<P>
  /** Items may move between pages meanwhile; keyed, none is counted twice. */
  keyOf: (item: Item) => string
  /** Infinity: all items. */
  limit: number
  /**
   * Parameters of the endpoint: `offset` (default), `page`, or `none`. Without parameters, a page is asked for that the
   * service names, or else if its count says that there is more.
   */
  position?: 'offset' | 'page' | 'none'
}

export interface ListOptions<Item> extends PagesOptions<Item, Page<Item>> {
  /** Subject of the error for an endless list, such as `The gallery`. */
  what: string
  /** True if the first page answers the caller: then no further page is read. */
  isEnough?: ((page: CountedList<Item>) => Promise<boolean>) | undefined
}

/**
 * Returns at most `limit` items.
 * @throws KnownError for a list longer than topo's limit.
 */
export async function readList<Item>(options: ListOptions<Item>): Promise<List<Item>> {
  const { items, totalCount } = await readCountedList(options)
  return { items, totalCount }
}

/** Most readings of a list that changes while it is read. */
const MOST_READINGS = 3

/**
 * The same, with the count of the service itself. If items leave the list meanwhile, others move to an earlier page and
 * would be missed, so the list is read again.
 */
export async function readCountedList<Item>(
  options: ListOptions<Item>,
): Promise<CountedList<Item>> {
  for (let reading = 1; ; reading++) {
    const list = await readOnce(options, reading === 1)
    if (!list.hasShifted || reading === MOST_READINGS) return list
  }
}

async function readOnce<Item>(
  options: ListOptions<Item>,
  isFirst: boolean,
): Promise<CountedList<Item>> {
  const { keyOf, limit, what } = options
  const isEnough = isFirst ? options.isEnough : undefined
  const found = new Map<string, Item>()
  /** Counts of the whole list; some services count the page instead. */
  const totals: number[] = []
  let promised: number | undefined
  let pages = 0
  let isCut: boolean | undefined
  for await (const { items, size, totalCount, hasMore } of readPages(options)) {
    for (const item of items) found.set(keyOf(item), item)
    if (found.size > limits.list.most) throw responseTooLarge('list', what)
    promised = totalCount ?? promised
    if (totalCount !== undefined && totalCount !== size) totals.push(totalCount)
    isCut = hasMore
    const first = pages++ === 0 &&
      isEnough && { items: [...found.values()], totalCount: found.size, promised }
    if (first && (await isEnough(first))) return { ...first, isPart: true }
  }
  const hasShifted = mayHaveShifted(totals, found.size) && found.size < limit
  // Nothing tells how many are missing, but at least one is.
  if (isCut && found.size < limit) promised = Math.max(promised ?? 0, found.size + 1)
  return {
    items: [...found.values()].slice(0, limit),
    totalCount: Math.max(promised ?? 0, found.size),
    promised,
    ...(hasShifted && { hasShifted }),
  }
}

/** New items shift others to a later page, where they are known already; removed ones shift others out of sight. */
function mayHaveShifted(totals: readonly number[], found: number): boolean {
  const hasShrunk = totals.some((total, page) => total < (totals[page - 1] ?? total))
  const hasMoved = totals.some((total) => total !== totals[0])
  return hasShrunk || (hasMoved && found < (totals.at(-1) ?? 0))
}

/** All items of a list that the document does not page; a deployment may. */
export const readWhole = <Item>(
  ask: (next: NextPage | undefined) => Promise<Page<Item>>,
  what: string,
): Promise<List<Item>> =>
  readList({
    ask: ({ next }) => ask(next),
    keyOf: (item) => JSON.stringify(item),
    limit: Number.POSITIVE_INFINITY,
    position: 'none',
    what,
  })

/**
 * Yields the pages of a list, each without the items of earlier pages. The next page is the one that the service names,
 * else the one at the next offset. A page without new items is the last, whatever the count says: a service without paging
 * repeats its first page. Before that, a service that ignores `offset` is asked by page number.
 */
export async function* readPages<Item, P extends Page<Item>>({
  ask,
  keyOf,
  limit,
  position = 'offset',
}: PagesOptions<Item, P>): AsyncGenerator<P & FreshPage> {
  const known = new Set<string>()
  const pageSize = Math.min(PAGE_SIZE, limit)
  let next: NextPage | undefined
  /** Page size of a service that ignores `offset`; it is asked by page number. */
  let ownSize: number | undefined
  /** The service announced more than it has listed. */
  let isPromised = false
  /** Size of the first page; a smaller one is the last. */
  let fullSize: number | undefined
  /** The service understands the next page that it names. */
  let isNamed = true
  /** The next page is a guess: neither the document nor the service names it. */
  let isGuess = false
  for (let page = 1; ; page++) {
    const before = known.size
    const request = {
      limit: Math.min(pageSize, limit - before),
      offset: before,
      page,
      pageSize,
      next,
    }
    const mayBeEnd = page > 1 && !isPromised
    const refusals: readonly number[] = isGuess
      ? [...noSuchPage, ...invalidPage]
      : mayBeEnd
        ? noSuchPage
        : []
    const answer: P | undefined =
      ownSize === undefined
        ? await askUnless(refusals, ask, request)
        : await askUnless(invalidPage, ask, byNumber(request, ownSize))
    const { items, totalCount, hasMore, hasOwnSize }: Page<Item> = answer ?? { items: [] }
    const fresh = items.filter((item) => !known.has(keyOf(item)))
    for (const item of fresh) known.add(keyOf(item))
    if (answer && (fresh.length > 0 || page === 1))
      yield { ...answer, items: fresh, size: items.length }
    if (known.size >= limit) return
    isPromised = hasMore === true || (totalCount !== undefined && totalCount > known.size)
    if (fresh.length === 0) {
      // A second page that repeats the first one shows that the service ignores what names it: a text in `next` may be no
      // cursor. Then it may know the position, and at last page numbers.
      const repeats = totalCount === undefined && items.length > 0 && before >= MIN_PAGE_SIZE
      if (page !== 2 || !(isPromised || repeats)) return
      if (next !== undefined && !isGuess && position !== 'none') {
        isNamed = false
        next = undefined
      } else if ((isGuess || position === 'offset') && ownSize === undefined) ownSize = before
      else return
      page--
      continue
    }
    next = isNamed ? answer?.next : undefined
    isGuess = position === 'none' && next === undefined && isPromised
    if (isGuess) next = { query: { offset: String(known.size) } }
    if (next !== undefined) continue
    if (position === 'none') return
    // A count may be that of the page, which the service may have capped.
    fullSize ??= items.length
    const isFull =
      items.length >= fullSize && (hasOwnSize || isPageSize(items.length, request.limit))
    const countsItself = totalCount === items.length && isFull
    if (totalCount !== undefined && !isPromised && !countsItself) return
  }
}

const byNumber = (request: PageRequest, size: number): PageRequest => ({
  ...request,
  limit: size,
  pageSize: size,
  next: { query: { page: String(request.page), pageSize: String(size) } },
})

/** Parameters that the service does not know. */
const invalidPage = [400, 422]
/** A page behind the last one. */
const noSuchPage = [404, 416]

/** Undefined if the service refuses the page with one of these statuses. */
async function askUnless<P>(
  refusals: readonly number[],
  ask: (page: PageRequest) => Promise<P>,
  request: PageRequest,
): Promise<P | undefined> {
  try {
    return await ask(request)
  } catch (error) {
    if (error instanceof KnownError && refusals.includes(error.status ?? 0)) return undefined
    throw error
  }
}
