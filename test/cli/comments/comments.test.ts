/** Comments: checked against the diagram, sent once, and printed without control characters. */
import { expect, test } from 'vitest'
import { as, edit, fault, rows, writes } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { mock, topo, topoOnTerminal } from '../topo.ts'

const add = (url: string, slug: string, text: string, ...flags: string[]) =>
  topo(['comments', 'add', slug, text, ...flags], { env: as(url) })

/** Comments on the service besides the two of the demo world. */
const added = async (url: string) =>
  (await rows(url, 'comments'))
    .slice(2)
    .map(({ content, targetType, targetId }) => [content, targetType, targetId])

test('add comments on a script, a node, a group, a replica and an edge', async () => {
  const { url } = await mock()
  const whole = await add(url, 'payments-platform', 'a')
  expect(whole).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/),
  })
  await add(url, 'payments-platform', 'b', '--node', 'fraud')
  await add(url, 'payments-platform', 'c', '--node', 'core')
  await add(url, 'payments-platform', 'd', '--node', 'checkout-2')
  const { stdout } = await add(url, 'payments-platform', 'e', '--edge', 'checkout->fraud', '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    content: 'e',
    targetType: 'edge',
    author: { username: 'alice' },
  })
  expect(await added(url)).toEqual([
    ['a', 'script', null],
    ['b', 'node', 'fraud'],
    ['c', 'node', 'core'],
    ['d', 'node', 'checkout-2'],
    ['e', 'edge', 'checkout->fraud'],
  ])
})

test('add refuses a target that is not drawn, and suggests a similar one', async () => {
  const { url } = await mock()
  for (const [flag, id, hint] of [
    ['--node', 'wbe', 'Did you mean "web"?'],
    ['--node', 'somewhere-else', 'It has app, web, db.'],
    ['--edge', 'db->web', 'Did you mean "web->db"?'],
    ['--edge', 'web-', 'Did you mean "web->db"? Put it in quotes because of the ">".'],
    ['--edge', 'web', 'Did you mean --node "web"?'],
  ] as const) {
    const { code, stdout } = await add(url, 'hello-topology', 'x', flag, id, '--json')
    expect({ id, code, ...JSON.parse(stdout).error }).toMatchObject({
      id,
      code: 'TOPO_USAGE',
      exitCode: 2,
      message: `hello-topology has no ${flag.slice(2)} "${id}".`,
      hint,
    })
    expect(code).toBe(2)
  }
  expect(await writes(url)).toEqual([])
})

test('add sends an unchecked id if the code is unavailable or does not run', async () => {
  const { url } = await mock()
  await edit(url, ({ scripts = [] }) => {
    Object.assign(scripts.find(({ slug }) => slug === 'hello-topology') ?? {}, {
      code: 'throw new Error(1)',
    })
  })
  const gated = await add(url, 'kafka-at-scale', 'a', '--node', 'any')
  expect([gated.code, gated.stderr]).toEqual([0, expect.stringContaining('"any" was not checked')])
  const broken = await add(url, 'hello-topology', 'b', '--edge', 'x->y')
  expect([broken.code, broken.stderr]).toEqual([0, expect.stringContaining('does not run')])
  expect((await add(url, 'hello-topology', 'c', '--node', 'z', '--quiet')).stderr).toBe('')
  expect((await added(url)).map(([text]) => text)).toEqual(['a', 'b', 'c'])
})

test('add reads standard input; it refuses an empty comment and a terminal', async () => {
  const { url } = await mock()
  const args = ['comments', 'add', 'hello-topology', '-']
  expect((await topo(args, { env: as(url), input: 'first line\nsecond — line\n' })).code).toBe(0)
  expect(await added(url)).toEqual([['first line\nsecond — line', 'script', null]])

  for (const [text, input] of [
    ['-', ' \n'],
    ['  ', ''],
  ] as const) {
    const { code, stderr } = await topo(['comments', 'add', 'hello-topology', text], {
      env: as(url),
      input,
    })
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('The comment is empty. [TOPO_USAGE]'),
    ])
  }
  const { code, screen } = await onScreen(args, { env: as(url) })
  expect([code, screen]).toEqual([
    2,
    expect.stringMatching(/but\s+that\s+is\s+a\s+terminal\.\s+\[TOPO_USAGE\]/),
  ])
})

test('add creates exactly one comment if the response is lost', async () => {
  const { url } = await mock()
  const path = '/v1/scripts/*/comments'
  await add(url, 'hello-topology', '+1')
  await fault(url, { method: 'POST', path, kind: 'lost-response', times: 1 })
  const arrived = await add(url, 'hello-topology', '+1')
  const all = (await rows(url, 'comments')).slice(2)
  expect([arrived.code, all.length, arrived.stdout.trim()]).toEqual([0, 2, all[1]?.id])

  await fault(url, { method: 'POST', path, kind: 'reset', times: 1 })
  const lost = await add(url, 'hello-topology', '+1')
  expect([lost.code, (await added(url)).length]).toEqual([75, 2])
})

test('list prints all comments, or those of one target, even if it is no longer drawn', async () => {
  const { url } = await mock()
  const list = (...flags: string[]) =>
    topo(['comments', 'list', 'hello-topology', ...flags], { env: { TOPO_BASE_URL: url } })
  const all = (await list()).stdout.trimEnd().split('\n')
  expect(all.map((line) => line.split('\t').slice(1))).toEqual([
    ['alice', '2026-02-10T10:01:00.000Z', 'script', '', 'Short and clear.'],
    ['bob', '2026-02-10T10:02:00.000Z', 'node', 'db', 'Which version of the database?'],
  ])
  const onDb = JSON.parse((await list('--node', 'db', '--json')).stdout)
  expect([onDb.totalCount, onDb.items[0].author.username]).toEqual([1, 'bob'])
  expect(await list('--node', 'web')).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect((await list('--node', 'wbe')).stderr).toContain('Did you mean "web"?')

  await edit(url, ({ comments = [] }) => {
    Object.assign(comments[1] ?? {}, { targetId: 'removed-since' })
  })
  expect((await list('--node', 'removed-since')).stdout).toContain('Which version')
})

test('list prints paragraphs on a terminal, and text from outside without control characters', async () => {
  const { url } = await mock()
  await edit(url, ({ comments = [], users = [] }) => {
    Object.assign(comments[0] ?? {}, {
      content: 'one\u001b[2J\u001b]0;owned\u0007\r\ntwo\u202e <script>alert(1)</script>',
    })
    Object.assign(users.find(({ username }) => username === 'bob') ?? {}, {
      username: 'b\u001b[31mob\ttab',
    })
  })
  const { screen } = await onScreen(['comments', 'list', 'hello-topology'], { env: as(url) })
  expect(screen).toMatch(
    /^alice {2}\d+ \w+ ago {2}[0-9a-f-]{36}\n {2}one\n {2}two\\u202e <script>alert\(1\)<\/script>\n\nbob tab {2}\d+ \w+ ago {2}on node db {2}/,
  )
  const { stdout } = await topo(['comments', 'list', 'hello-topology'], { env: as(url) })
  expect(stdout).toMatch(/\tone two\\u202e <script>/)
  expect(stdout + screen).not.toMatch(/owned|\u202e|\u0007/)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').length),
  ).toEqual([6, 6])
})

test('delete confirms, and deletes one comment after the other', { tags: 'terminal' }, async () => {
  const { url } = await mock()
  const [mine = '', theirs = ''] = (await rows(url, 'comments')).map(({ id }) => id)
  const remove = (...args: string[]) => topo(['comments', 'delete', ...args], { env: as(url) })
  const unasked = await remove(mine)
  expect([unasked.code, unasked.stderr]).toEqual([
    2,
    expect.stringContaining('[TOPO_NEEDS_CONFIRMATION]'),
  ])
  const no = await topoOnTerminal(['comments', 'delete', mine], {
    env: as(url),
    answer: { 'Permanently delete this comment': 'n\r' },
  })
  expect([no.code, no.screen]).toEqual([0, expect.stringContaining('Nothing was deleted')])
  const dry = await remove(mine, '--dry-run', '--json')
  expect(JSON.parse(dry.stdout).requests).toEqual([
    { method: 'DELETE', path: `/v1/comments/${mine}`, body: null },
  ])
  expect(await rows(url, 'comments')).toHaveLength(2)

  const alone = await remove(theirs, '--yes')
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('[TOPO_FORBIDDEN]')])
  const several = await remove(theirs, mine, mine, '--yes', '--json')
  expect(several.code).toBe(1)
  expect(JSON.parse(several.stdout)).toMatchObject({
    totalCount: 2,
    items: [
      { name: theirs, deleted: false, error: 'TOPO_FORBIDDEN' },
      { name: mine, id: mine, deleted: true, error: null },
    ],
  })
  expect((await rows(url, 'comments')).map(({ id }) => id)).toEqual([theirs])
})

test('add reports a used-up quota of comments', async () => {
  const { url } = await mock()
  await fault(url, {
    method: 'POST',
    path: '/v1/scripts/*/comments',
    status: 429,
    body: { error: 'quota_exceeded', quota: 'commentsPerHour', limit: 30 },
  })
  const { code, stderr } = await add(url, 'hello-topology', 'x')
  expect([code, stderr]).toEqual([5, expect.stringContaining('[TOPO_QUOTA_EXCEEDED]')])
})
