import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findList, findRecord, nextFromLink } from '../../../src/api/answers/envelope.ts'

const items = [{ id: 1 }, { id: 2 }]

describe('a list', () => {
  test.each<[answer: unknown, totalCount: number | undefined]>([
    [{ items, totalCount: 7 }, 7],
    [{ items }, undefined],
    [items, undefined],
    [{ data: items, total: 7 }, 7],
    [{ data: { items, total_count: '7' } }, 7],
    [{ results: items, meta: { total: 7 } }, 7],
    [{ data: items, meta: { pagination: {} }, pagination: { totalCount: 7 } }, 7],
    [{ scripts: items, totalCount: null }, undefined],
    [{ items, totalCount: 'many' }, undefined],
    [{ items, totalCount: -1 }, undefined],
    [{ data: { total: 3 }, result: {}, scripts: { items, total: 7 } }, 7],
    [{ warnings: [], filters: ['x'], scripts: items }, undefined],
    [{ scripts: { items, total: 7 } }, 7],
    [{ status: 'success', payload: { rows: items, total: 7 } }, 7],
    [{ _embedded: { scripts: items }, totalElements: 7 }, 7],
  ])('is found in %j', (answer, totalCount) => {
    expect(findList(answer)).toEqual({ items, totalCount, next: undefined })
  })

  test.each([null, 'text', 7, {}, { items: null }, { data: { a: 1 } }, { a: { b: { c: items } } }])(
    'is not found in %j',
    (answer) => expect(findList(answer)).toBeUndefined(),
  )
})

describe('the next page', () => {
  test.each([
    [{ items, nextCursor: 'abc' }, { query: { cursor: 'abc' } }],
    [{ items, next_cursor: 'abc' }, { query: { cursor: 'abc' } }],
    [{ items, nextPageToken: 'abc' }, { query: { pageToken: 'abc' } }],
    [{ items, meta: { next: '/v1/scripts?after=2' } }, { address: '/v1/scripts?after=2' }],
    [
      { data: items, links: { next: 'https://x/v1/a?page=2' } },
      { address: 'https://x/v1/a?page=2' },
    ],
    [{ data: items, _links: { next: { href: '?page=2' } } }, { address: '?page=2' }],
    [{ items, meta: { page: 1, next_page: 2 } }, { query: { page: '2' } }],
    [{ items, nextCursor: null, next: '' }, undefined],
    [{ items, next: 2 }, undefined],
  ])('is named by %j', (answer, next) => {
    expect(findList(answer)?.next).toEqual(next)
  })

  test('is named by a Link header', () => {
    const link = '</v1/a?page=1>; rel="prev", </v1/a?page=3>; title="x"; rel="next"'
    expect(nextFromLink(new Headers({ link }))).toEqual({ address: '/v1/a?page=3' })
    expect(nextFromLink(new Headers({ link: '</v1/a>; rel="last"' }))).toBeUndefined()
  })
})

describe('a record', () => {
  const record = { id: 'a', slug: 's' }
  test.each([
    { item: record },
    record,
    { data: record },
    { data: { item: record } },
    { script: record, ok: true },
  ])('is found in %j', (answer) => expect(findRecord(answer)).toEqual(record))

  test.each([null, [record], 'text', {}, { ok: true }])('is not found in %j', (answer) =>
    expect(findRecord(answer)).toBeUndefined(),
  )
})

test('any JSON has a list and a record, or none', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (answer) => {
      findRecord(answer)
      expect(Array.isArray(findList(answer)?.items ?? [])).toBe(true)
    }),
  )
})
