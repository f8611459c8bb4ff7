/** Limits of an answer: decoded bytes, values, nesting, pages. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createClient } from '../../src/api/client/client.ts'
import { createTransport } from '../../src/api/transport/transport.ts'
import { limits } from '../../src/limits/limits.ts'
import { ownScripts } from '../../src/sync/remote/read-remote.ts'
import { impatientClock } from '../clock.ts'
import { json, type Reply, testServer } from './server.ts'

const get = { method: 'GET', path: '/v1/scripts/user' }
const tooLarge = (said: string) => ({
  code: 'TOPO_ANSWER_TOO_LARGE',
  exitCode: 1,
  retryable: false,
  message: expect.stringContaining(said),
  hint: expect.stringContaining('base URL'),
})

async function asking(reply: Reply) {
  const server = await testServer(reply)
  const transport = createTransport({
    clock: impatientClock,
    baseUrl: server.url,
    timeoutMs: 20_000,
  })
  return { ...server, transport, client: createClient(transport, server.url) }
}

/** Writes the piece for as long as it is read; resolves to the number of bytes. */
async function pourOut(into: NodeJS.WritableStream, piece: Buffer): Promise<number> {
  let taken = 0
  const pieces = function* () {
    for (; ; taken += piece.length) yield piece
  }
  await pipeline(Readable.from(pieces()), into).catch(() => {})
  return taken
}
const blanks = Buffer.alloc(64 * 1024, ' ')

test('an endless answer is aborted at the limit, its connection is closed, and there is no retry', async () => {
  let sent: Promise<number> | undefined
  const { transport, requests } = await asking((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    sent = pourOut(response, blanks)
  })
  await expect(transport.send(get)).rejects.toMatchObject(
    tooLarge('GET /v1/scripts/user is larger than 64 MiB'),
  )
  // The socket buffers little more.
  expect(await sent).toBeLessThan(2 * limits.answer.most)
  expect(requests).toHaveLength(1)
})

test('a compressed answer counts with its decompressed size', async () => {
  let compressed: Promise<number> | undefined
  const { transport } = await asking((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    // Files of gzip in a row are one.
    compressed = pourOut(response, gzipSync(blanks))
  })
  await expect(transport.send(get)).rejects.toMatchObject(tooLarge('decompressed'))
  expect(await compressed).toBeLessThan(limits.answer.most / 4)
})

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const announced = { 'content-type': 'application/json', 'content-length': 2 ** 40 }

test.each<[what: string, limit: string, reply: Reply]>([
  [
    'a content-length above the limit',
    '64 MiB',
    (_, answer) => answer.writeHead(200, announced).write('{'),
  ],
  ['deeply nested lists', '500 levels', (_, answer) => answer.end(nested(100_000))],
  [
    'an error in them',
    '500 levels',
    (_, answer) => answer.writeHead(422).end(`{"errors":${nested(600)}}`),
  ],
])('an answer with %s is refused at the limit of %s', async (_, limit, reply) => {
  const { transport } = await asking(reply)
  await expect(transport.send(get)).rejects.toMatchObject(tooLarge(limit))
})

test('a page of two million values is refused before it is parsed', async () => {
  const item = '{"id":"a","slug":"b","name":"c"}'
  const page = `{"items":[${Array(510_000).fill(item).join(',')}],"totalCount":510000}`
  const { client } = await asking((_request, response) => response.end(page))
  await expect(client.scripts.own()).rejects.toMatchObject(tooLarge('2,000,000 values'))
})

test('of many bad items only the first is reported', async () => {
  const page = `{"items":[${Array(10_000).fill('{}').join(',')}],"totalCount":10000}`
  const { client } = await asking((_request, response) => response.end(page))
  await expect(client.scripts.own()).rejects.toMatchObject({
    code: 'TOPO_ANSWER_UNKNOWN',
    message: expect.stringContaining('has no "id" in items.0'),
  })
})

test('a bad item is reported with its index on the page', async () => {
  // Several batches.
  const items = Array.from({ length: 12_000 }, (_, n) => ({
    id: `i${n}`,
    slug: `s${n}`,
    name: 'n',
  }))
  const { client } = await asking(
    json(200, {
      items: items.with(9001, { id: 'x', slug: {} as never, name: 'n' }),
      totalCount: 1,
    }),
  )
  await expect(client.scripts.own()).rejects.toMatchObject({
    message: expect.stringContaining('has no "slug" in items.9001'),
  })
})

test('a large valid page is read completely, with null for missing fields', async () => {
  const items = Array.from({ length: 12_000 }, (_, n) => ({
    id: `i${n}`,
    slug: `s${n}`,
    name: 'n',
    extra: n,
    viewCount: n === 9000 ? null : 1,
  }))
  const { client } = await asking(json(200, { items, totalCount: 12_000, more: 'kept' }))
  const page = await client.scripts.own()
  expect(page).toMatchObject({ totalCount: 12_000, more: 'kept' })
  expect(page.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  expect(page.items[9000]).toEqual({ id: 'i9000', slug: 's9000', name: 'n', extra: 9000 })
})

test('one item with a hundred thousand values is refused', async () => {
  const item = { id: 'a', slug: 'b', name: 'c', tags: Array(150_000).fill(0) }
  const { client } = await asking(json(200, { items: [item], totalCount: 1 }))
  await expect(client.scripts.own()).rejects.toMatchObject({
    code: 'TOPO_ANSWER_UNKNOWN',
    message: expect.stringContaining('in items.0'),
  })
})

test('a list with endless pages is aborted', async () => {
  const items = Array.from({ length: 20_000 }, (_, n) => ({ id: `x${n}`, slug: 's', name: 'n' }))
  const page = JSON.stringify({ items, totalCount: 1e12 })
  const { client } = await asking((request, response) => {
    const offset = new URL(request.url ?? '', 'http://service').searchParams.get('offset') ?? 0
    response.end(page.replaceAll('"x', `"x${offset}-`))
  })
  await expect(ownScripts(client)).rejects.toMatchObject({
    code: 'TOPO_ANSWER_TOO_LARGE',
    message: expect.stringContaining('100,000 items'),
  })
})
