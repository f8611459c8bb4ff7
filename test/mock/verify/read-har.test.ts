/** HAR files of browsers are read tolerantly, and anything else is an error with its place. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHar } from '../../../src/mock/verify/read-har.ts'
import { likelyBase, selectCalls } from '../../../src/mock/verify/recorded-call.ts'
import { cases } from '../../cases.ts'
import { recordService, verify } from './record-service.ts'

interface Given {
  url?: string
  method?: string
  status?: number
  text?: string
  request?: object
  response?: object
  [more: string]: unknown
}

/** An entry as Chrome writes it, with fields of its own. */
const entry = ({
  url = 'https://d.example.com/v1/billing/status',
  method = 'GET',
  status = 200,
  text,
  request,
  response,
  ...rest
}: Given = {}) => ({
  _initiator: { type: 'script', stack: { callFrames: [] } },
  _priority: 'High',
  _resourceType: 'fetch',
  cache: {},
  connection: '443',
  pageref: 'page_1',
  startedDateTime: '2026-03-01T12:00:00.000Z',
  time: 12.3,
  timings: { blocked: 1, dns: -1, send: 0, wait: 1, receive: 1 },
  request: {
    method,
    url,
    httpVersion: 'h2',
    headers: [{ name: ':method', value: method }],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: 0,
    ...request,
  },
  response: {
    status,
    statusText: '',
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: {
      size: 20,
      mimeType: 'application/json',
      ...(text === undefined ? { text: '{"configured":true}' } : { text }),
    },
    redirectURL: '',
    ...response,
  },
  ...rest,
})
const har = (...entries: unknown[]) => ({
  log: { version: '1.2', creator: { name: 'WebInspector', version: '537' }, pages: [{}], entries },
})

describe('recordings of browsers', () => {
  test('only requests of the service are taken; others are counted', async () => {
    const result = await verify(
      har(
        entry(),
        entry({ url: 'https://d.example.com/assets/app.js', text: 'x' }),
        entry({ url: 'https://d.example.com/v/shop' }),
        entry({ url: 'https://tracker.example.net/v1/scripts/gallery' }),
        entry({ url: 'data:text/plain,x' }),
        entry({ method: 'OPTIONS', status: 204, text: '' }),
        entry({ method: 'HEAD', text: '' }),
        entry({ status: 0, text: '' }),
        entry({ status: 304, text: '' }),
        entry({ status: 503, text: '' }),
        'nothing',
        { request: {}, response: {} },
        entry({ url: 'no address' }),
      ),
    )
    expect(result).toEqual({
      lines: [],
      compared: 1,
      unknown: 0,
      skipped: {
        otherAddresses: 4,
        otherMethods: 2,
        unanswered: 1,
        redirected: 1,
        temporary: 1,
        unreadable: 3,
      },
    })
  })

  test('the service is the address with most requests of the contract, also below a path', () => {
    const url = (text: string) => ({ entries: [{ method: 'GET', url: new URL(text) }] as never })
    expect(likelyBase(url('https://d.example.com/diagrams/api/v1/quota/me'))).toBe(
      'https://d.example.com/diagrams/api',
    )
    expect(likelyBase(url('https://d.example.com/v1/of/something/else'))).toBe(undefined)
  })

  test('bodies in base64, and answers whose text is gone', async () => {
    const wrong = JSON.stringify({ configured: 'yes' })
    const result = await verify(
      har(
        entry({
          response: { content: { size: 1, text: Buffer.from(wrong).toString('base64'), encoding: 'base64' } },
        }),
        entry({ response: { content: { size: 19 } } }),
        entry({ method: 'POST', url: 'https://d.example.com/v1/collections', request: { bodySize: 12 } }),
      ),
    )
    expect(result).toMatchObject({
      lines: ['#1 GET /v1/billing/status: type configured string → boolean'],
      compared: 2,
      skipped: { bodyMissing: 1 },
    })
  })

  test('credentials that the browser removed are those of the account', async () => {
    const recorded = recordService()
    await recorded.ask('GET /v1/scripts/user')
    await recorded.ask('GET /v1/scripts/alice-notes')
    await recorded.ask('GET /v1/quota/me', undefined, null)
    const file = JSON.parse(recorded.har())
    for (const { request } of file.log.entries) request.headers = []
    expect(await verify(file)).toMatchObject({ lines: [], compared: 3 })
  })

  test('entries in the order of their answers are sent in the order of the requests', async () => {
    const recorded = recordService()
    await recorded.ask('GET /v1/scripts/mine')
    await recorded.ask('POST /v1/scripts', { name: 'x', slug: 'mine', type: 'sketch', code: 'x' })
    await recorded.ask('GET /v1/scripts/mine')
    const file = JSON.parse(recorded.har())
    for (const [at, one] of file.log.entries.entries()) one.startedDateTime = `2026-03-01T12:00:0${at}.000Z`
    file.log.entries.reverse()
    expect((await verify(file)).lines).toEqual([])
    // Without times the order of the file counts.
    for (const one of file.log.entries) delete one.startedDateTime
    expect((await verify(file)).lines).not.toEqual([])
  })
})

test.each([[[]], [null], ['text'], [{}], [{ log: [] }], [{ log: { entries: {} } }]])(
  '%j is no HAR file',
  (value) => {
    expect(() => readHar(value, 'a.har')).toThrow('a.har is JSON, but not a HAR file: it has no log.entries.')
  },
)

describe('hostile recordings', () => {
  test('bodies that are nested too deeply are not compared', async () => {
    const deep = `${'['.repeat(700)}${']'.repeat(700)}`
    expect(
      await verify(
        har(
          entry({ text: deep }),
          entry({
            method: 'POST',
            url: 'https://d.example.com/v1/collections',
            request: { postData: { text: deep } },
          }),
        ),
      ),
    ).toMatchObject({ lines: [], compared: 1, skipped: { bodyMissing: 1 } })
  })

  test('names of prototypes are names like others', async () => {
    const answer = '{"configured":true,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    const { lines } = await verify(
      har(
        entry({ text: answer }),
        entry({
          url: 'https://d.example.com/v1/scripts/__proto__',
          text: '{"item":{"id":"__proto__","slug":"constructor","__proto__":{"name":"x"}}}',
        }),
        entry({
          url: 'https://d.example.com/v1/scripts/toString',
          text: '{"item":{"id":"toString","slug":"hasOwnProperty"}}',
        }),
        entry({
          method: 'POST',
          url: 'https://d.example.com/v1/collections',
          request: { postData: { text: '{"__proto__":{"name":"x"}}' } },
          text: answer,
        }),
      ),
    )
    expect(lines.slice(0, 2)).toEqual([
      '#1 GET /v1/billing/status: extra __proto__ object → null',
      '#1 GET /v1/billing/status: extra constructor object → null',
    ])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  test('an address of the control of the embedded service reaches nothing', async () => {
    const recorded = recordService()
    await recorded.ask('POST /v1/scripts', { name: 'x', slug: 'mine', type: 'sketch', code: 'x' })
    await recorded.ask('GET /v1/scripts/mine')
    const file = JSON.parse(recorded.har())
    for (const path of [
      '/v1/../__mock/reset',
      '/v1/%2e%2e/__mock/reset',
      '/v1/..%2f__mock/reset',
      '/v1//__mock/reset',
    ]) {
      const url = `https://example.com/api${path}`
      file.log.entries.splice(
        1,
        0,
        entry({
          method: 'POST',
          url,
          startedDateTime: file.log.entries[0].startedDateTime,
          status: 404,
          text: '{"error":"not_found","message":"x"}',
        }),
      )
    }
    // The script is still there.
    expect((await verify(file)).lines).toEqual([])
  })

  test('a list of a hundred thousand items', async () => {
    const items = Array.from({ length: 100_000 }, (_, id) => ({ id, slug: `s${id}`, name: 'x' }))
    const { lines } = await verify(
      har(entry({ url: 'https://d.example.com/v1/scripts/user', text: JSON.stringify({ items }) })),
    )
    expect(lines).toContain('#1 GET /v1/scripts/user: missing totalCount null → number')
    expect(lines).toContain('#1 GET /v1/scripts/user: type items[].id number → uuid')
  }, 20_000)

  test('an object with a hundred thousand fields', async () => {
    const answer = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`f${n}`, n]))
    expect((await verify(har(entry({ text: JSON.stringify(answer) })))).lines).toHaveLength(100)
  })

  test('any JSON in the place of any part', { timeout: 60_000 }, async () => {
    const paths = [
      'log',
      'entries',
      'request',
      'response',
      'method',
      'url',
      'headers',
      'postData',
      'text',
      'status',
      'content',
      'startedDateTime',
      'encoding',
      'cookies',
      'size',
    ]
    const property = fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.jsonValue({ maxDepth: 2 }),
      fc.jsonValue(),
      async (name, value, answer) => {
        const whole = har(
          entry({ url: 'https://d.example.com/v1/scripts/user', text: JSON.stringify(answer) }),
          entry({
            method: 'POST',
            url: 'https://d.example.com/v1/scripts',
            text: JSON.stringify({ item: answer }),
            request: { postData: { mimeType: 'application/json', text: JSON.stringify(answer) } },
          }),
          entry({
            method: 'PATCH',
            url: 'https://d.example.com/v1/scripts/x',
            text: JSON.stringify({ items: [answer], item: answer }),
            request: { postData: { text: JSON.stringify(answer) } },
          }),
        )
        const spoilt = JSON.parse(JSON.stringify(whole), (key, inner) => (key === name ? value : inner))
        try {
          const read = readHar(spoilt, 'a.har')
          selectCalls(read, likelyBase(read))
        } catch (error) {
          expect(error).toMatchObject({ code: 'TOPO_HAR_INVALID' })
          return
        }
        await verify(spoilt)
      },
    )
    await fc.assert(property, { numRuns: cases(1000) })
  })
})
