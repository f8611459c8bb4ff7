/** Reads any list of the service page by page. */
import { limits, responseTooLarge } from '../../limits/limits.ts'
import type { NextPage } from '../answers/envelope.ts'
import { type Page, type PagesOptions, readPages } from './list-pages.ts'

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
  const isEnough = isFirst ? options.isEnough : undefined
  const reading = new Reading(options)
  let isFirstPage = true
  for await (const page of readPages(options)) {
    reading.add(page)
    if (isFirstPage && isEnough && (await isEnough(reading.part()))) return reading.part()
    isFirstPage = false
  }
  return reading.list()
}

/** The contents of the pages of one reading. */
class Reading<Item> {
  readonly #options: ListOptions<Item>
  readonly #items = new Map<string, Item>()
  /** Counts of the whole list; some services count the page instead. */
  readonly #totals: number[] = []
  #promised: number | undefined
  /** The last page says that further ones exist. */
  #isCut = false

  constructor(options: ListOptions<Item>) {
    this.#options = options
  }

  /** @throws KnownError for more items than topo reads */
  add({ items, size, totalCount, hasMore }: Page<Item> & { size: number }): void {
    const { keyOf, what } = this.#options
    for (const item of items) this.#items.set(keyOf(item), item)
    if (this.#items.size > limits.list.most) throw responseTooLarge('list', what)

    this.#promised = totalCount ?? this.#promised
    if (totalCount !== undefined && totalCount !== size) this.#totals.push(totalCount)
    this.#isCut = hasMore === true
  }

  /** The first page, as the whole answer. */
  part(): CountedList<Item> {
    const items = [...this.#items.values()]
    return { items, totalCount: items.length, promised: this.#promised, isPart: true }
  }

  list(): CountedList<Item> {
    const { limit } = this.#options
    const count = this.#items.size
    const isBelowLimit = count < limit
    // Nothing tells how many are missing, but at least one is.
    const leastCount = this.#isCut && isBelowLimit ? count + 1 : 0
    const promised = leastCount > 0 ? Math.max(this.#promised ?? 0, leastCount) : this.#promised
    const hasShifted = isBelowLimit && mayHaveShifted(this.#totals, count)
    return {
      items: [...this.#items.values()].slice(0, limit),
      totalCount: Math.max(promised ?? 0, count),
      promised,
      ...(hasShifted && { hasShifted }),
    }
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
