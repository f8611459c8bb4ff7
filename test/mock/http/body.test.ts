/** Request bodies have a limit in every transfer encoding: above it 413, and other requests are unaffected. */
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import { limits } from '../../../src/limits/limits.ts'
import { serve } from '../../../src/mock/serve.ts'
import { testService } from '../service.ts'

const key = { 'x-api-key': 'ca_demo_alice' }
const refused = { error: 'payload_too_large', message: expect.any(String) }

async function served() {
  const service = await serve({
    clock: systemClock,
    now: Date.now,
    seed: 1,
    port: 0,
    host: '127.0.0.1',
  })
  onTestFinished(() => service.close())
  return service
}

/** Sends chunks for as long as the service reads them; returns the answer and the number of bytes. */
function sendChunked(url: string, pieces: number, path = '/v1/scripts', pauseMs = 0) {
  return new Promise<{
    status?: number
    body: string
    connection?: string
    sent: number
    error?: string
  }>((done) => {
    const result = { body: '', sent: 0 }
    const asked = httpRequest(url + path, { method: 'POST', headers: key }, (answer) => {
      Object.assign(result, { status: answer.statusCode, connection: answer.headers.connection })
      answer.setEncoding('utf8').on('data', (text: string) => {
        result.body += text
      })
    })
    asked.on('error', ({ message }) => Object.assign(result, { error: message }))
    const closed = new Promise<void>((go) => asked.on('close', go))
    void closed.then(() => done(result))
    const piece = Buffer.alloc(1024 * 1024, 97)
    const send = async () => {
      asked.write('{"name":"')
      for (; result.sent < pieces && asked.writable && !asked.destroyed; result.sent++) {
        if (!asked.write(piece))
          await Promise.race([new Promise((go) => asked.once('drain', go)), closed])
        if (pauseMs > 0) await wait(pauseMs)
      }
      asked.end('"}')
    }
    void send()
  })
}

test('a chunked body that is too large gets 413 while it arrives, and the connection is closed', async () => {
  const { url } = await served()
  const { status, body, connection, error } = await sendChunked(url, 200)
  expect(error).toBeUndefined()
  expect([status, connection]).toEqual([413, 'close'])
  expect(JSON.parse(body)).toEqual(refused)
  const after = await fetch(`${url}/v1/quota/me`, { headers: key })
  expect(after.status).toBe(200)
})

test('a slow body that is too large gets 413 without waiting for it', async () => {
  const { url } = await served()
  const { status, sent } = await sendChunked(url, 1000, '/v1/scripts', 50)
  expect(status).toBe(413)
  // The client is answered at the limit, and has two seconds to stop.
  expect(sent).toBeLessThan(100)
})

test('a client that ignores its 413 and sends on is cut off', async () => {
  const { url } = await served()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {}).resume()
  const closed = new Promise<void>((go) => socket.once('close', () => go()))
  socket.write('POST /v1/scripts HTTP/1.1\r\nhost: localhost\r\nx-api-key: ca_demo_alice\r\n')
  socket.write('content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n')
  const piece = Buffer.concat([
    Buffer.from('100000\r\n'),
    Buffer.alloc(2 ** 20, 97),
    Buffer.from('\r\n'),
  ])
  let taken = 0
  for (; taken < 400 && !socket.destroyed; taken++) {
    if (!socket.write(piece))
      await Promise.race([new Promise((go) => socket.once('drain', go)), closed])
  }
  expect(taken).toBeLessThan(100)
})

test('a content-length that is too large is refused before the body arrives', async () => {
  const { url } = await served()
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  socket.write(
    `POST /v1/scripts HTTP/1.1\r\nhost: localhost\r\nx-api-key: ca_demo_alice\r\ncontent-length: ${2 ** 40}\r\n\r\n`,
  )
  await new Promise((ended) => socket.on('end', ended))
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('connection: close')
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual(refused)
})

test('a body of the maximum size is accepted, chunked or not, and keep-alive stays', async () => {
  const { url } = await served()
  const text = JSON.stringify({ name: 'n', type: 'sketch', code: 'x'.repeat(200_000) })
  const padded = text.padEnd(limits.requestBody.most)
  const create = (body: BodyInit) =>
    fetch(`${url}/v1/scripts`, {
      method: 'POST',
      headers: key,
      body,
      duplex: 'half',
    } as RequestInit)
  expect((await create(padded)).status).toBe(200)
  expect((await create(new Blob([padded]).stream())).status).toBe(200)
  expect((await create(`${padded} `)).status).toBe(413)
})

test('a byte order mark is ignored in JSON', async () => {
  const { url } = await served()
  const body = `\uFEFF${JSON.stringify({ name: 'n', type: 'sketch', code: '' })}`
  expect((await fetch(`${url}/v1/scripts`, { method: 'POST', headers: key, body })).status).toBe(
    200,
  )
})

test('a saved state may exceed the body limit of scripts', async () => {
  const service = testService()
  const { tables, version } = service.control.state()
  const audit = Array.from({ length: 9 }, (_, n) => ({
    id: `a${n}`,
    subject: 'x'.repeat(1024 * 1024),
  }))
  const body = JSON.stringify({ version, tables: { ...tables, audit } })
  const answer = await service.request('/__mock/state', { method: 'PUT', body })
  expect(answer.status).toBe(200)
  expect(service.control.state().tables.audit).toHaveLength(9)
})

test('an answer that was written to the socket is not written again', async () => {
  const failures = vi.spyOn(console, 'error')
  onTestFinished(() => failures.mockRestore())
  const { url, control } = await served()
  for (const kind of ['truncate', 'reset'] as const) {
    control.faults.add({ kind, times: 1 })
    await expect(
      fetch(`${url}/v1/quota/me`, { headers: key }).then((one) => one.text()),
    ).rejects.toThrow()
  }
  expect((await sendChunked(url, 200)).status).toBe(413)
  expect((await fetch(`${url}/v1/quota/me`, { headers: key })).status).toBe(200)
  expect(failures).not.toHaveBeenCalled()
})

test('requests that arrive together at a new server are all answered', async () => {
  const { url } = await served()
  const answers = Array.from({ length: 20 }, () => fetch(`${url}/v1/quota/me`, { headers: key }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200))
})

test('a body that is not UTF-8 is an error, and not stored as other characters', async () => {
  const service = testService()
  const body = Buffer.from('{"name":"Gr\xfc\xdfe"}', 'latin1')
  const answer = await service.request('/v1/collections', {
    method: 'POST',
    key: 'ca_demo_alice',
    body,
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { issues: [{ message: 'the body is not JSON in UTF-8' }] },
  ])
})

test('an empty Bearer token is a key that nobody has, also where none is needed', async () => {
  const service = testService()
  for (const authorization of ['Bearer', 'bearer ', 'Bearer   ']) {
    const { status } = await service.request('/v1/scripts/alice-shop', {
      headers: { authorization },
    })
    expect(status).toBe(401)
  }
  expect((await service.request('/v1/scripts/alice-shop')).status).toBe(200)
})
