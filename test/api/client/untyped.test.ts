/** Reads something from any answer of unspecified shape. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readScripts } from '../../../src/api/calls/discovery.ts'
import { parseShareToken, share } from '../../../src/api/calls/share.ts'
import { readStatistics } from '../../../src/api/calls/statistics.ts'
import { createClient } from '../../../src/api/client/client.ts'
import {
  getItem,
  getNumber,
  getScript,
  getText,
  readUntypedList,
  toScripts,
} from '../../../src/api/client/untyped.ts'
import { KnownError } from '../../../src/errors.ts'
import { impatientClock } from '../../clock.ts'

const script = { id: 'i', slug: 's', name: 'n' }

test('any list can be read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.jsonValue(), async (list, beside) => {
      const client = createClient(
        { clock: impatientClock, send: async () => ({ items: list, beside }) },
        'http://localhost',
      )
      const { items } = await client.discovery.featured()
      for (const record of items) getText(record, ...Object.keys(record))
      toScripts(items)
      const [statistics] = await readStatistics(client, [script], 3)
      expect(statistics?.views).toBeTypeOf('number')
      await readUntypedList(client.discovery.featured, 10)
    }),
  )
})

test('any answer can be read, or is refused with a known error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (answer) => {
      const client = createClient(
        { clock: impatientClock, send: async () => answer },
        'http://localhost',
      )
      const record = getItem(answer)
      getText(record, ...Object.keys(record))
      const ways = [
        async () => getScript(answer),
        () => share(client, script, 'http://localhost'),
        () => client.discovery.featured(),
        () => readStatistics(client, [script], 3),
      ]
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

test('a list of other records is not read as an empty list of scripts', async () => {
  const client = createClient(
    { clock: impatientClock, send: async () => ({ items: [{ name: 'n' }, 7], totalCount: 2 }) },
    'http://localhost',
  )
  await expect(readScripts(client, 'featured', {}, 10)).rejects.toMatchObject({
    code: 'TOPO_ANSWER_UNKNOWN',
    message: 'The answer of the service is not a script.',
  })
})

test('a number without end is no number', () => {
  expect(getNumber(JSON.parse('{ "views": 1e999, "count": 3 }'), 'views', 'count')).toBe(3)
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

test.each([
  [{ token: 't' }, undefined],
  [{ url: 'https://api.example.com/v1/share/t' }, undefined],
  [{ url: '/v1/share/t' }, 'https://web.example.com'],
  [{ item: { shareToken: 't', slug: 's' } }, 'https://web.example.com/'],
])('the page of a share is never an address of the API: %j', async (answer, webUrl) => {
  const client = createClient(
    { clock: impatientClock, send: async () => answer },
    'https://api.example.com',
  )
  expect(await share(client, script, 'https://api.example.com', webUrl)).toEqual({
    url: webUrl && 'https://web.example.com/share/t',
    apiUrl: 'https://api.example.com/v1/share/t',
  })
})
