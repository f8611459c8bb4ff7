/** Which address of a lock is asked, and what proves that it serves the data. */
import { expect, test } from 'vitest'
import { reachHolder } from '../../../src/cli/service/running-mock.ts'
import { systemClock } from '../../../src/clock.ts'
import { proofOf } from '../../../src/mock/persist/lock.ts'
import { json, type Reply, testServer } from '../../api/server.ts'

const secret = 'ab'.repeat(32)
const holder = (url: string, isNear = true) => ({
  pid: 1,
  host: 'box',
  isNear,
  isOwner: true,
  secret,
  url,
})
const prove =
  (key: string): Reply =>
  (request, response, count) => {
    const nonce = new URL(request.url ?? '', 'http://x').searchParams.get('nonce') ?? ''
    json(200, { proof: proofOf(key, nonce) })(request, response, count)
  }

test('a process that knows the secret of the lock is used', async () => {
  const { url } = await testServer(prove(secret))
  expect(await reachHolder('data', holder(url), systemClock)).toBe(url)
})

test.each<[string, Reply]>([
  ['knows another secret', prove('cd'.repeat(32))],
  ['says nothing', json(200, {})],
  ['proves nothing', json(200, { proof: null })],
  ['sends a page', (_request, response) => response.end('<html>')],
  ['refuses', json(404, {})],
  ['closes the connection', (_request, response) => response.destroy()],
  [
    'sends without end',
    (_request, response) => {
      const more = setInterval(() => response.write('x'.repeat(500)), 1)
      response.on('close', () => clearInterval(more))
    },
  ],
  ['never answers', () => {}],
])('a stranger that %s gets a random number and nothing else', async (_what, reply) => {
  const { url, requests } = await testServer(reply)
  expect(await reachHolder('data', holder(url), systemClock)).toBeUndefined()
  expect(requests).toHaveLength(1)
  expect(requests[0]?.url).toMatch(/^\/__mock\/lock\?nonce=[0-9a-f]{32}$/)
  expect(JSON.stringify(requests[0]?.headers)).not.toMatch(/ca_demo|authorization|cookie|api-key/i)
})

test('a redirect to a process that could prove it is not followed', async () => {
  const other = await testServer(prove(secret))
  const { url } = await testServer((request, response) =>
    response.writeHead(307, { location: `${other.url}${request.url}` }).end(),
  )
  expect(await reachHolder('data', holder(url), systemClock)).toBeUndefined()
  expect(other.requests).toEqual([])
})

test.each<[string, (url: URL) => string]>([
  ['a path', ({ origin }) => `${origin}/elsewhere`],
  ['a user', ({ port }) => `http://me:secret@127.0.0.1:${port}`],
  ['another machine', ({ port }) => `http://localhost.example:${port}`],
  ['another protocol', ({ host }) => `https://${host}`],
  ['nonsense', () => 'nonsense'],
])('a lock that names %s is not asked', async (_what, address) => {
  const { url, requests } = await testServer(prove(secret))
  expect(await reachHolder('data', holder(address(new URL(url))), systemClock)).toBeUndefined()
  expect(requests).toEqual([])
})

test('a process of another container is used if it can be reached; if not, the error says what to do', async () => {
  const shared = await testServer(prove(secret))
  expect(await reachHolder('data', holder(shared.url, false), systemClock)).toBe(shared.url)
  const { url } = await testServer(json(404, {}))
  await expect(reachHolder('data', holder(url, false), systemClock)).rejects.toMatchObject({
    code: 'TOPO_DATA_LOCKED',
    hint: expect.stringContaining('Make that port reachable from here'),
  })
})
