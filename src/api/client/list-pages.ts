/** Asks for the pages of a list, and finds out how the service pages. */
import { KnownError } from '../../errors.ts'
import type { NextPage } from '../answers/envelope.ts'

/** Maximum page size of the service. */
const PAGE_SIZE = 100
/** Services that choose their own page size choose no smaller one. */
const MIN_PAGE_SIZE = 10

/** Statuses for parameters that the service does not know. */
const INVALID_PAGE: readonly number[] = [400, 422]
/** Statuses for a page behind the last one. */
const NO_SUCH_PAGE: readonly number[] = [404, 416]

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

/** A page without the items of earlier ones. */
interface FreshPage {
  /** Items on the page, with those of earlier ones. */
  size: number
}

export interface PagesOptions<Item, P extends Page<Item>> {
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

/**
 * Yields the pages of a list, each without the items of earlier pages. The next page is the one that the service names,
 * else the one at the next offset. A page without new items is the last, whatever the count says: a service without paging
 * repeats its first page. Before that, a service that ignores `offset` is asked by page number.
 */
export function readPages<Item, P extends Page<Item>>(
  options: PagesOptions<Item, P>,
): AsyncGenerator<P & FreshPage> {
  return new PageReader(options).read()
}

class PageReader<Item, P extends Page<Item>> {
  readonly #options: PagesOptions<Item, P>
  readonly #position: 'offset' | 'page' | 'none'
  /** Keys of the items so far. */
  readonly #keys = new Set<string>()
  #next: NextPage | undefined
  /** Page size of a service that ignores `offset`; it is asked by page number. */
  #ownSize: number | undefined
  /** The service announced more than it has listed. */
  #isPromised = false
  /** Size of the first page; a smaller one is the last. */
  #fullSize: number | undefined
  /** The service understands the next page that it names. */
  #isNamed = true
  /** The next page is a guess: neither the document nor the service names it. */
  #isGuess = false

  constructor(options: PagesOptions<Item, P>) {
    this.#options = options
    this.#position = options.position ?? 'offset'
  }

  async *read(): AsyncGenerator<P & FreshPage> {
    let page = 1
    for (;;) {
      const request = this.#requestFor(page)
      const answer = await this.#ask(request)
      const items = answer?.items ?? []
      const fresh = this.#takeFresh(items)
      const isNews = fresh.length > 0 || page === 1
      if (answer && isNews) yield { ...answer, items: fresh, size: items.length }
      if (this.#keys.size >= this.#options.limit) return

      this.#isPromised = this.#announcesMore(answer)
      const hasFresh = fresh.length > 0
      const goesOn = hasFresh ? this.#findNext(answer, request) : this.#repeat(answer, request)
      if (!goesOn) return
      if (hasFresh) page++
    }
  }

  #requestFor(page: number): PageRequest {
    const pageSize = Math.min(PAGE_SIZE, this.#options.limit)
    const offset = this.#keys.size
    return {
      limit: Math.min(pageSize, this.#options.limit - offset),
      offset,
      page,
      pageSize,
      next: this.#next,
    }
  }

  /** Undefined if the service refuses the page as one that it does not have. */
  #ask(request: PageRequest): Promise<P | undefined> {
    const { ask } = this.#options
    if (this.#ownSize !== undefined) {
      return askUnless(INVALID_PAGE, ask, byNumber(request, this.#ownSize))
    }
    return askUnless(this.#refusalsOf(request), ask, request)
  }

  #refusalsOf({ page }: PageRequest): readonly number[] {
    if (this.#isGuess) return [...NO_SUCH_PAGE, ...INVALID_PAGE]
    const mayBeEnd = page > 1 && !this.#isPromised
    return mayBeEnd ? NO_SUCH_PAGE : []
  }

  #takeFresh(items: readonly Item[]): Item[] {
    const { keyOf } = this.#options
    const fresh = items.filter((item) => !this.#keys.has(keyOf(item)))
    for (const item of fresh) this.#keys.add(keyOf(item))
    return fresh
  }

  #announcesMore(answer: Page<Item> | undefined): boolean {
    if (answer?.hasMore === true) return true
    return answer?.totalCount !== undefined && answer.totalCount > this.#keys.size
  }

  /**
   * A second page that repeats the first one shows that the service ignores what names it: a text in `next` may be no
   * cursor. Then it may know the position, and at last page numbers.
   * @returns false if the second page is not asked for in another way
   */
  #repeat(answer: Page<Item> | undefined, { page, offset: firstSize }: PageRequest): boolean {
    const mayBeMore = this.#isPromised || repeatsFirstPage(answer, firstSize)
    if (page !== 2 || !mayBeMore) return false

    const wasNamed = this.#next !== undefined && !this.#isGuess
    if (wasNamed && this.#position !== 'none') {
      this.#isNamed = false
      this.#next = undefined
      return true
    }
    const canCount = this.#isGuess || this.#position === 'offset'
    if (!canCount || this.#ownSize !== undefined) return false
    this.#ownSize = firstSize
    return true
  }

  /** @returns false if this was the last page */
  #findNext(answer: Page<Item> | undefined, request: PageRequest): boolean {
    this.#next = this.#isNamed ? answer?.next : undefined
    this.#isGuess = this.#position === 'none' && this.#next === undefined && this.#isPromised
    if (this.#isGuess) this.#next = { query: { offset: String(this.#keys.size) } }
    if (this.#next !== undefined) return true
    if (this.#position === 'none') return false

    const size = answer?.items.length ?? 0
    const totalCount = answer?.totalCount
    // A count may be that of the page, which the service may have capped.
    this.#fullSize ??= size
    const isUsual = answer?.hasOwnSize || isPageSize(size, request.limit)
    const countsItself = totalCount === size && size >= this.#fullSize && isUsual
    return totalCount === undefined || this.#isPromised || countsItself
  }
}

function repeatsFirstPage<Item>(answer: Page<Item> | undefined, firstSize: number): boolean {
  if (answer === undefined || answer.totalCount !== undefined) return false
  return answer.items.length > 0 && firstSize >= MIN_PAGE_SIZE
}

/** True for sizes that somebody would choose: the one that was asked for, and round ones. */
function isPageSize(size: number, asked: number): boolean {
  return size === asked || (size >= MIN_PAGE_SIZE && size % 5 === 0)
}

function byNumber(request: PageRequest, size: number): PageRequest {
  const query = { page: String(request.page), pageSize: String(size) }
  return { ...request, limit: size, pageSize: size, next: { query } }
}

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
