/** Finds how lists page: by offset, page number, cursor or `Link`, or not at all; and where the service caps a page. */
import { type FoundList, findList, isRecord, type NextPage, nextFromLink } from '../../../api/envelope.ts'
import { type PageRequest, readPages } from '../../../api/read-list.ts'
import type { Exchange } from '../../../api/transport.ts'
import {
  type DeploymentCheck,
  type DeploymentFact,
  fact,
  fullPage,
  limitation,
  obstacle,
  reachable,
  type ScriptListEndpoint,
  scriptLists,
} from './check.ts'
import type { DeploymentProbe, ProbeReply } from './probe.ts'

/** `none`: a single answer; `unknown`: there are too few entries to see it. */
type PagedBy = 'offset' | 'page' | 'cursor' | 'link' | 'none' | 'unknown'

interface FoundPaging {
  readonly name: string
  readonly path: string
  readonly by: PagedBy
  /** Entries of the largest page, if the service sends fewer than topo asks for. */
  readonly cap: number | null
  /** Entries on the service, if it says so. */
  readonly total: number | null
  /** Entries that the service counts, but that none of its pages contains; null if there are more pages than were read. */
  readonly missing: number | null
}

/** Pages that are read of each list. */
const maxPages = 5

type Ask = (query: NonNullable<Exchange['query']>, next?: NextPage) => Promise<AnsweredPage | undefined>

export const paging: DeploymentCheck = {
  name: 'paging',
  run: async ({ probe, hasKey }) => {
    const found = (
      await Promise.all(reachable(scriptLists, hasKey).map((endpoint) => pagingOf(probe, endpoint)))
    ).filter((one) => one !== undefined)
    return { facts: found.map(factOf), data: { paging: found } }
  },
}

interface AnsweredPage extends FoundList {
  reply: ProbeReply
}

async function pagingOf(
  probe: DeploymentProbe,
  endpoint: ScriptListEndpoint,
): Promise<FoundPaging | undefined> {
  const { name, path, pagedBy } = endpoint
  const sizeName = pagedBy === 'page' ? 'pageSize' : 'limit'
  const ask: Ask = async (query, next) => pageOf(await probe.get(path, query, next))
  const one = await ask({ [sizeName]: 1 })
  const full = await ask({ [sizeName]: fullPage })
  if (one === undefined || full === undefined) return undefined
  const by = await pagedByOf(one, full, {
    next: () => ask({ [sizeName]: 1 }, one.next),
    offset: () => ask({ [sizeName]: 1, offset: one.items.length }),
    page: () => ask({ [sizeName]: 1, page: 2 }),
    isNumbered: pagedBy === 'page',
  })
  const size = full.items.length
  const hasMore = full.next !== undefined || (full.totalCount ?? 0) > size
  const { seen, isWhole } = await readSome(ask, sizeName)
  const promised = full.totalCount ?? 0
  return {
    ...{ name, path, by, total: full.totalCount ?? null },
    cap: hasMore && size < fullPage ? size : null,
    missing: isWhole && promised > seen ? promised - seen : null,
  }
}

/** Reads the list as topo does, up to some pages. */
async function readSome(ask: Ask, sizeName: 'limit' | 'pageSize') {
  const place = ({ offset, page }: PageRequest) =>
    page === 1 ? {} : sizeName === 'limit' ? { offset } : { page }
  const seen = new Set<string>()
  let pages = 0
  const all = readPages({
    ask: async (request) =>
      (await ask({ [sizeName]: fullPage, ...place(request) }, request.next)) ?? { items: [] },
    keyOf,
    limit: Number.POSITIVE_INFINITY,
  })
  for await (const { items } of all) {
    for (const item of items) seen.add(keyOf(item))
    if (++pages === maxPages) return { seen: seen.size, isWhole: false }
  }
  return { seen: seen.size, isWhole: true }
}

interface Ways {
  next: () => Promise<AnsweredPage | undefined>
  offset: () => Promise<AnsweredPage | undefined>
  page: () => Promise<AnsweredPage | undefined>
  /** The document pages this list by number. */
  isNumbered: boolean
}

async function pagedByOf(one: AnsweredPage, full: AnsweredPage, ways: Ways): Promise<PagedBy> {
  const isNew = (page: AnsweredPage | undefined) =>
    page?.items[0] !== undefined && !one.items.some((item) => keyOf(item) === keyOf(page.items[0]))
  if (one.next !== undefined) {
    if (isNew(await ways.next())) return 'address' in one.next ? 'link' : 'cursor'
  }
  // A single entry has no second page.
  if (Math.max(full.items.length, full.totalCount ?? 0) < 2) return 'unknown'
  for (const by of ways.isNumbered ? (['page', 'offset'] as const) : (['offset', 'page'] as const)) {
    if (isNew(await ways[by]())) return by
  }
  return 'none'
}

function pageOf(reply: ProbeReply): AnsweredPage | undefined {
  const found = reply.isSuccess ? findList(reply.json) : undefined
  return found && { ...found, next: nextFromLink(reply.headers) ?? found.next, reply }
}

const keyOf = (item: unknown): string => String(isRecord(item) ? (item.id ?? item.slug) : item)

const ways: Record<PagedBy, string> = {
  offset: 'by offset',
  page: 'by page number',
  cursor: 'by a cursor in the body',
  link: 'by the address of the next page',
  none: 'not at all',
  unknown: 'too few entries to see how',
}
const effects: Partial<Record<PagedBy, string>> = {
  cursor: 'topo sends the cursor back until no page has one.',
  link: 'topo follows the address, inside this service only.',
  none: 'topo takes the one answer for the whole list.',
}

function factOf({ name, by, cap, total, missing }: FoundPaging): DeploymentFact {
  const limit = cap === null ? '' : `, at most ${cap} entries at a time`
  const message = `${name}: ${ways[by]}${limit}`
  if (missing !== null) {
    return obstacle(
      `${message}; ${missing} of ${total} entries are on no page`,
      'topo cannot read the whole list: push, pull and status end with TOPO_LIST_INCOMPLETE.',
    )
  }
  const requests = cap === null || total === null ? undefined : Math.ceil(total / cap)
  const effect = [
    ...(effects[by] === undefined ? [] : [effects[by]]),
    ...(requests === undefined ? [] : [`All ${total} entries take ${requests} requests.`]),
  ].join(' ')
  return cap === null
    ? fact(message, effect || undefined)
    : limitation(message, effect || `topo asks for ${cap} at a time.`)
}
