/** `command: auto`: the event of the workflow chooses the command; the log says which one, and why. */
// @module-tag git
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isAll, oneOf } from '../cases.ts'
import { writes } from '../cli/control.ts'
import { folder, mock, put, script } from '../cli/topo.ts'
import { commit, followedRun, git, github, orders, pullRequest, repository, step } from './step.ts'

const onBranch = (name: string, GITHUB_EVENT_NAME = 'push') => ({
  event: { repository: { default_branch: 'main' } },
  env: { GITHUB_EVENT_NAME, GITHUB_REF: `refs/heads/${name}` },
})
const onPull = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_REF: 'refs/pull/7/merge' }

async function service() {
  const { url } = await mock()
  const slugs = async () => {
    const headers = { authorization: 'Bearer ca_demo_alice' }
    const answer = await fetch(`${url}/v1/scripts/user`, { headers })
    const { items } = (await answer.json()) as { items: { slug: string }[] }
    return items.map(({ slug }) => slug)
  }
  return { url, slugs, inputs: { 'api-key': 'ca_demo_alice', 'base-url': url } }
}

describe('command: auto', () => {
  test('pushes the default branch, only validates another one, and looks for drift on a schedule', async () => {
    const { url, inputs } = await service()
    const cwd = repository({ 'a.topology.js': script('a') })
    const other = await step({ cwd, inputs, ...onBranch('patch') })
    expect([other.code, other.log]).toEqual([
      0,
      expect.stringContaining('auto chose validate: patch is not'),
    ])
    expect(await writes(url)).toEqual([])
    const pushed = await step({ cwd, inputs, ...onBranch('main') })
    expect([pushed.code, pushed.outputs.created]).toEqual([0, '1'])
    expect(pushed.log).toContain('command: auto chose push: main is the default branch.')
    expect(pushed.result.command).toBe('push')
    for (const name of oneOf(2, ['schedule', 'workflow_dispatch'])) {
      const { log } = await step({
        cwd,
        inputs: { ...inputs, all: 'false' },
        ...onBranch('main', name),
      })
      expect(log).toContain(`auto chose drift: the event is ${name}`)
    }
  })

  test('reviews a pull request, comments after it, and does nothing when it is closed', async () => {
    const { url, inputs } = await service()
    const cwd = repository({ 'a.topology.js': script('a') })
    const base = git(cwd, 'rev-parse', 'HEAD')
    const sha = commit(cwd, { 'b.topology.js': script('b') })
    const event = pullRequest(base)
    const reviewed = await step({ cwd, inputs: {}, event, env: onPull })
    const review = reviewed.outputs['review-folder'] ?? ''
    expect([reviewed.code, existsSync(join(review, 'b.after.svg'))]).toEqual([0, true])
    const { env, comments } = await github({ pulls: [{ number: 7, head: { sha } }] })
    const said = await step({
      cwd: folder(),
      event: followedRun(sha),
      env: { ...env, GITHUB_EVENT_NAME: 'workflow_run' },
      inputs: { 'github-token': 'ghs_token', 'review-folder': review },
    })
    expect([said.code, comments[0]?.body]).toEqual([0, expect.stringContaining('b.topology.js')])
    const closed = await step({ cwd, inputs, event: { ...event, action: 'closed' }, env: onPull })
    expect([closed.code, closed.log]).toEqual([0, expect.stringContaining('Nothing to delete')])
    expect(await writes(url)).toEqual([])
  })

  test('with drafts: creates them for the pull request, and deletes them when it is closed', async () => {
    const { slugs, inputs } = await service()
    const cwd = repository({ 'a.topology.js': script('a') })
    const base = git(cwd, 'rev-parse', 'HEAD')
    commit(cwd, { 'b.topology.js': script('b', 'public: true') })
    const event = pullRequest(base)
    const drafted = { ...inputs, drafts: 'true' }
    const { code, summary } = await step({ cwd, inputs: drafted, event, env: onPull })
    expect([code, summary]).toEqual([0, expect.stringContaining('[On the service](<')])
    expect(await slugs()).toContain('pr-7-b')
    // A draft has no file, but is no drift.
    const drift = await step({ cwd, inputs: { ...inputs, command: 'drift' } })
    expect(drift.outputs.slugs).not.toContain('pr-7-b')
    // No checkout is needed.
    const options = { cwd: folder(), event: { ...event, action: 'closed' }, env: onPull }
    const closed = await step({ ...options, inputs: drafted })
    expect([closed.code, closed.log]).toEqual([0, expect.stringMatching(/deleted +pr-7-b/)])
    expect(await slugs()).not.toContain('pr-7-b')
  })

  test('refuses an event that says nothing about the diagrams', async () => {
    const cwd = repository({ 'a.topology.js': script('a') })
    const { code, log } = await step({ cwd, inputs: {}, env: { GITHUB_EVENT_NAME: 'release' } })
    expect([code, orders(log).join()]).toEqual([2, expect.stringContaining('the event "release"')])
  })
})

describe('drift', () => {
  const drift = { command: 'drift', 'github-token': 'ghs_token' }

  test('keeps one issue with the differences, and closes it when there are none', async () => {
    const { url, slugs, inputs } = await service()
    const { env, issues } = await github()
    const all = Object.fromEntries(
      (await slugs()).map((slug) => [`${slug}.topology.js`, script(slug)]),
    )
    const cwd = repository({ ...all, 'a.topology.js': script('a'), 'b.topology.js': script('b') })
    // Scripts of the demo world were never synced by this repository.
    const push = () => step({ cwd, inputs: { ...inputs, command: 'push', adopt: 'true' } })
    const look = (more = {}) => step({ cwd, inputs: { ...inputs, ...drift, ...more }, env })
    await push()
    expect([(await look()).code, issues]).toEqual([0, []])

    git(cwd, 'rm', '-q', 'a.topology.js')
    commit(cwd, { 'b.topology.js': script('b', 'tags: [new]') })
    // A fresh checkout has no records.
    git(cwd, 'clean', '-qfdx')
    const before = (await writes(url)).length
    const first = await look()
    expect([first.code, first.log]).toEqual([3, expect.stringMatching(/only-remote +a /)])
    expect((await writes(url)).length).toBe(before)
    expect(issues).toMatchObject([{ state: 'open', title: expect.stringContaining('drifted') }])
    expect(issues[0]?.body).toContain('| `a` | `only-remote` |')
    expect((await look({ all: 'false' })).log).not.toContain('only-remote')

    git(cwd, 'rm', '-q', 'b.topology.js')
    commit(cwd)
    await look()
    expect([issues.length, issues[0]?.body]).toEqual([
      1,
      expect.stringContaining('| `b` | `only-remote` |'),
    ])
    commit(cwd, { 'a.topology.js': script('a'), 'b.topology.js': script('b') })
    expect([(await look()).code, issues.map(({ state }) => state)]).toEqual([0, ['closed']])
  })

  test('takes compose files: what runs and is not drawn is a difference', async () => {
    const { slugs, inputs } = await service()
    const { env, issues } = await github()
    const all = Object.fromEntries(
      (await slugs()).map((slug) => [`${slug}.topology.js`, script(slug)]),
    )
    const compose = 'services:\n  a: { image: a }\n  cache: { image: redis }\n'
    const cwd = repository({ ...all, 'a.topology.js': script('a'), 'compose.yaml': compose })
    await step({ cwd, inputs: { ...inputs, command: 'push', adopt: 'true' } })
    const look = (against: string) => step({ cwd, inputs: { ...inputs, ...drift, against }, env })
    const { code, log } = await look('compose.yaml')
    expect([code, issues[0]?.body]).toEqual([
      3,
      expect.stringContaining('No diagram draws the service "cache"'),
    ])
    expect(orders(log).join()).toContain('file=compose.yaml,line=3')
    if (isAll) expect((await look('missing.yaml')).code).toBe(2)
    expect([(await look('')).code, issues.map(({ state }) => state)]).toEqual([0, ['closed']])

    const [other = ''] = Object.keys(all)
    const settings = { against: { diagrams: [other.replace('.topology.js', '')] } }
    put(join(cwd, 'topo.config.json'), JSON.stringify(settings))
    expect((await look('compose.yaml')).log).toContain('No diagram draws the service "a"')
  })

  test('warns without the right to write issues, and still fails; an outage closes nothing', async () => {
    const { inputs } = await service()
    const cwd = repository({ 'a.topology.js': script('a') })
    const reader = await github({ readOnly: true })
    const { code, log } = await step({ cwd, inputs: { ...inputs, ...drift }, env: reader.env })
    expect([code, orders(log).join()]).toEqual([3, expect.stringContaining('`issues: write`')])
    const { env, issues } = await github()
    await step({ cwd, inputs: { ...inputs, ...drift }, env })
    const wrong = await step({ cwd, inputs: { ...inputs, ...drift, 'api-key': 'ca_wrong' }, env })
    expect([wrong.code, issues.map(({ state }) => state)]).toEqual([4, ['open']])
  })

  test('writes to no issue of somebody else, and to another one for another project', async () => {
    const { inputs } = await service()
    const marker = '<!-- topo:drift  -->\n'
    const mallory = { login: 'mallory', type: 'User' }
    const theirs = { id: 1, number: 1, title: 'x', state: 'open', body: marker, user: mallory }
    const { env, issues } = await github({ issues: [theirs] })
    const cwd = repository({
      'a.topology.js': script('a'),
      'maps/topo.config.json': '{}',
      'maps/b.topology.js': script('b'),
    })
    await step({ cwd, inputs: { ...inputs, ...drift }, env })
    await step({ cwd, inputs: { ...inputs, ...drift, 'working-directory': 'maps' }, env })
    expect(issues.map(({ title, body }) => [title, body === marker])).toEqual([
      ['x', true],
      ['Diagrams have drifted', false],
      ['Diagrams have drifted (maps)', false],
    ])
  })
})
