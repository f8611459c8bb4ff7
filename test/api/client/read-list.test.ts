/** Lists of services that page in different ways. */
import { describe, expect, test } from 'vitest'
import type { Page, PageRequest } from '../../../src/api/client/list-pages.ts'
import { readCountedList, readWhole } from '../../../src/api/client/read-list.ts'
import { ExitCode, KnownError } from '../../../src/errors.ts'

const all = Array.from({ length: 250 }, (_, id) => ({ id }))
type Item = (typeof all)[number]

/** Reads all items, and counts the requests. */
async function read(service: (page: PageRequest) => Page<Item>, limit = Number.POSITIVE_INFINITY) {
  let asked = 0
  const list = await readCountedList<Item>({
    ask: async (page) => {
      asked++
      return service(page)
    },
    keyOf: ({ id }) => String(id),
    limit,
    what: 'The list',
  })
  return { ...list, asked }
}

const query = ({ next }: PageRequest) => (next && 'query' in next ? next.query : {})
/** The page of 25 whose number is asked for. */
const numbered = (page: PageRequest) => {
  const number = Number(query(page).page ?? 1)
  return all.slice((number - 1) * 25, number * 25)
}
const counted = (items: Item[]) => ({ items, totalCount: items.length })

describe('a service', () => {
  test.each<[string, (page: PageRequest) => Page<Item>, asked: number]>([
    [
      'with offset and a count',
      ({ offset, limit }) => ({ items: all.slice(offset, offset + limit), totalCount: 250 }),
      3,
    ],
    [
      'with offset and no count',
      ({ offset, limit }) => ({ items: all.slice(offset, offset + limit) }),
      4,
    ],
    [
      'that caps a page silently',
      ({ offset }) => ({ items: all.slice(offset, offset + 50), totalCount: 250 }),
      5,
    ],
    [
      'that caps a page and does not count',
      ({ offset }) => ({ items: all.slice(offset, offset + 50) }),
      6,
    ],
    [
      'with a cursor',
      (page) => {
        const from = Number(query(page).cursor ?? 0)
        return {
          items: all.slice(from, from + 50),
          ...(from < 200 && { next: { query: { cursor: `${from + 50}` } } }),
        }
      },
      6,
    ],
    [
      'with page numbers that ignores offset',
      (page) => ({ items: numbered(page), totalCount: 250 }),
      11,
    ],
    [
      'with page numbers that ignores offset and does not count',
      (page) => ({ items: numbered(page) }),
      12,
    ],
    [
      'that caps a page and counts only it',
      ({ offset }) => counted(all.slice(offset, offset + 30)),
      9,
    ],
    [
      'that counts only its page',
      ({ offset, limit }) => counted(all.slice(offset, offset + limit)),
      3,
    ],
  ])('%s is read to its end', async (_name, service, asked) => {
    const list = await read(service)
    expect(list.items).toEqual(all)
    expect([list.totalCount, list.asked]).toEqual([250, asked])
  })

  describe('whose list changes while it is read', () => {
    /** @param change of the list after so many requests */
    const changing = (change: Record<number, (items: Item[]) => void>, isCounted = true) => {
      const items = [...all]
      let asked = 0
      return ({ offset, limit }: PageRequest): Page<Item> => {
        const page = items.slice(offset, offset + limit)
        const answer = { items: page, ...(isCounted && { totalCount: items.length }) }
        change[++asked]?.(items)
        return answer
      }
    }
    const remove = (items: Item[]) => items.splice(5, 1)

    test('is read again if an item left it: that behind the page would be lost', async () => {
      const list = await read(changing({ 1: remove }))
      expect(list.items).toEqual(all.filter(({ id }) => id !== 5))
      expect([list.asked, list.hasShifted]).toEqual([6, undefined])
    })

    test('is read again if items left and came', async () => {
      const move = (items: Item[]) => {
        items.splice(5, 2)
        items.push({ id: 1000 })
      }
      const list = await read(changing({ 2: move }))
      expect(list.items).toHaveLength(249)
      expect(list.items.map(({ id }) => id)).toContain(200)
    })

    test('is read again for a new item only if that is not listed yet', async () => {
      const list = await read(changing({ 1: (items) => items.unshift({ id: 1000 }) }))
      expect(list.items).toEqual([{ id: 1000 }, ...all])
      const atEnd = await read(changing({ 1: (items) => items.push({ id: 1000 }) }))
      expect([atEnd.items.length, atEnd.asked]).toEqual([251, 3])
    })

    test('is said to have shifted if it never stays the same', async () => {
      const list = await read(changing({ 1: remove, 4: remove, 7: remove }))
      expect([list.asked, list.hasShifted]).toEqual([9, true])
    })
  })

  test('that refuses the page behind the last one has no more', async () => {
    for (const status of [404, 416]) {
      const list = await read(({ offset }) => {
        if (offset >= 200)
          throw new KnownError('no', { code: 'TOPO_NOT_FOUND', exitCode: 1, status })
        return { items: all.slice(offset, offset + 100) }
      })
      expect(list.items).toHaveLength(200)
    }
  })

  test('that has more than it shows has promised more', async () => {
    const list = await read(() => ({ items: all.slice(0, 40), totalCount: 40, hasMore: true }))
    expect([list.items.length, list.promised]).toEqual([40, 41])
  })

  test('without paging is read once, then asked by offset and by number', async () => {
    const list = await read(() => ({ items: all.slice(0, 3), totalCount: 9 }))
    expect(list).toMatchObject({ items: all.slice(0, 3), totalCount: 9, promised: 9, asked: 3 })
  })

  test('that refuses page numbers keeps what it listed', async () => {
    const list = await read(({ next }) => {
      if (next) throw new KnownError('no', { code: 'TOPO_REJECTED', exitCode: 1, status: 422 })
      return { items: all.slice(0, 3), totalCount: 9 }
    })
    expect(list.items).toHaveLength(3)
  })

  test('whose cursor goes in a circle is read once', async () => {
    const list = await read(() => ({ items: all.slice(0, 3), next: { query: { cursor: 'x' } } }))
    expect([list.items.length, list.asked]).toEqual([3, 2])
  })
})

test('a limit ends a list early', async () => {
  const service = ({ offset, limit }: PageRequest) => ({
    items: all.slice(offset, offset + limit),
    totalCount: 250,
  })
  expect(await read(service, 120)).toMatchObject({
    items: all.slice(0, 120),
    totalCount: 250,
    asked: 2,
  })
})

test.each<
  [
    how: string,
    page: (query: Record<string, string>) => Item[] | undefined,
    expected: number,
    asked: number,
  ]
>([
  ['offset', ({ offset = '0' }) => all.slice(Number(offset), Number(offset) + 10), 25, 3],
  ['page', ({ page = '1' }) => all.slice(Number(page) * 10 - 10, Number(page) * 10), 25, 4],
  ['nothing', () => all.slice(0, 10), 10, 3],
  [
    'a refusal',
    (search) => (Object.keys(search).length === 0 ? all.slice(0, 10) : undefined),
    10,
    2,
  ],
])(
  'a list without positions that counts more than it has is asked by %s',
  async (_how, page, expected, most) => {
    let asked = 0
    const { items, totalCount } = await readWhole<Item>(async (next) => {
      asked++
      const found = page(next && 'query' in next ? next.query : {})
      if (!found)
        throw new KnownError('no', { code: 'TOPO_X', exitCode: ExitCode.refused, status: 400 })
      return { items: found.filter(({ id }) => id < 25), totalCount: 25 }
    }, 'The list')
    expect([items.length, totalCount, asked]).toEqual([expected, 25, most])
  },
)

test('a list without positions is asked for again only by its next page', async () => {
  let asked = 0
  const list = await readWhole<Item>(async (next) => {
    asked++
    return next
      ? { items: all.slice(2, 4) }
      : { items: all.slice(0, 2), next: { address: '/v1/x?after=2' } }
  }, 'The list')
  expect([list.items, asked]).toEqual([all.slice(0, 4), 2])
})
