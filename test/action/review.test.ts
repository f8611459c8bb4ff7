/** `command: review` and `command: comment` show the changes of a pull request, also from a fork, and send nothing. */
// @module-tag git
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readReviewFile } from '../../src/action/report/review-file.ts'
import { isAll } from '../cases.ts'
import { writes } from '../cli/control.ts'
import { folder, mock, put, script } from '../cli/topo.ts'
import { commit, followedRun, git, github, orders, pullRequest, repository, step } from './step.ts'

const own = (id: string) =>
  `topology.createDatabase('${id}', { label: '${id}' })\nawait topology.apply()`
const more = (id: string, header = '') =>
  script('a', header).replace('await topology.apply()', own(id))
/** Valid, but too deep for a picture. */
const huge = script('a').replace(
  'await topology.apply()',
  "let g = topology.createGroup('g', { label: 'G' })\nfor (let n = 0; n < 60; n++) g = g.addGroup({ id: 'g' + n, label: 'G' })\nawait topology.apply()",
)

test('a review of a fork draws before and after, describes changes, and uses no service', async () => {
  const { url } = await mock()
  const cwd = repository({
    'docs/a.topology.js': script('a', 'public: true'),
    'gone.topology.js': script('g'),
  })
  const base = git(cwd, 'rev-parse', 'HEAD')
  git(cwd, 'rm', '-q', 'gone.topology.js')
  commit(cwd, {
    'docs/a.topology.js': more('orders', 'public: true'),
    'new.topology.js': script('new'),
  })
  const { code, outputs, summary, log } = await step({
    cwd,
    inputs: { command: 'review', 'base-url': url },
    event: pullRequest(base, 'mallory/diagrams'),
    env: { GITHUB_SERVER_URL: 'https://github.com', GITHUB_RUN_ID: '42' },
  })
  expect([code, orders(log).filter((line) => /^::(error|warning) title/.test(line))]).toEqual([
    0,
    [],
  ])
  const review = outputs['review-folder'] ?? ''
  expect(readdirSync(review).sort()).toEqual([
    'docs--a.after.svg',
    'docs--a.before.svg',
    'docs--a.changes.html',
    'docs--a.changes.svg',
    'gone.before.svg',
    'index.html',
    'new.after.svg',
    'review.json',
  ])
  expect(readFileSync(join(review, 'docs--a.after.svg'), 'utf8')).toContain('orders')
  expect(readFileSync(join(review, 'docs--a.before.svg'), 'utf8')).not.toContain('orders')
  expect(readFileSync(join(review, 'index.html'), 'utf8')).toContain('src="./docs--a.before.svg"')
  expect(summary).toMatch(/### `docs\/a\.topology\.js`\n\n- ➕ `added .*orders/)
  expect(summary).toContain('https://github.com/octo/diagrams/actions/runs/42#artifacts')
  expect(git(cwd, 'status', '--porcelain')).toBe('')
  expect(await writes(url)).toEqual([])
})

test('the comment begins with what changed: counts, a table, other diagrams with a renamed node, five open diagrams', async () => {
  const shared = (id: string, db = 'orders-db') => {
    const connect = `topology.connect('${id}-web', '${db}', { type: 'tcp' })`
    const database = `topology.createDatabase('${db}', { label: 'Orders' })\n${connect}\nawait topology.apply()`
    return script(id).replace('await topology.apply()', database)
  }
  const ids = Array.from({ length: 12 }, (_, n) => `d${n}`)
  const named = (list: readonly string[], text: (id: string) => string) =>
    Object.fromEntries(list.map((id) => [`${id}.topology.js`, text(id)]))
  const cwd = repository({
    ...named(ids, (id) => shared(id)),
    // Its database is another one.
    'bank.topology.js': `/*---\nnamespace: bank\n---*/\n${shared('bank')}`,
    'old.topology.js': script('o'),
    'gone.topology.js': script('g'),
  })
  const base = git(cwd, 'rev-parse', 'HEAD')
  git(cwd, 'rm', '-q', 'gone.topology.js')
  git(cwd, 'mv', 'old.topology.js', 'new-name.topology.js')
  const changed = ids.slice(0, 6)
  commit(cwd, {
    ...named(changed, (id) => shared(id, 'orders-store')),
    'd0.topology.js': script('d0'),
    'new.topology.js': script('new'),
  })
  const { hub, body } = await commentOf(cwd, base)
  expect(body.split('\n').slice(0, 5)).toEqual([
    '<!-- topo:comment review -->',
    '## 6 diagrams changed, 1 renamed, 1 new, 1 removed, 7 unchanged',
    '',
    '| diagram | change | nodes and connections | findings | picture |',
    '| --- | --- | --- | --- | --- |',
  ])
  const artifact = 'https://github.com/octo/diagrams/actions/runs/99#artifacts'
  expect(body.split('\n').slice(5, 14)).toEqual([
    `| \`d0.topology.js\` | changed | −2 |  | [\`d0.changes.html\`](<${artifact}>) |`,
    ...changed
      .slice(1)
      .map(
        (id) =>
          `| \`${id}.topology.js\` | changed | ~1 |  | [\`${id}.changes.html\`](<${artifact}>) |`,
      ),
    expect.stringMatching(
      /^\| `new-name\.topology\.js` \| renamed from `old\.topology\.js` \| the same \| /,
    ),
    expect.stringMatching(/^\| `new\.topology\.js` \| new \| \+4 \| /),
    expect.stringMatching(/^\| `gone\.topology\.js` \| removed \| −4 \| /),
  ])
  const others =
    '`d10.topology.js`, `d11.topology.js`, `d6.topology.js`, `d7.topology.js`, `d8.topology.js`, …'
  expect(body).toContain(
    `- 6 other diagrams draw \`orders-db\`, renamed to \`orders-store\` here: ${others}\n`,
  )
  expect(body.match(/^### .*$/gm)).toEqual(
    changed.slice(0, 5).map((id) => `### \`${id}.topology.js\``),
  )
  expect(body).toContain(
    '<details><summary>new-name.topology.js</summary>\n\nRenamed from `old.topology.js`.\n',
  )
  expect(body).toContain(
    `artifact \`diagrams-review\` of [this run](<${artifact}>). Download it, unpack it and open`,
  )
  const workflows = join(import.meta.dirname, '../../templates/ci/github')
  const written = readdirSync(workflows).map((name) => readFileSync(join(workflows, name), 'utf8'))
  expect(written.join('')).toContain('name: diagrams-review\n')
  expect(hub.comments).toHaveLength(1)
})

test('a picture that is too large becomes a note; the others are drawn', async () => {
  const cwd = repository({ 'a.topology.js': script('a'), 'b.topology.js': script('a') })
  const base = git(cwd, 'rev-parse', 'HEAD')
  commit(cwd, { 'a.topology.js': huge, 'b.topology.js': more('orders') })
  const event = pullRequest(base)
  const inputs = { command: 'review', 'fail-on': 'none' }
  const { outputs, summary } = await step({ cwd, inputs, event })
  expect(
    readdirSync(outputs['review-folder'] ?? '').filter((name) => name.endsWith('.svg')),
  ).toEqual(['a.before.svg', 'b.after.svg', 'b.before.svg', 'b.changes.svg'])
  expect(summary).toContain('Cannot draw the picture after: The diagram has')
  if (!isAll) return
  // The same applies to the summary of `validate`.
  const validated = await step({ cwd, inputs: { ...inputs, command: 'validate' }, event })
  expect(validated.summary).toContain('### `b.topology.js`\n\n- ➕ `added ')
})

test('a review shows the sequence of a scenario that changed, in summary and artifact', async () => {
  const flow = (steps: string) =>
    script('a').replace(
      /(await topology\.apply\(\)\n).*$/s,
      `$1const f = new FlowBuilder()
f.scenario('same', 'The same').from('a-web').to('a-db')
f.scenario('buy', 'Buy \\u0060now\\u0060').from('a-web')${steps}
return f\n`,
    )
  const cwd = repository({ 'a.topology.js': flow('') })
  const base = git(cwd, 'rev-parse', 'HEAD')
  commit(cwd, { 'a.topology.js': flow(".to('a-db').showError('[DB] <b>down</b>')") })
  const { summary, body } = await commentOf(cwd, base)
  expect(summary).toMatch(/Scenario<\/summary>\n\n`` Buy `now` ``\n\n```mermaid\nsequenceDiagram\n/)
  expect(summary).toContain('Note over p1: ✗ #91;DB#93; #60;b#62;down#60;#47;b#62;\n')
  expect(summary.match(/sequenceDiagram/g)).toHaveLength(1)
  expect(body).toContain('sequenceDiagram\n')
})

/** Reviews a pull request and comments it, as the written workflows do. */
async function commentOf(cwd: string, base: string) {
  const { outputs, summary } = await step({
    cwd,
    inputs: { command: 'review' },
    event: pullRequest(base),
  })
  const sha = 'a'.repeat(40)
  const hub = await github({ pulls: [{ number: 7, head: { sha } }] })
  await step({
    cwd: folder(),
    event: followedRun(sha),
    inputs: { ...commentInputs, 'review-folder': outputs['review-folder'] ?? '' },
    env: { ...hub.env, GITHUB_SERVER_URL: 'https://github.com' },
  })
  return { hub, summary, body: hub.comments[0]?.body ?? '' }
}

const commentInputs = { command: 'comment', 'github-token': 'ghs_token' }

describe('the comment of a review', () => {
  const sha = 'a'.repeat(40)
  const pulls = [{ number: 7, head: { sha } }]

  test('of a fork is created by the following workflow, updated, and deleted', async () => {
    const cwd = repository({ 'a.topology.js': script('a') })
    const base = git(cwd, 'rev-parse', 'HEAD')
    commit(cwd, { 'a.topology.js': more('orders') })
    const event = pullRequest(base, 'mallory/diagrams')
    const { outputs } = await step({ cwd, inputs: { command: 'review' }, event })
    const hub = await github({ pulls })
    const say = (markdown: string) =>
      step({
        cwd: folder(),
        inputs: { ...commentInputs, 'review-folder': markdown },
        event: followedRun(sha),
        env: { ...hub.env, GITHUB_SERVER_URL: 'https://github.com' },
      })
    const review = outputs['review-folder'] ?? ''
    for (const _ of [1, 2]) expect(await say(review)).toMatchObject({ code: 0 })
    expect(hub.comments).toHaveLength(1)
    const [{ body } = { body: '' }] = hub.comments
    expect(body).toMatch(
      /## 1 diagram changed\n[\s\S]*- ➕ `added .*orders[\s\S]*```mermaid\nflowchart TB\n/,
    )
    expect(body).toContain(
      '[this run](<https://github.com/octo/diagrams/actions/runs/99#artifacts>)',
    )
    // An empty review deletes the comment.
    git(cwd, 'reset', '-q', '--hard', base)
    const quiet = await step({ cwd, inputs: { command: 'review' }, event })
    await say(quiet.outputs['review-folder'] ?? '')
    expect(hub.comments).toEqual([])
  })

  test('is not created for a run without pull request, an outdated commit, or without a review', async () => {
    const hub = await github({ pulls })
    const review = folder({ 'review.json': document({ warnings: ['x'] }) })
    const say = (event: object, at = review) =>
      step({
        cwd: folder(),
        inputs: { ...commentInputs, 'review-folder': at },
        event,
        env: hub.env,
      })
    expect(await say(followedRun(sha, 'push'))).toMatchObject({ code: 0 })
    expect(await say(followedRun('b'.repeat(40)))).toMatchObject({ code: 0 })
    expect(await say(followedRun(sha), folder())).toMatchObject({ code: 0 })
    expect(await say({})).toMatchObject({ code: 0 })
    expect(hub.comments).toEqual([])
  })

  const document = (parts: object) =>
    JSON.stringify({
      name: 'review',
      scripts: [],
      findings: [],
      changes: [],
      warnings: [],
      error: null,
      ...parts,
    })
  const change = {
    path: 'a',
    change: 'changed',
    words: [],
    notes: [],
    mermaid: null,
    patch: '',
    pictures: {},
    counts: null,
    errorCount: 0,
    warningCount: 0,
    elsewhere: [],
  }
  const elsewhere = [
    { id: '`<img src=x>', now: '@octo', count: 3, paths: ['[x](https://evil.example)'] },
  ]
  const hostile =
    '`` @octo <img src=x> ![x](https://evil.example) | [x](https://evil.example)\n# Title'

  test('escapes markup, links and commands in the artifact', async () => {
    const hub = await github({ pulls })
    const review = folder({
      'review.json': document({
        number: 8,
        pull_request: 8,
        scripts: [{ path: hostile, slug: hostile, status: 'invalid', url: 'https://evil.example' }],
        warnings: [hostile],
        error: { code: 'TOPO_X', message: hostile },
        changes: [
          {
            ...change,
            path: hostile,
            change: 'renamed',
            was: hostile,
            page: hostile,
            elsewhere,
            words: [{ change: 'added', text: hostile }],
            notes: [hostile],
            patch: hostile,
            mermaid: 'flowchart TB\n  n0["x"]\n  click n0 "https://evil.example"\n',
            sequences: [
              { title: hostile, mermaid: 'sequenceDiagram\n  participant p0 as A\n' },
              {
                title: 'x',
                mermaid: 'sequenceDiagram\n  link p0: click n0 @ https://evil.example\n',
              },
            ],
          },
        ],
      }),
    })
    const inputs = { ...commentInputs, 'review-folder': review }
    const { code } = await step({ cwd: folder(), inputs, event: followedRun(sha), env: hub.env })
    expect([code, hub.comments.length]).toEqual([0, 1])
    const body = hub.comments[0]?.body ?? ''
    expect(body).not.toContain('click n0')
    const outside = body.replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
    expect(outside).not.toMatch(/@octo|<img|evil|# Title/)
  })

  test.each([
    ['no JSON', '{'],
    ['other JSON', '{"changes":1}'],
    ['a code of its own', document({ error: { code: '@octo', message: 'x' } })],
    ['a name that ends the marker', document({ name: 'x --> <img src=y>' })],
    ['too much', `"${'x'.repeat(9 * 1024 * 1024)}"`],
    [
      'too many scripts',
      document({ scripts: Array(5_001).fill({ path: 'a', slug: 'a', status: 'valid' }) }),
    ],
  ])('is refused for an artifact that is %s, without quoting it', (_, text) => {
    const failure = () => readReviewFile(folder({ 'review.json': text }))
    const code = expect.stringMatching(/^(TOPO_REVIEW_INVALID|TOPO_INPUT_TOO_LARGE)$/)
    expect(failure).toThrow(
      expect.objectContaining({ code, message: expect.not.stringContaining('@octo') }),
    )
  })

  test('is not created of an artifact that is refused, like a symbolic link', {
    tags: 'links',
  }, async () => {
    const hub = await github({ pulls })
    const secret = folder({ 'secret.json': document({ warnings: ['secret'] }) })
    const review = folder({ x: '' })
    symlinkSync(join(secret, 'secret.json'), join(review, 'review.json'))
    const inputs = { ...commentInputs, 'review-folder': review }
    const { code } = await step({ cwd: folder(), inputs, event: followedRun(sha), env: hub.env })
    expect([code, hub.comments]).toEqual([1, []])
  })
})

test('a hostile path stays in the review folder, and file names are unique', async () => {
  const cwd = repository({ 'topo.config.json': '{}' })
  const base = git(cwd, 'rev-parse', 'HEAD')
  put(join(cwd, 'x/a.topology.js'), script('a', 'slug: one'))
  commit(cwd, {
    'x--a.topology.js': script('a', 'slug: two'),
    '"><img src=x>:a.topology.js': script('a', 'slug: three'),
  })
  const { outputs } = await step({ cwd, inputs: { command: 'review' }, event: pullRequest(base) })
  const review = outputs['review-folder'] ?? ''
  const names = readdirSync(review).filter((name) => name.endsWith('.svg'))
  expect(names).toHaveLength(3)
  // GitHub refuses artifacts with other characters in their paths.
  expect(names.filter((name) => /["<>:|*?\r\n/\\]/.test(name))).toEqual([])
  const html = readFileSync(join(review, 'index.html'), 'utf8')
  expect(html).not.toContain('<img src=x>')
  for (const [, src = ''] of html.matchAll(/src="\.\/([^"]+)"/g))
    expect(existsSync(join(review, decodeURIComponent(src)))).toBe(true)
})

describe('the commit to compare with', () => {
  /** Others change `b` after the pull request of `a` was opened; the checkout is the merge, as actions/checkout makes it. */
  function merged() {
    const cwd = repository({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
    const stale = git(cwd, 'rev-parse', 'HEAD')
    git(cwd, 'checkout', '-qb', 'change')
    const head = commit(cwd, { 'a.topology.js': more('orders') })
    git(cwd, 'checkout', '-q', 'main')
    const base = commit(cwd, { 'b.topology.js': more('others') })
    git(cwd, 'checkout', '-q', '--detach')
    git(cwd, 'merge', '-q', '--no-ff', '-m', 'x', 'change')
    return { cwd, stale, head, base }
  }
  const changed = ({ result }: { result: Record<string, unknown> }) =>
    (result.changes as { path: string }[]).map(({ path }) => path)
  const review = { command: 'review' }

  test('is the first parent of a merge commit, so changes that others merged are not shown', async () => {
    const { cwd, stale, head } = merged()
    const event = pullRequest(stale, undefined, head)
    expect(changed(await step({ cwd, inputs: review, event }))).toEqual(['a.topology.js'])
    if (!isAll) return
    // The branch itself, which a workflow can check out as well.
    git(cwd, 'checkout', '-q', head)
    expect(changed(await step({ cwd, inputs: review, event }))).toEqual(['a.topology.js'])
  })

  test('is the base of a merge group', async () => {
    const { cwd, base, stale } = merged()
    const event = (base_sha: string) => ({ merge_group: { base_sha, base_ref: 'refs/heads/main' } })
    expect(changed(await step({ cwd, inputs: review, event: event(base) }))).toEqual([
      'a.topology.js',
    ])
    if (!isAll) return
    expect(changed(await step({ cwd, inputs: review, event: event(stale) }))).toHaveLength(2)
    expect(changed(await step({ cwd, inputs: review, event: event('--all') }))).toEqual([])
  })
})
