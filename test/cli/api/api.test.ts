/** `topo api`: sends an authenticated request to any endpoint; the exit code follows the response. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json, testServer } from '../../api/server.ts'
import { as, forgetRequests, requests } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, type RunOptions, sharedMock, topo } from '../topo.ts'

const service = sharedMock()

const api = (args: string[], options: RunOptions = {}) =>
  topo(['api', ...args], { ...options, env: { ...as(service.url), ...options.env } })

/** The last request to the service. */
const lastRequest = async () => (await requests(service.url)).at(-1)

describe('N10 I13: the request', () => {
  test('is a GET with the key, and prints the body unchanged', async () => {
    const { code, stdout, stderr } = await api(['/v1/quota/me'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^\{"tierId":"free".*\}\n$/)
  })

  test('takes its method from the first argument or from -X', async () => {
    await api(['patch', '/v1/billing/subscription', '-F', 'cancelAtPeriodEnd=true'])
    expect(await lastRequest()).toMatchObject({
      method: 'PATCH',
      requestBody: { cancelAtPeriodEnd: true },
    })
    await api(['-X', 'DELETE', '/v1/comments/none'])
    expect(await lastRequest()).toMatchObject({ method: 'DELETE', path: '/v1/comments/none' })
    expect(await api(['-X', 'DELETE', 'GET', '/v1/quota/me'])).toMatchObject({ code: 2 })
    expect(await api(['BREW', '/v1/quota/me'])).toMatchObject({ code: 2 })
  })

  test('is a POST with fields, typed by -F and text by -f', async () => {
    const cwd = folder({ 'code.js': 'let é = "x"\n' })
    const typed = 'yes=true none=null n=-12 long=0012 a[b]=1 a[c]=x tags[]=k code=@code.js'.split(
      ' ',
    )
    const fields = [...typed.flatMap((field) => ['-F', field]), '-f', 'raw=true', '-f', 'at=@x']
    const { stdout } = await api(['/v1/collections', ...fields, '--dry-run', '--json'], { cwd })
    expect(JSON.parse(stdout).request).toEqual({
      method: 'POST',
      path: '/v1/collections',
      body: {
        yes: true,
        none: null,
        n: -12,
        long: '0012',
        a: { b: 1, c: 'x' },
        tags: ['k'],
        code: 'let é = "x"\n',
        raw: 'true',
        at: '@x',
      },
    })
  })

  test.each([
    [['-f', 'novalue'], '"novalue" is not a field.'],
    [['-f', '__proto__[x]=1'], '"__proto__[x]=1" is not a field.'],
    [['-f', 'a=1', '-f', 'a[b]=2'], '"a[b]=2" conflicts with an earlier field.'],
    [['-F', 'a=@/no/such/file'], 'Cannot read /no/such/file.'],
    [['-f', 'a=1', '--input', '-'], '--input and fields cannot be combined.'],
    [['--input', '/no/such/file'], 'Cannot read /no/such/file.'],
    [['-H', 'nonsense'], '"nonsense" is not a header.'],
  ])('%j is a usage error, and sends nothing', async (flags, message) => {
    await forgetRequests(service.url)
    const { code, stderr } = await api(['POST', '/v1/collections', ...flags])
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${message} [TOPO_USAGE]`)])
    expect(await lastRequest()).toBeUndefined()
  })

  test('takes its body from standard input or a file, byte for byte', async () => {
    const body = '{"name":"From a pipe ✓",\n  "description": "x"}'
    await api(['POST', '/v1/collections', '--input', '-'], { input: body })
    expect(await lastRequest()).toMatchObject({ requestBody: JSON.parse(body) })
    const cwd = folder({ 'body.json': '{"name":"From a file"}' })
    expect(await api(['/v1/collections', '--input', 'body.json'], { cwd })).toMatchObject({
      code: 0,
    })
    expect(await lastRequest()).toMatchObject({
      method: 'POST',
      requestBody: { name: 'From a file' },
    })
  })

  test('sends headers, but none with a key', async () => {
    const { url, requests: sentRequests } = await testServer(json(200, {}))
    const env = { TOPO_BASE_URL: `${url}/base` }
    await api(['/v1/x', '-H', 'Accept-Language: en', '-H', 'X-Twice:  spaced '], { env })
    expect(sentRequests[0]).toMatchObject({
      url: '/base/v1/x',
      headers: {
        'accept-language': 'en',
        'x-twice': 'spaced',
        authorization: 'Bearer ca_demo_alice',
      },
    })
    for (const name of ['Authorization', 'x-api-key', 'Cookie', 'Host']) {
      expect(await api(['/v1/x', '-H', `${name}: ca_x`], { env })).toMatchObject({ code: 2 })
    }
    expect(sentRequests).toHaveLength(1)
  })

  test('refuses paths outside the base URL', async () => {
    expect(await api([`${service.url}/v1/quota/me`])).toMatchObject({ code: 0 })
    expect(await api(['v1/quota/me'])).toMatchObject({ code: 0 })
    for (const path of [
      'https://elsewhere.example/v1/quota/me',
      `${service.url}.evil.example/v1`,
      'file:///etc/passwd',
    ]) {
      expect(await api([path])).toMatchObject({ code: 2, stdout: '' })
    }
  })

  test('C12: explains a path that Git Bash changed', async () => {
    const { code, stderr } = await api(['C:/Program Files/Git/v1/quota/me'])
    expect(code).toBe(2)
    expect(stderr).toContain('MSYS_NO_PATHCONV=1, or omit the first slash: v1/quota/me')
    expect((await api(['v1/quota/me'])).code).toBe(0)
  })
})

describe('N12: the answer', () => {
  test('prints the body of an error, and sets the exit code', async () => {
    const missing = await api(['/v1/scripts/no-such-script'])
    expect(missing.code).toBe(1)
    expect(JSON.parse(missing.stdout).error).toBe('not_found')
    expect(missing.stderr).toContain('[TOPO_NOT_FOUND]')
    const stranger = await api(['/v1/quota/me'], { env: { TOPO_API_KEY: 'ca_demo_revoked' } })
    expect([stranger.code, JSON.parse(stranger.stdout).error]).toEqual([4, 'unauthorized'])
  })

  test('prints an error as one document with --json', async () => {
    const { code, stdout } = await api(['/v1/scripts/no-such-script', '--json'])
    expect([code, JSON.parse(stdout).error.details.error]).toEqual([1, 'not_found'])
  })

  test('includes status and headers on request', async () => {
    const { stdout } = await api(['/v1/billing/status', '-i'])
    expect(stdout).toMatch(/^HTTP 200\n(.+: .+\n)*x-topo-mock: 1\n\n\{"configured":true\}\n$/)
    const { status, headers, body } = JSON.parse(
      (await api(['/v1/billing/status', '-i', '--json'])).stdout,
    )
    expect([status, headers['x-topo-mock'], body]).toEqual([200, '1', { configured: true }])
  })

  test('is formatted on a terminal, without control characters', async () => {
    const { url } = await testServer((_request, response) =>
      response.end('{"name":"a\u009b31mb","list":[1]}'),
    )
    const { code, screen } = await onScreen(['api', '/v1/x'], { env: as(url) })
    expect([code, screen]).toEqual([0, '{\n  "name": "ab",\n  "list": [\n    1\n  ]\n}\n'])
  })

  test('may be empty, or not JSON', async () => {
    const { url } = await testServer((request, response) => {
      if (request.url === '/text') response.end('plain\n')
      else response.writeHead(204).end()
    })
    const env = { TOPO_BASE_URL: url }
    expect(await api(['/text'], { env })).toMatchObject({ code: 0, stdout: 'plain\n' })
    expect(JSON.parse((await api(['/text', '--json'], { env })).stdout)).toEqual({
      body: 'plain\n',
    })
    expect(await api(['DELETE', '/empty'], { env })).toMatchObject({ code: 0, stdout: '' })
    expect(JSON.parse((await api(['DELETE', '/empty', '--json'], { env })).stdout)).toEqual({
      body: null,
    })
  })
})

describe('N11: pages', () => {
  const slugs = async (path: string, ...flags: string[]) => {
    const { stdout } = await api([
      path,
      ...flags,
      '--paginate',
      '--slurp',
      '--json',
      '--fields',
      'slug',
    ])
    return (JSON.parse(stdout) as { slug: string }[]).map(({ slug }) => slug).sort()
  }

  test('are equal by page number and by offset, each item once', async () => {
    const whole = await slugs('/v1/scripts/gallery?pageSize=100')
    expect(whole.length).toBeGreaterThan(6)
    expect(await slugs('/v1/scripts/gallery', '-f', 'pageSize=2')).toEqual(whole)
    expect(await slugs('/v1/scripts/gallery?pageSize=3')).toEqual(whole)
    expect(await slugs('/v1/scripts/public', '-F', 'limit=2')).toHaveLength(whole.length)
  })

  test('are printed as they arrive, and as one document with --json', async () => {
    const { stdout } = await api(['/v1/scripts/public?limit=4', '--paginate'])
    const pages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(pages.map(({ items }) => items.length)).toEqual([4, 4])
    const { stdout: whole } = await api(['/v1/scripts/public?limit=4', '--paginate', '--json'])
    expect(JSON.parse(whole)).toMatchObject({ totalCount: 8, items: expect.any(Array) })
  })

  test('follow a link and a cursor on the same origin, and end without new items', async () => {
    const other = await testServer((request, response) => {
      const pages: Record<string, { body: object; link?: string }> = {
        '/links': { body: { items: [1] }, link: `<${other.url}/links?p=2>; rel="next"` },
        '/links?p=2': {
          body: { items: [2] },
          link: '<https://elsewhere.example/p3>; rel="next"',
        },
        '/cursor': { body: { items: [1], nextCursor: 'b' } },
        '/cursor?cursor=b': { body: { items: [2] } },
        '/overlap': { body: { items: [1, 1, 2], hasMore: true } },
        '/overlap?offset=2': { body: { items: [2, 3] } },
      }
      const { body, link } = pages[request.url ?? ''] ?? { body: { items: [1], totalCount: 99 } }
      response.writeHead(200, link ? { link } : {}).end(JSON.stringify(body))
    })
    const read = async (path: string) => {
      const { stdout } = await api([path, '--paginate', '--slurp'], {
        env: { TOPO_BASE_URL: other.url },
      })
      return JSON.parse(stdout)
    }
    expect(await read('/links')).toEqual([1, 2])
    expect(await read('/cursor')).toEqual([1, 2])
    expect(await read('/same')).toEqual([1])
    // Pages that overlap; an entry that one page has twice stays twice.
    expect(await read('/overlap')).toEqual([1, 1, 2, 3])
  })

  test('are only for reads; a page that fails ends the run with its exit code', async () => {
    expect(await api(['POST', '/v1/collections', '--paginate'])).toMatchObject({ code: 2 })
    const other = await testServer((_request, response, count) =>
      count === 1
        ? response.end('{"items":[1],"totalCount":3}')
        : response.writeHead(404).end('{"error":"not_found"}'),
    )
    const run = await api(['/v1/x', '--paginate'], { env: { TOPO_BASE_URL: other.url } })
    expect(run).toMatchObject({ code: 1, stdout: '{"items":[1],"totalCount":3}\n' })
  })
})

test('api writes the result to --output-file too', async () => {
  const cwd = folder()
  const file = join('out', 'result.json')
  writeFileSync(join(cwd, 'x'), '')
  const run = await api(['/v1/billing/status', '--output-file', file], { cwd })
  expect(run).toMatchObject({ code: 0, stdout: '{"configured":true}\n' })
})
