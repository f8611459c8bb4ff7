/** A recording has every attempt of every request, as valid HAR 1.2. */
import type { Har } from 'har-format'
import { describe, expect, test } from 'vitest'
import { Recorder } from '../../../src/api/har/recorder.ts'
import { createTransport, type Exchange } from '../../../src/api/transport.ts'
import { limits } from '../../../src/limits/limits.ts'
import { closedAddress, json, type Reply, sequence, testServer } from '../server.ts'
import { harProblems } from './har-schema.ts'

const key = 'ca_live_0123456789abcdef'

/** Sends an exchange to a server with these replies; returns the recording. */
async function record(reply: Reply | string, exchange: Exchange, { apiKey = key, timeoutMs = 30_000 } = {}) {
  const url = typeof reply === 'string' ? reply : (await testServer(reply)).url
  const recorder = new Recorder()
  const fetch = recorder.wrap(globalThis.fetch, [apiKey])
  const transport = createTransport({ baseUrl: url, apiKey, fetch, timeoutMs })
  const answer = await transport.exchange(exchange).catch((error: Error) => error)
  const har = JSON.parse(JSON.stringify(recorder.toHar({ name: 'topo', version: '1.2.3' }))) as Har
  expect(harProblems(har)).toEqual([])
  return { har, answer, url, recorder, entries: har.log.entries }
}

const get: Exchange = { method: 'GET', path: '/v1/quota/me' }

test('an entry has the request and its answer', async () => {
  const { har, url } = await record(
    json(201, { item: { id: 'ä' } }, { 'x-request-id': 'abc', 'retry-after': '3' }),
    {
      method: 'POST',
      path: '/v1/scripts?query=x&limit=2',
      body: { name: 'Größe' },
    },
  )
  const { entries, ...log } = har.log
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'topo', version: '1.2.3' } })
  expect(log).not.toHaveProperty('pages')
  expect(entries).toHaveLength(1)
  const [{ request, response, startedDateTime, time, timings }] = entries as [Har['log']['entries'][0]]
  expect(Math.abs(Date.now() - Date.parse(startedDateTime))).toBeLessThan(60_000)
  expect(time).toBeCloseTo(timings.wait + timings.receive, 5)
  expect(time).toBeGreaterThan(0)
  expect(request).toMatchObject({
    method: 'POST',
    url: `${url}/v1/scripts?query=x&limit=2`,
    queryString: [
      { name: 'query', value: 'x' },
      { name: 'limit', value: '2' },
    ],
    postData: { mimeType: 'application/json', text: '{"name":"Größe"}' },
    bodySize: 18,
    cookies: [],
  })
  expect(request.headers).toContainEqual({ name: 'accept', value: 'application/json' })
  expect(request.headers).toContainEqual({ name: 'authorization', value: 'REDACTED' })
  expect(response).toMatchObject({
    status: 201,
    statusText: 'Created',
    content: { mimeType: 'application/json', text: '{"item":{"id":"ä"}}', size: 20 },
    redirectURL: '',
  })
  expect(response.headers).toContainEqual({ name: 'x-request-id', value: 'abc' })
  expect(response.headers).toContainEqual({ name: 'retry-after', value: '3' })
})

describe('every attempt is an entry', () => {
  test('a retry after an outage', async () => {
    const { entries } = await record(sequence(json(502, { error: 'x' }), json(200, { ok: true })), get)
    expect(entries.map(({ response }) => response.status)).toEqual([502, 200])
    expect(entries[0]?.response.content.text).toBe('{"error":"x"}')
  })

  test('a redirect inside the origin, and where it leads', async () => {
    const { entries, url } = await record(
      sequence(
        (_request, response) => response.writeHead(302, { location: '/v2/quota?limit=1&secret=abc' }).end(),
        json(200, { ok: true }),
      ),
      get,
    )
    expect(
      entries.map(({ request, response }) => [request.url, response.status, response.redirectURL]),
    ).toEqual([
      [`${url}/v1/quota/me`, 302, `${url}/v2/quota?limit=1&secret=REDACTED`],
      [`${url}/v2/quota?limit=1&secret=REDACTED`, 200, ''],
    ])
    expect(entries[0]?.response.headers).toContainEqual({
      name: 'location',
      value: `${url}/v2/quota?limit=1&secret=REDACTED`,
    })
  })

  test('a connection that nobody accepts', async () => {
    const { entries } = await record(await closedAddress(), { ...get, method: 'DELETE' })
    // A refused connection is retried for every method.
    expect(entries).toHaveLength(4)
    for (const { response } of entries) expect(response).toMatchObject({ status: 0, _error: 'ECONNREFUSED' })
  })

  test('an answer that never comes, or comes in part', async () => {
    const hang = await record(() => {}, { ...get, method: 'POST' }, { timeoutMs: 500 })
    expect(hang.entries).toHaveLength(1)
    expect(hang.entries[0]?.response).toMatchObject({ status: 0, content: { size: 0 } })
    const half = await record(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        response.write('{"shareToken":"abcdefgh')
        setTimeout(() => response.destroy(), 20)
      },
      { ...get, method: 'POST' },
    )
    expect(half.entries[0]?.response).toMatchObject({
      status: 200,
      content: { size: 23, comment: expect.stringContaining('not complete') },
    })
    expect(JSON.stringify(half.har)).not.toContain('abcdefgh')
  })
})

describe('bodies', () => {
  test('a body above the limit is passed on, and a note stands instead of it', async () => {
    const long = 'x'.repeat(limits.recordedBody.most)
    const { entries, answer } = await record(json(200, { long }), {
      method: 'POST',
      path: '/v1/x',
      body: { long },
    })
    expect(answer).toMatchObject({ status: 200, text: JSON.stringify({ long }) })
    const { request, response } = entries[0] as Har['log']['entries'][0]
    const note = 'not recorded: not complete, or larger than 4 MiB'
    expect(request.postData).toEqual({ mimeType: 'application/json', comment: note })
    expect(response.content).toEqual({ mimeType: 'application/json', comment: note, size: long.length + 11 })
  })

  test('all bodies together are limited', async () => {
    const { url } = await testServer(json(200, { long: 'x'.repeat(limits.recordedBody.most - 100) }))
    const recorder = new Recorder()
    const transport = createTransport({ baseUrl: url, fetch: recorder.wrap(globalThis.fetch, []) })
    const most = limits.recordedBodies.most / limits.recordedBody.most
    for (let at = 0; at < most + 2; at++) await transport.exchange(get)
    const { entries } = recorder.toHar({ name: 'topo', version: '1' }).log
    expect(entries.filter(({ response }) => response.content.text !== undefined)).toHaveLength(most)
    expect(entries.at(-1)?.response.content.comment).toBe('not recorded: the recording is full')
  })

  test('no body, an empty one, and one that is not text', async () => {
    const none = await record((_request, response) => response.writeHead(204).end(), get)
    expect(none.entries[0]?.response.content).toEqual({ size: 0, mimeType: 'x-unknown' })
    expect(none.entries[0]?.request).not.toHaveProperty('postData')
    const empty = await record((_request, response) => response.writeHead(200).end(), get)
    expect(empty.entries[0]?.response.content).toMatchObject({ size: 0, text: '' })
    const binary = await record((_request, response) => response.end(Buffer.from([0xff, 0xfe, 0])), get)
    expect(binary.entries[0]?.response.content).toMatchObject({ size: 3, comment: 'not recorded: not text' })
  })
})

test('a full recording counts the other requests', async () => {
  const { url } = await testServer(json(200, {}))
  const recorder = new Recorder()
  const fetch = recorder.wrap(() => Promise.resolve(new Response('{}')), [])
  for (let at = 0; at < limits.recordedRequests.most + 2; at++) await (await fetch(url)).text()
  expect([recorder.count, recorder.lost]).toEqual([limits.recordedRequests.most, 2])
  expect(recorder.toHar({ name: 'topo', version: '1' }).log.comment).toContain('2 more requests')
})
