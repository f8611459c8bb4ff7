/** Reads something from any answer of unspecified shape. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseShareToken, share } from '../../src/api/calls/share.ts'
import { readStatistics } from '../../src/api/calls/statistics.ts'
import type { Client } from '../../src/api/client.ts'
import { getItem, getItems, getScript, getText, readUntypedList, toScripts } from '../../src/api/untyped.ts'
import { KnownError } from '../../src/errors.ts'

const script = { id: 'i', slug: 's', name: 'n' }

describe('a list is found in any answer', () => {
  test.each<[unknown, number, number]>([
    [{ items: [{ a: 1 }], totalCount: 7 }, 1, 7],
    [{ versions: [{ a: 1 }, 2], nextCursor: null }, 2, 2],
    [[1, null, 'x'], 3, 3],
    [{ items: null, totalCount: 'many' }, 0, 0],
    [null, 0, 0],
    ['text', 0, 0],
  ])('%j', (answer, length, totalCount) => {
    const found = getItems(answer)
    expect([found.items.length, found.totalCount]).toEqual([length, totalCount])
  })
})

test('any answer can be read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (answer) => {
      const client = {
        sharing: { create: async () => answer },
        analytics: { daily: async () => answer },
      } as unknown as Client
      for (const record of [getItem(answer), ...getItems(answer).items])
        getText(record, ...Object.keys(record))
      toScripts(getItems(answer).items)
      const [statistics] = await readStatistics(client, [script], 3)
      expect(statistics?.views).toBeTypeOf('number')
      await readUntypedList(async () => answer, 10)
      const ways = [async () => getScript(answer), () => share(client, script, 'http://localhost')]
      for (const way of ways) {
        const error = await way().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        expect(error === undefined || error instanceof KnownError).toBe(true)
      }
    }),
  )
})

test('a list is read by page to its end, and a service without paging gets no third request', async () => {
  const all = Array.from({ length: 250 }, (_, id) => ({ id }))
  const paged = async ({ limit, offset }: { limit: number; offset: number }) => ({
    items: all.slice(offset, offset + limit),
    totalCount: 250,
  })
  expect((await readUntypedList(paged, Number.POSITIVE_INFINITY)).items).toEqual(all)
  expect(await readUntypedList(paged, 120)).toEqual({ items: all.slice(0, 120), totalCount: 250 })
  let asked = 0
  const same = async () => {
    asked++
    return { items: all.slice(0, 3), totalCount: 9 }
  }
  expect((await readUntypedList(same, Number.POSITIVE_INFINITY)).items.length).toBe(3)
  expect(asked).toBe(2)
})

test.each([
  ['https://diagrams.example.com/v1/share/abc', 'abc'],
  ['https://diagrams.example.com/share/a%20b/', 'a b'],
  ['https://diagrams.example.com/v/abc', undefined],
  ['share/abc', undefined],
  ['https://x/share/%zz', undefined],
])('share URL %s has the token %s', (address, token) => {
  expect(parseShareToken(address)).toBe(token)
})
