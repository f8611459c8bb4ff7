/** A wrong base URL is explained in one sentence. */
import { expect, test } from 'vitest'
import { json, type Reply, testServer } from '../../api/server.ts'
import { folder, topo } from '../topo.ts'
import { unusualService } from '../unusual-service.ts'

const env = (url: string) => ({ TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_demo_alice' })
const html: Reply = (_request, response) => response.end('<!doctype html><h1>Welcome</h1>')

test.each([
  [200, ''],
  [404, ' (HTTP 404)'],
  [403, ' (HTTP 403)'],
  [401, ' (HTTP 401)'],
])('a server that answers HTML with %i is an error', async (status, told) => {
  const { url } = await testServer((_request, response) =>
    response.writeHead(status).end('<html>Nothing here</html>'),
  )
  const run = await topo(['quota'], { env: env(url) })
  expect([run.code, run.stderr.split('\nhint ')[0]]).toEqual([
    1,
    `error GET /v1/quota/me got an unexpected answer: HTML instead of JSON${told}. [TOPO_NOT_THE_SERVICE]`,
  ])
})

test.each([
  [200, 'TOPO_ANSWER_UNKNOWN', 1],
  [404, 'TOPO_NOT_FOUND', 1],
  [403, 'TOPO_FORBIDDEN', 1],
  [401, 'TOPO_UNAUTHORIZED', 4],
])(
  'HTML with %i after an answer that was understood is not a wrong address',
  async (status, code, exit) => {
    const { url } = await testServer((request, response, count) =>
      count === 1
        ? unusualService(request, response, count)
        : response.writeHead(status).end('<html>Nothing here</html>'),
    )
    const run = await topo(['comments', 'list', 'odd', '--json'], { env: env(url) })
    const { error } = JSON.parse(run.stdout)
    expect([run.code, error.code, error.status]).toEqual([exit, code, status])
    expect(JSON.stringify(error)).not.toContain('address of the API')
  },
)

test('an answer that is not understood is named, with a way to see it', async () => {
  const { url } = await testServer((request, response, count) =>
    (count === 1 ? unusualService : html)(request, response, count),
  )
  const run = await topo(['comments', 'list', 'odd'], { env: env(url) })
  expect(run.stderr).toMatch(
    /GET \/v1\/scripts\/\S+\/comments got an unexpected answer: HTML instead of JSON\./,
  )
  expect(run.stderr).toMatch(
    /Other answers of \S+ were understood\. Run "topo api \/v1\/scripts\/\S+" to see this one\./,
  )
})

test.each([
  ['/scripts', '', json(404, { error: 'not_found', message: 'no such path' })],
  ['/api/v1/', '', json(404, { error: 'not_found', message: 'no such path' })],
  ['/api/v1/scripts', '/api', json(404, { error: 'not_found', message: 'no such path' })],
  ['/v1/scripts/hello', '', html],
])('a base URL with the path %s leads to a shorter one', async (path, shorter, reply) => {
  const { url } = await testServer(reply)
  const { code, stderr } = await topo(['whoami'], { env: env(url + path) })
  const given = path.replace(/\/v1\/$/, '')
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(
      `hint  The base URL may have a path too many: try ${url}${shorter} instead of ${url}${given}.`,
    ),
  ])
})

test('a script that is missing is said first, also behind a path', async () => {
  const { url } = await testServer(json(404, { error: 'not_found' }))
  const { code, stderr } = await topo(['show', 'odd'], { env: env(`${url}/api`) })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^hint {2}(?!The base URL)/m)
  expect(stderr).toContain(`try ${url} instead of ${url}/api.`)
})

test('a path that the service has is not blamed for what is missing', async () => {
  const { url } = await testServer((request, response, count) => {
    request.url = request.url?.replace(/^\/api/, '')
    const reply = count === 1 ? unusualService : json(404, { error: 'not_found' })
    reply(request, response, count)
  })
  const { code, stderr } = await topo(['comments', 'list', 'odd'], { env: env(`${url}/api`) })
  expect([code, stderr]).toEqual([1, expect.not.stringContaining('path too many')])
})

test('a server with another JSON shape is an error', async () => {
  const { url } = await testServer(json(200, { hello: 'world' }))
  const run = await topo(['quota'], { env: env(url) })
  expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('tierId')])
})

test.each([
  ['https://no-such-host.invalid', 75, 'TOPO_DNS'],
  ['http://example.com', 2, 'TOPO_BASE_URL_INVALID'],
  ['not an address', 2, 'TOPO_BASE_URL_INVALID'],
])('base URL %s is an error', async (url, code, error) => {
  const run = await topo(['quota'], { env: env(url) })
  expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(`[${error}]`)])
})

test('without a configured service the error names three fixes; no default is used', async () => {
  const run = await topo(['push'], { cwd: folder({ 'a.topology.js': '' }) })
  expect(run.code).toBe(2)
  expect(run.stderr).toContain('[TOPO_NO_SERVICE]')
  for (const way of ['topo login', 'TOPO_BASE_URL', '--local']) expect(run.stderr).toContain(way)
})
