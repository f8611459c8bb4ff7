/** Refusals of GitHub are shown in its own words, rate limits are waited for, and the proxy is used. */
import type { IncomingMessage } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateComment } from '../../../src/action/report/comment.ts'
import { updateIssue } from '../../../src/action/report/issue.ts'
import { readEnvironment } from '../../../src/cli/io/process/environment.ts'
import { json, type Reply, sequence, testServer } from '../../api/server.ts'
import { tunnels } from '../../cli/proxy/tunnel.ts'
import { script } from '../../cli/topo.ts'
import { impatientClock, TestClock } from '../../clock.ts'
import { commit, git, github, pullRequest, repository, step } from '../step.ts'

const notes: string[] = []
beforeEach(() => void notes.splice(0))

const place = (api: string, more: { maxWait?: number; proxy?: string } = {}) => ({
  api,
  token: 'ghs_token',
  repository: 'octo/diagrams',
  proxy: readEnvironment(more.proxy === undefined ? {} : { HTTP_PROXY: more.proxy }).proxy,
  clock: impatientClock,
  maxWait: more.maxWait ?? 0,
  note: (text: string) => void notes.push(text),
  pullRequest: 7,
  name: 'topo',
})

/** Reads work, and writes get this answer. */
async function refusing(reply: Reply) {
  let writes = 0
  const { url } = await testServer((request, response) => {
    if (request.url === '/user')
      return json(403, { message: 'Resource not accessible by integration' })(request, response, 1)
    if (request.method === 'GET') return json(200, [])(request, response, 1)
    return reply(request, response, ++writes)
  })
  return { url, writes: () => writes }
}

const SAML =
  'Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization'
const allowList =
  'Although you appear to have the correct authorization credentials, the `octo` organization has an IP allow list enabled, and your IP address is not permitted to access this resource'
const secondary =
  'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID'

describe('a refusal is told in the words of GitHub', () => {
  test.each<
    [status: number, message: string | undefined, headers: Record<string, string>, hint: string]
  >([
    [
      403,
      'Resource not accessible by integration',
      {},
      'Give the job `pull-requests: write`; a pull request from a fork never gets this permission.',
    ],
    [
      403,
      'Resource not accessible by integration',
      { 'x-ratelimit-remaining': '0' },
      'Give the job `pull-requests: write`; a pull request from a fork never gets this permission.',
    ],
    [
      403,
      'Resource not accessible by personal access token',
      {},
      'Give the token the permission pull-requests: write.',
    ],
    [403, secondary, {}, 'Run the job again later.'],
    [403, secondary, { 'retry-after': '90' }, 'Run the job again in 90 s.'],
    [429, secondary, { 'retry-after': '90' }, 'Run the job again in 90 s.'],
    [
      403,
      'You have triggered an abuse detection mechanism. Please wait a few minutes before you try again',
      {},
      'Run the job again later.',
    ],
    [
      403,
      'API rate limit exceeded for installation ID 12345',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '600' },
      'Run the job again in 600 s.',
    ],
    [403, SAML, {}, 'Authorize the token for the organization (single sign-on).'],
    [403, allowList, {}, 'Choose a runner, or a token, that the organization admits.'],
    [
      403,
      'Unable to create comment because issue is locked',
      {},
      'Unlock the conversation, or leave out the input `comment`.',
    ],
    [
      403,
      'Repository was archived so is read-only',
      {},
      'Nothing can be written there until the repository is unarchived.',
    ],
    [403, 'Sorry. Your account was suspended', {}, ''],
    [401, 'Bad credentials', {}, 'Check the input `github-token`.'],
    [
      404,
      'Not Found',
      {},
      'Give the job `pull-requests: write`; a pull request from a fork never gets this permission.',
    ],
    [410, 'This issue was deleted', {}, ''],
    [451, 'Repository access blocked', {}, ''],
    [502, undefined, {}, ''],
  ])('%i %s %j', async (status, message, headers, hint) => {
    const page: Reply = (_request, response) =>
      response.writeHead(status).end('<html>Unicorn</html>')
    const { url, writes } = await refusing(
      message === undefined ? page : json(status, { message }, headers),
    )
    const said = message === undefined || message === 'Not Found' ? '' : `: ${message}`
    const failure = await updateComment(place(url), 'text')
    const words = `Cannot comment on the pull request: GitHub answered ${status}${said}.`
    expect(failure).toBe(hint === '' ? words : `${words} ${hint}`)
    expect(writes()).toBe(1)
  })

  test('the right of an issue is another one', async () => {
    const { url } = await refusing(json(403, { message: 'Resource not accessible by integration' }))
    expect(await updateIssue(place(url), '', 'text')).toContain('Give the job `issues: write`.')
  })
})

describe('a rate limit of GitHub is waited for, and the comment is written once', () => {
  const anHourAgo = new Date(Date.now() - 3_600_000)
  const inASecond = new Date(anHourAgo.getTime() + 1000)
  test.each<[what: string, status: number, headers: Record<string, string>]>([
    ['Retry-After', 403, { 'retry-after': '1' }],
    [
      'Retry-After as a date of a clock that is off',
      429,
      { 'retry-after': inASecond.toUTCString(), date: anHourAgo.toUTCString() },
    ],
    [
      'the reset of a clock that is off',
      403,
      {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.floor(inASecond.getTime() / 1000)),
        date: anHourAgo.toUTCString(),
      },
    ],
  ])('%s', async (_what, status, headers) => {
    const limited = json(status, { message: secondary }, headers)
    const { url, writes } = await refusing(sequence(limited, json(201, {})))
    const clock = new TestClock()
    const updated = updateComment({ ...place(url, { maxWait: 10 }), clock }, 'text')
    expect(await clock.justBeforeNext()).toBe(1000)
    expect(writes()).toBe(1)
    await clock.advance(1)
    expect(await updated).toBeUndefined()
    expect(writes()).toBe(2)
    expect(notes).toEqual(['GitHub limits requests, continuing in 1 s'])
  })

  test('also while the account is read: a guess would write a second comment', async () => {
    const limited = json(403, { message: secondary }, { 'retry-after': '0' })
    const own = [{ id: 1, body: '<!-- topo:topo -->\nold', user: { login: 'octo', type: 'User' } }]
    const asked: string[] = []
    const { url } = await testServer((request, response) => {
      asked.push(`${request.method} ${request.url?.split('?')[0]}`)
      const isFirst = asked.length === 1
      const comments = request.method === 'GET' ? own : {}
      const body = request.url === '/user' ? { login: 'octo' } : comments
      return (isFirst ? limited : json(200, body))(request, response, 1)
    })
    expect(await updateComment(place(url), 'text')).toBeUndefined()
    expect(asked.at(-1)).toBe('PATCH /repos/octo/diagrams/issues/comments/1')
  })

  test('a failure that may have been a success is not repeated', async () => {
    for (const reply of [
      json(503, {}),
      ((request: IncomingMessage) => request.destroy()) as Reply,
    ]) {
      const { url, writes } = await refusing(reply)
      expect(await updateComment(place(url), 'text')).toContain('Cannot comment')
      expect(writes()).toBe(1)
    }
  })
})

describe('the proxy', () => {
  const changed = () => {
    const cwd = repository({ 'a.topology.js': script('a') })
    const event = pullRequest(git(cwd, 'rev-parse', 'HEAD'))
    commit(cwd, { 'a.topology.js': script('a').replace("'Web'", "'Shop'") })
    const inputs = { command: 'validate', comment: 'true', 'github-token': 'ghs_token' }
    return { cwd, event, inputs }
  }

  test('GitHub is asked through it', async () => {
    const { comments, env } = await github()
    const proxy = await tunnels({ 'api.github.invalid:80': env.GITHUB_API_URL })
    const more = { GITHUB_API_URL: 'http://api.github.invalid', HTTP_PROXY: proxy.host }
    expect((await step({ ...changed(), env: more })).code).toBe(0)
    expect(comments[0]?.body).toContain('Shop')
    expect(new Set(proxy.targets)).toEqual(new Set(['api.github.invalid:80']))
  })

  test('that does not answer is named in the warning', async () => {
    const proxy = 'http://carol:canary-word@127.0.0.1:1'
    const api = 'http://api.github.invalid'
    const failure = await updateComment(place(api, { proxy }), 'text')
    expect(failure).toBe(
      'Cannot comment on the pull request: GitHub did not answer: nothing listens at the proxy 127.0.0.1:1.',
    )
  })

  test('that cannot be one is a usage error before the work, without its password', async () => {
    const env = {
      GITHUB_API_URL: 'http://api.github.invalid',
      HTTP_PROXY: 'socks5://carol:canary-word@x:1',
    }
    const { code, log, summary } = await step({ ...changed(), env })
    expect([code, log]).toEqual([
      2,
      expect.stringContaining('HTTP_PROXY is not the address of a proxy'),
    ])
    expect(log + summary).not.toContain('canary-word')
    // Without a comment, nothing needs it.
    const { inputs, ...rest } = changed()
    expect((await step({ ...rest, inputs: { command: 'validate' }, env })).code).toBe(0)
  })
})
