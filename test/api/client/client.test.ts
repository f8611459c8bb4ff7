/** Requests of the client to services that accept less than the document says. */
import { expect, test } from 'vitest'
import { searchGallery } from '../../../src/api/calls/discovery.ts'
import { createClient } from '../../../src/api/client/client.ts'
import { readUntypedList } from '../../../src/api/client/untyped.ts'
import { createTransport } from '../../../src/api/transport/transport.ts'
import { ownScripts } from '../../../src/sync/remote/read-remote.ts'
import { impatientClock } from '../../clock.ts'
import { json, testServer } from '../server.ts'

const scripts = Array.from({ length: 46 }, (_, id) => ({ id: `i${id}`, slug: `s${id}`, name: 'n' }))

/** Pages of `size`, also if more are asked for as long as they are accepted. */
async function refusing(
  status: number,
  isRefused: (query: URLSearchParams) => boolean,
  { size = 20, totalCount = 46 as number | undefined } = {},
) {
  const { url, requests } = await testServer((request, response, count) => {
    const { searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    const offset = query.has('page')
      ? (Number(query.get('page')) - 1) * size
      : Number(query.get('offset') ?? 0)
    const body = { items: scripts.slice(offset, offset + size), totalCount }
    const refusal = {
      error: 'validation_failed',
      issues: [{ path: ['limit'], message: 'too many' }],
    }
    const reply = isRefused(query) ? json(status, refusal) : json(200, body)
    reply(request, response, count)
  })
  const client = createClient(createTransport({ clock: impatientClock, baseUrl: url }), url)
  return { client, asked: () => requests.map((request) => request.url) }
}

test.each([422, 400])(
  'a page size that is refused with %i is asked for once in a run',
  async (status) => {
    const { client, asked } = await refusing(
      status,
      (query) => query.has('limit') || query.has('pageSize'),
    )
    expect(await ownScripts(client)).toMatchObject({ items: scripts, totalCount: 46 })
    expect(asked()).toEqual([
      '/v1/scripts/user?limit=100&offset=0',
      '/v1/scripts/user?offset=0',
      '/v1/scripts/user?offset=20',
      '/v1/scripts/user?offset=40',
    ])
    expect((await searchGallery(client, { query: 'x' }, 30)).items).toEqual(scripts.slice(0, 30))
    expect((await readUntypedList(client.pins.list, 5)).items).toEqual(scripts.slice(0, 5))
    expect(asked().slice(4)).toEqual([
      '/v1/scripts/gallery?query=x&page=1',
      '/v1/scripts/gallery?query=x&page=2',
      '/v1/me/pins?offset=0',
    ])
  },
)

test('a service that chooses its page size and counts nothing is read to its end', async () => {
  const settings = { size: 12, totalCount: undefined }
  const { client, asked } = await refusing(422, (query) => query.has('limit'), settings)
  expect((await ownScripts(client)).items).toEqual(scripts)
  expect(asked()).toHaveLength(5)
})

test('a list that is refused without a page size too ends with the refusal, and the size is kept', async () => {
  const { client, asked } = await refusing(422, (query) => query.has('query'))
  await expect(searchGallery(client, { query: 'x' }, 30)).rejects.toMatchObject({
    code: 'TOPO_REJECTED',
  })
  await ownScripts(client)
  expect(asked()).toContain('/v1/scripts/user?limit=100&offset=0')
})
