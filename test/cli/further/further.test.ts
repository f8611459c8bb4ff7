/** Versions, share URLs, pins, workspaces and more: against the embedded service, and against one without them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json, type Reply, testServer } from '../../api/server.ts'
import { oneOf } from '../../cases.ts'
import { as, edit, rows } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, heard, mock, script, startLive, topo } from '../topo.ts'
import { unusualService } from '../unusual-service.ts'

/** The JSON of a command, which must succeed. */
async function answer(words: string, url: string, user?: string, cwd = folder()) {
  const { code, stdout, stderr } = await topo([...words.split(' '), '--json'], {
    cwd,
    env: as(url, user),
  })
  expect(code, `${words}: ${stdout}${stderr}`).toBe(0)
  return JSON.parse(stdout)
}

test('restore brings back overwritten code, with the current revision as a guard', async () => {
  const { url } = await mock()
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const old = (await answer('push', url, 'alice', cwd)).items[0].id
  const code = async () => (await rows(url, 'scripts')).find(({ id }) => id === old)?.code
  const first = await code()
  await answer(`api PATCH /v1/scripts/${old} -f code=changed`, url)
  expect(await code()).toBe('changed')
  expect((await answer('script versions shop', url)).items).toMatchObject([
    { versionNumber: 2, code: 'changed' },
    { versionNumber: 1 },
  ])
  const newest = await answer('script versions shop --limit 1', url)
  expect([newest.items.length, newest.totalCount]).toEqual([1, 2])
  expect((await answer('script versions shop --limit 1 --all', url)).items).toHaveLength(2)
  expect(await answer('script restore shop 1', url)).toEqual({
    id: old,
    slug: 'shop',
    versionNumber: 1,
  })
  expect(await code()).toBe(first)
  const dry = await answer('script restore shop 2 --dry-run', url)
  expect(dry.request.body).toEqual({ expectedUpdatedAt: expect.any(String) })
  const none = await topo(['script', 'restore', 'shop', '9', '--json'], { env: as(url) })
  expect([none.code, JSON.parse(none.stdout).error.code]).toEqual([1, 'TOPO_NOT_FOUND'])
  expect(JSON.parse(none.stdout).error.message).toContain('/versions/9/restore failed: ')
})

test('share prints a link that others show and pull, until unshare', async () => {
  const { url } = await mock()
  const shared = await answer('script share alice-notes', url)
  expect(shared.url).toMatch(new RegExp(`^${url}/share/[0-9a-f-]{36}$`))
  const nobody = { env: { TOPO_BASE_URL: url } }
  expect(shared.apiUrl).toBe(shared.url.replace('/share/', '/v1/share/'))
  const page = await fetch(shared.url)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect((await topo(['script', 'show', shared.apiUrl], nobody)).code).toBe(0)
  expect((await topo(['script', 'show', shared.url], nobody)).stdout).toMatch(
    /^Alice notes\n.*to anyone with its/s,
  )
  const cwd = folder()
  const { items } = await answer(`pull ${shared.url}`, url, 'bob', cwd)
  expect(items).toMatchObject([{ slug: 'alice-notes', action: 'pulled' }])
  expect(readFileSync(join(cwd, 'alice-notes.topology.js'), 'utf8')).toContain("createGroup('main'")
  // Another user pulls it as their own script, by any name.
  const home = folder()
  await answer(`pull ${shared.url}`, url, 'alice', home)
  expect((await answer('status', url, 'alice', home)).items).toContainEqual(
    expect.objectContaining({ slug: 'alice-notes', state: 'in-sync' }),
  )
  await answer('script unshare alice-notes', url)
  const gone = await topo(['script', 'show', shared.url, '--json'], nobody)
  expect([gone.code, JSON.parse(gone.stdout).error.code]).toEqual([1, 'TOPO_NOT_FOUND'])
})

const page = 'https://d.example.com/s/9'
const web = 'https://web.example.com/app/share/t'
const api = 'BASE/v1/share/t'

test.each(
  oneOf<[what: string, answer: object, url: string, apiUrl: string | null]>(2, [
    ['of the answer', { url: page, token: 't' }, page, api],
    ['of the answer, without a token', { url: page }, page, null],
    ['of a record', { item: { shareUrl: '/s/9', slug: 'odd' } }, 'BASE/s/9', null],
    [
      'with the token in it',
      { link: 'https://d.example.com/share/t' },
      'https://d.example.com/share/t',
      api,
    ],
    ['of the web app', { item: { shareToken: 't', slug: 'odd', url: '/v/odd' } }, web, api],
    ['of another protocol', { url: 'javascript:alert(1)', token: 't' }, web, api],
    ['with a password', { url: 'https://a:b@c.example.com', token: 't' }, web, api],
    ['of the web app, where the answer names the API', { url: api }, web, api],
  ]),
)('share prints the URL for people: %s', async (_what, body, expected, apiUrl) => {
  const { url: base } = await testServer((request, response, count) =>
    (request.url?.endsWith('/share-token')
      ? json(
          200,
          JSON.parse(JSON.stringify(body).replace('BASE', `http://${request.headers.host}`)),
        )
      : unusualService)(request, response, count),
  )
  const env = { ...as(base), TOPO_WEB_URL: 'https://web.example.com/app/' }
  const { stdout } = await topo(['script', 'share', 'odd', '--json'], { env })
  const based = (text: string | null) => (text === null ? null : text.replace('BASE', base))
  expect(JSON.parse(stdout)).toMatchObject({ url: based(expected), apiUrl: based(apiUrl) })
  expect((await topo(['script', 'share', 'odd'], { env })).stdout).toBe(`${based(expected)}\n`)
})

test('a service on this machine that is no mock is not taken for the web app', async () => {
  const { url } = await testServer((request, response, count) =>
    (request.url?.endsWith('/share-token') ? json(200, { token: 't' }) : unusualService)(
      request,
      response,
      count,
    ),
  )
  const env = as(url)
  const shared = await topo(['script', 'share', 'odd'], { env })
  expect([shared.code, shared.stdout.trim(), shared.stderr]).toEqual([
    0,
    '',
    expect.stringContaining('the address of its page is unknown. Set TOPO_WEB_URL, or "webUrl"'),
  ])
  const opened = await topo(['open', 'odd'], { env })
  expect([opened.code, opened.stdout, opened.stderr]).toEqual([
    2,
    '',
    expect.stringMatching(
      /The address of the web app is unknown\. \[TOPO_USAGE\]\n.*Set TOPO_WEB_URL/,
    ),
  ])
  expect((await topo(['show', 'odd'], { env })).stdout).not.toContain(url)
  const { stdout } = await topo(['open', 'odd'], { env: { ...env, TOPO_WEB_URL: url } })
  expect(stdout).toBe(`${url}/v/odd\n`)
})

test('share of the local service says that nobody serves the page, and how to serve it', async () => {
  const cwd = folder()
  const shared = await topo(['script', 'share', 'alice-notes', '--local', '--json'], { cwd })
  const { url: pageUrl, apiUrl } = JSON.parse(shared.stdout)
  expect([pageUrl, shared.stderr]).toEqual([
    null,
    expect.stringContaining('nobody can open its page'),
  ])
  const [, path] = /^http:\/\/localhost\/v1(\/share\/.+)$/.exec(apiUrl) ?? []
  expect(shared.stderr).toContain('"topo open --local"')
  const serving = await startLive(['open', '--local'], { cwd })
  const stdout = heard(serving.stdout)
  await expect.poll(stdout, { timeout: 5000 }).toMatch(/\/\n$/)
  const url = stdout().trim().replace(/\/$/, '')
  expect(
    (await topo(['script', 'show', `${url}/v1${path}`], { env: { TOPO_BASE_URL: url } })).code,
  ).toBe(0)
  // The page for people.
  const served = await fetch(`${url}${path}`)
  expect([served.status, await served.text()]).toEqual([
    200,
    expect.stringContaining('<h1>Alice notes</h1>'),
  ])
  expect((await fetch(`${url}/share/unknown`)).status).toBe(404)
  expect((await fetch(`${url}/v/alice-notes`)).status).toBe(404)
})

test('thumbnail draws locally, and sends a small picture', async () => {
  const { url } = await mock()
  const sent = await answer('script thumbnail alice-notes', url)
  expect(Math.max(sent.width, sent.height)).toBe(640)
  const [row] = await rows(url, 'thumbnails')
  expect(row).toMatchObject({ id: sent.id, contentType: 'image/png' })
  expect(Buffer.from(String(row?.data), 'base64').subarray(1, 4).toString()).toBe('PNG')
  const inPrint = folder({ 'topo.config.json': '{ "style": "print" }' })
  await answer('script thumbnail alice-notes', url, undefined, inPrint)
  expect((await rows(url, 'thumbnails'))[0]?.data).not.toBe(row?.data)
  await edit(url, ({ scripts }) => {
    for (const savedScript of scripts ?? [])
      if (savedScript.slug === 'alice-notes') savedScript.code = 'let x = ;'
  })
  const broken = await topo(['script', 'thumbnail', 'alice-notes', '--json'], { env: as(url) })
  expect([broken.code, JSON.parse(broken.stdout).error.code]).toEqual([1, 'TOPO_NOT_DRAWN'])
})

test('share refuses a case', async () => {
  const { url } = await mock()
  const shared = await answer('script share kafka-at-scale', url, 'carol')
  const { code, stdout } = await topo(['pull', shared.url, '--json'], { env: as(url) })
  expect([code, JSON.parse(stdout).error.code]).toEqual([1, 'TOPO_GATED'])
})

test("script search lists pinned, featured and other users' scripts", async () => {
  const { url } = await mock()
  await answer('script pin kafka-at-scale hello-topology', url)
  const slugs = async (words: string) =>
    (await answer(`script search ${words}`, url)).items.map(({ slug }: { slug: string }) => slug)
  expect(await slugs('--pinned')).toEqual(['kafka-at-scale', 'hello-topology'])
  expect(await slugs('kafka --pinned')).toEqual(['kafka-at-scale'])
  expect(await slugs('--featured')).toEqual(['payments-platform'])
  expect(await slugs('--by bob --category Basics')).toEqual(['hello-topology'])
  expect((await topo(['script', 'search', '--pinned', '--starred'], { env: as(url) })).code).toBe(2)
  expect((await topo(['script', 'search', '--pinned'], { env: { TOPO_BASE_URL: url } })).code).toBe(
    4,
  )
})

test('a workspace is created, shared, transferred and deleted', async () => {
  const { url } = await mock()
  const { id } = await answer('workspaces create Crew', url)
  const invitation = await answer('workspaces invite Crew bob', url)
  await answer(`api POST /v1/workspaces/${id}/invitations/${invitation.id}/accept`, url, 'bob')
  expect((await answer('workspaces members Crew', url)).items).toMatchObject([
    { username: 'alice', role: 'owner' },
    { username: 'bob', role: 'member' },
  ])
  const unasked = await topo(['workspaces', 'transfer', 'Crew', 'bob', '--json'], { env: as(url) })
  expect(unasked.code).toBe(2)
  expect(await answer('workspaces transfer Crew bob --yes', url)).toMatchObject({ name: 'Crew' })
  expect((await topo(['workspaces', 'delete', 'Crew', '--yes'], { env: as(url) })).code).toBe(1)
  expect(await answer(`workspaces delete ${id} --yes`, url, 'bob')).toEqual({ id, deleted: true })
  const { code, stdout } = await topo(['workspaces', 'show', 'Crew', '--json'], { env: as(url) })
  expect([code, JSON.parse(stdout).error.code]).toEqual([2, 'TOPO_UNKNOWN_WORKSPACE'])
})

test('notifications and statistics are printed on a terminal', async () => {
  const { url } = await mock({ clock: '2026-03-01T12:00:00Z' })
  for (const user of ['bob', 'dave']) await answer('script star alice-shop', url, user)
  const id = (await rows(url, 'scripts')).find(({ slug }) => slug === 'alice-shop')?.id
  await answer(`api POST /v1/scripts/${id}/view`, url)
  const terminal = async (words: string) =>
    (await onScreen(words.split(' '), { env: as(url), cwd: folder() })).screen
  expect(await terminal('notifications list')).toMatch(/star\s+dave\s+alice-shop\s+false/)
  await answer('notifications read', url)
  expect(await terminal('notifications list')).toMatch(/star\s+dave\s+alice-shop\s+true/)
  const chart = await terminal('stats --days 5')
  expect(chart).toMatch(/views {2}····█ {2}1\s+stars {2}····█ {2}2\s+2026-02-25 to 2026-03-01/)
  expect(chart).toMatch(/alice-shop +1 +2 +8 +2/)
  const { stdout } = await topo(['stats', 'alice-shop', '--days', '2'], { env: as(url) })
  expect(stdout).toBe('alice-shop\t2026-02-28\t0\t0\nalice-shop\t2026-03-01\t1\t2\n')
  expect(await terminal('courses show first-steps')).toMatch(
    /2 +A cache in between +caching-basics/,
  )
})

describe('a service without these features', () => {
  const html = '<!doctype html><h1>Cannot GET</h1>'
  const text =
    (status: number, body: string): Reply =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end(body)
  const away: [name: string, status: number, reply: Reply][] = [
    ['404', 404, json(404, { error: 'not_found' })],
    [
      '404 of a framework',
      404,
      json(404, { statusCode: 404, message: 'Cannot GET /v1/x', error: 'Not Found' }),
    ],
    ['404 with a page', 404, text(404, html)],
    ['404 in words', 404, text(404, '404 page not found')],
    ['404 without a body', 404, text(404, '')],
    ['405 with a page', 405, text(405, html)],
    ['501', 501, json(501, { error: 'not_implemented' })],
    ['501 with a page', 501, text(501, html)],
    ['503 that says so', 503, json(503, { error: 'analytics_not_configured' })],
  ]
  const calls = ['versions odd', 'pin odd', 'share odd'].map((words) => `script ${words}`)
  calls.push('notifications list', 'stats odd', 'ai usage')
  // All commands read an answer in the same place, so each answer is tried with two of them.
  test.each(
    oneOf(2, away).map(
      ([name, ...rest], n) =>
        [name, [calls[n % 6], calls[(n + 3) % 6]] as string[], ...rest] as const,
    ),
  )('%s is reported in a sentence: %j', async (_name, pair, status, reply) => {
    const { url } = await testServer((request, response, count) =>
      (/\/(versions|notifications|reminders|daily|usage|share-token|pin)\b/.test(request.url ?? '')
        ? reply
        : unusualService)(request, response, count),
    )
    for (const words of pair) {
      const flags = ['--json', '--total-timeout', '1']
      const { code, stdout } = await topo([...words.split(' '), ...flags], { env: as(url) })
      const { error } = JSON.parse(stdout)
      expect([words, code, error.code, error.status]).toEqual([
        words,
        1,
        'TOPO_NOT_OFFERED',
        status,
      ])
      expect(error.message).toMatch(
        /^This service does not support (?:[a-z ]+|share URLs) \(HTTP \d+\)\.$/,
      )
    }
    expect((await topo(['script', 'show', 'odd'], { env: as(url) })).code).toBe(0)
  })
  const things: [words: string, path: RegExp][] = [
    ['script restore odd 9', /\/restore\b/],
    ['courses show x', /\/courses\/x\b/],
    ['script show URL/share/gone', /\/share\/gone\b/],
    ['workspaces show crew', /\/workspaces\/w-1\b/],
  ]
  test.each(oneOf(2, things))(
    '%s: 404 for the thing differs from 404 for the endpoint',
    async (words, path) => {
      const codeAfter = async (reply: Reply) => {
        const { url } = await testServer((request, response, count) =>
          (path.test(request.url ?? '') ? reply : unusualService)(request, response, count),
        )
        const argv = words.replace('URL', url).split(' ')
        const { code, stdout } = await topo([...argv, '--yes', '--json'], { env: as(url) })
        return [code, JSON.parse(stdout).error.code]
      }
      const missing = [1, 'TOPO_NOT_OFFERED']
      expect(await codeAfter(json(404, { error: 'not_found', message: 'no such thing' }))).toEqual([
        1,
        'TOPO_NOT_FOUND',
      ])
      expect(await codeAfter(json(404, { error: { code: 'thing_not_found' } }))).toEqual([
        1,
        'TOPO_NOT_FOUND',
      ])
      expect(
        await codeAfter(json(404, { error: 'not_found', message: 'No such endpoint' })),
      ).toEqual(missing)
      expect(await codeAfter(json(404, { message: 'Not Found' }))).toEqual(missing)
      expect(await codeAfter(text(404, html))).toEqual(missing)
      expect(await codeAfter(text(405, ''))).toEqual(missing)
    },
  )
})
