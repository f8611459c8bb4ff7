/** No secret is in a recording, wherever a service or a person put it; everything else stays as it was. */
import fc from 'fast-check'
import type { Har } from 'har-format'
import { describe, expect, test } from 'vitest'
import { Recorder } from '../../../src/api/har/recorder.ts'
import { cases } from '../../cases.ts'
import { harProblems } from './har-schema.ts'

/** Sends requests whose answers are given; returns the recording as text. */
async function record(
  exchanges: readonly { url?: string; init?: RequestInit; answer?: BodyInit; headers?: HeadersInit }[],
  keys: readonly string[] = [],
): Promise<string> {
  const recorder = new Recorder()
  for (const { url = 'https://example.com/v1/scripts', init, answer = '{}', headers } of exchanges) {
    const response = new Response(answer, { headers: { 'content-type': 'application/json', ...headers } })
    const fetch = recorder.wrap(() => Promise.resolve(response), keys)
    await (await fetch(url, init)).text()
  }
  const har = JSON.parse(JSON.stringify(recorder.toHar({ name: 'topo', version: '1' }))) as Har
  expect(harProblems(har)).toEqual([])
  return JSON.stringify(har)
}

const answerOf = (text: string, at = 0) =>
  (JSON.parse(text) as Har).log.entries[at]?.response.content.text ?? ''

/** Printable characters, as in a header: quotes and backslashes have other forms in JSON and in URLs. */
const secret = fc
  .string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 12,
    maxLength: 40,
  })
  .filter((text) => !/REDACTED/.test(text) && /[A-Za-z]/.test(text) && /\d/.test(text))
/** A token of a path has no characters that end it. */
const token = fc.stringMatching(/^[A-Za-z0-9_-]{10,40}$/).filter((text) => !/REDACTED/.test(text))

/** The forms in which a secret could be read from the file. */
const formsOf = (text: string) => {
  const inJson = JSON.stringify(text).slice(1, -1)
  return [text, encodeURIComponent(text), inJson, JSON.stringify(inJson).slice(1, -1)]
}

test('a key is nowhere in the file, whatever the service does with it', async () => {
  /** Texts of an answer that contain the key. */
  const echo = fc.constantFrom<(key: string) => string>(
    (key) => JSON.stringify({ error: `unknown key ${key}` }),
    (key) => JSON.stringify({ deep: [{ [key]: { text: `a${key}b` } }] }),
    (key) => JSON.stringify({ json: JSON.stringify({ key }) }),
    (key) => `<html>${key}</html>`,
    (key) => `{"broken": "${JSON.stringify(key).slice(1, -1)}`,
    (key) =>
      JSON.stringify({
        url: `https://example.com/a?b=${encodeURIComponent(key)}#${encodeURIComponent(key)}`,
      }),
    (key) => JSON.stringify(key).replace(/[A-Za-z]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  )
  const property = fc.asyncProperty(
    secret,
    fc.array(echo, { minLength: 1, maxLength: 3 }),
    async (key, echoes) => {
      const encoded = encodeURIComponent(key)
      const text = await record(
        echoes.flatMap((of) => [
          {
            init: {
              method: 'POST',
              body: of(key),
              headers: { authorization: `Bearer ${key}`, 'user-agent': `x ${key}` },
            },
            answer: of(key),
            headers: {
              'x-request-id': key,
              location: `/a/${encoded}?limit=${encoded}`,
              link: `<${encoded}>`,
              server: key,
            },
          },
          { url: `https://example.com/v1/scripts/${encoded}?query=${encoded}&other=${encoded}` },
        ]),
        [key],
      )
      for (const form of formsOf(key)) expect(text).not.toContain(form)
    },
  )
  await fc.assert(property, { numRuns: cases(300) })
})

test('tokens, cookies, gateway headers and signatures are nowhere in the file', async () => {
  const property = fc.asyncProperty(
    fc.tuple(token, token, token, token, token, token, token),
    async ([shared, cookie, gateway, signature, password, nested, login]) => {
      const secrets = [shared, cookie, `${gateway}/gateway+1`, signature, password, nested, login]
      fc.pre(
        secrets.every((one, at) => secrets.every((other, index) => at === index || !other.includes(one))),
      )
      const text = await record([
        // Before the answer that shows that it is a token.
        {
          answer: JSON.stringify({ message: `see ${shared}` }),
          url: `https://example.com/v1/share/${shared}`,
        },
        {
          init: {
            method: 'POST',
            headers: { cookie: `session=${cookie}; theme=dark`, 'x-gateway': `Basic ${gateway}/gateway+1` },
            body: JSON.stringify({ password, credentials: { list: [nested] } }),
          },
          answer: JSON.stringify({
            item: {
              shareToken: shared,
              url: `https://example.com/share/${shared}`,
              path: `/v1/share/${shared}?x=1`,
              avatarUrl: `https://cdn.example.com/a.png?X-Amz-Signature=${signature}&X-Amz-Date=2026`,
              thumbnail: `https://user:${login}@cdn.example.com/b.png?sig=${signature}`,
              text: `echo ${cookie} ${gateway}/gateway+1 ${shared}`,
            },
          }),
          headers: {
            'set-cookie': `session=${cookie}; Path=/`,
            location: `https://cdn.example.com/?sig=${signature}`,
          },
        },
      ])
      for (const one of secrets) expect(text).not.toContain(one)
      // Equal tokens are still equal.
      const { item } = JSON.parse(answerOf(text, 1)) as {
        item: { shareToken: string; url: string; path: string }
      }
      expect(item.shareToken).toMatch(/^REDACTED-\d$/)
      expect(item.url).toBe(`https://example.com/share/${item.shareToken}`)
      expect(item.path).toBe(`/v1/share/${item.shareToken}?x=1`)
      expect((JSON.parse(text) as Har).log.entries[0]?.request.url).toBe(
        `https://example.com/v1/share/${item.shareToken}`,
      )
    },
  )
  await fc.assert(property, { numRuns: cases(300) })
})

test('a secret that begins another one leaves nothing of it', async () => {
  const text = await record(
    [{ answer: '{"text":"ca_0123456789abcdef"}' }],
    ['ca_0123456789', 'ca_0123456789abcdef'],
  )
  expect(answerOf(text)).toBe('{"text":"REDACTED"}')
})

describe('everything else stays', () => {
  test('bytes of JSON without a secret', async () => {
    const body = fc
      .json()
      .filter((text) => !/token|secret|passw|key|auth|cookie|sign|session|cred|\/\//i.test(text))
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom('', '  ', '\n'), async (text, space) => {
        expect(answerOf(await record([{ answer: space + text }], ['ca_0123456789abcdef']))).toBe(space + text)
      }),
      { numRuns: cases(500) },
    )
  })

  test.each([
    ['a script with operators that look like parameters', { code: 'if (a&&token=1) b?key=2:3; /share/me' }],
    ['names of quotas', { quotas: [{ key: 'draftsPerDay', used: 1 }] }],
    ['counts of tokens', { usage: { tokens: 12, maxTokens: 20 } }],
    ['empty and missing tokens', { shareToken: null, token: '' }],
    ['addresses without a secret', { url: 'https://example.com/v/shop?page=2&tab=code#top' }],
  ])('%s', async (_, body) => {
    const text = JSON.stringify(body)
    expect(answerOf(await record([{ answer: text }]))).toBe(text)
  })

  test('harmless headers, while others lose their value and keep their name', async () => {
    const text = await record([
      {
        init: { headers: { accept: 'application/json', 'x-gateway': 'abc', 'X-API-Key': 'short' } },
        headers: { 'ratelimit-remaining': '7', 'x-topo-mock': '1', 'x-internal': 'node-7' },
      },
    ])
    const [entry] = (JSON.parse(text) as Har).log.entries
    expect(entry?.request.headers).toEqual([
      { name: 'accept', value: 'application/json' },
      { name: 'x-api-key', value: 'REDACTED' },
      { name: 'x-gateway', value: 'REDACTED' },
    ])
    expect(entry?.response.headers).toEqual([
      { name: 'content-type', value: 'application/json' },
      { name: 'ratelimit-remaining', value: '7' },
      { name: 'x-internal', value: 'REDACTED' },
      { name: 'x-topo-mock', value: '1' },
    ])
  })
})
