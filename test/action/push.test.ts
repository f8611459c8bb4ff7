/** `plan`, `push` and `publish` in a fresh checkout, without sync records. */
// @module-tag git
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MockOptions } from '../../src/exports/mock.ts'
import { isAll, oneOf } from '../cases.ts'
import { fault, setClock, writes } from '../cli/control.ts'
import { folder, mock, put, script } from '../cli/topo.ts'
import { commit, git, github, orders, pullRequest, repository, step } from './step.ts'

const key = 'ca_demo_alice'

/** A service, and the inputs for it. */
async function service(options: MockOptions = {}) {
  const { url } = await mock(options)
  return { url, inputs: (command: string) => ({ command, 'api-key': key, 'base-url': url }) }
}

async function remote(url: string, slug: string): Promise<Record<string, unknown> | undefined> {
  const answer = await fetch(`${url}/v1/scripts/${slug}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return answer.ok ? ((await answer.json()) as { item: Record<string, unknown> }).item : undefined
}

/** A change that somebody else makes. */
const changeThere = async (url: string, slug: string) =>
  fetch(`${url}/v1/scripts/${(await remote(url, slug))?.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ description: 'somebody else was here' }),
  })

describe('push', () => {
  test('C2 G8 G13 G14: creates scripts, then changes nothing; masks the key first and never shows it', async () => {
    const { url, inputs } = await service()
    const files = {
      'cart.topology.js': script('cart', 'public: true'),
      'stock.topology.js': script('stock'),
    }
    const cwd = repository(files)
    const first = await step({ cwd, inputs: inputs('push') })
    expect([first.code, first.outputs]).toEqual([
      0,
      expect.objectContaining({
        changed: 'true',
        created: '2',
        updated: '0',
        urls: `["${url}/v/cart"]`,
      }),
    ])
    expect(first.log.split('\n')[0]).toBe(`::add-mask::${key}`)
    expect(first.log.split('\n').slice(1).join('\n')).not.toContain(key)
    expect(JSON.stringify(first.result)).not.toContain(key)
    expect(git(cwd, 'status', '--porcelain')).toBe('')
    expect(first.summary).toContain(`[\`cart\`](<${url}/v/cart>)`)

    const again = await step({ cwd: repository(files), inputs: inputs('push') })
    expect([again.code, again.outputs.changed, again.outputs.unchanged]).toEqual([0, 'false', '2'])
  })

  test.each([
    ['misspelt', 'diagrmas'],
    ['a file', 'topo.config.json'],
  ])(
    'a working-directory that is %s is an error: the project above it is not pushed',
    async (_, name) => {
      const { url, inputs } = await service()
      const cwd = repository({
        'a.topology.js': script('a'),
        'diagrams/b.topology.js': script('b'),
      })
      const { code, log } = await step({
        cwd,
        inputs: { ...inputs('push'), 'working-directory': name },
      })
      expect([code, await writes(url)]).toEqual([2, []])
      expect(orders(log).join('\n')).toMatch(
        new RegExp(`^::error title=TOPO_NO_FOLDER::.*${name}.*working-directory`, 'm'),
      )
    },
  )

  test('logs the root of the project and its settings', async () => {
    const { inputs } = await service()
    const cwd = repository({
      'diagrams/topo.config.json': '{}',
      'diagrams/web/a.topology.js': script('a'),
      'plain/b.topology.js': script('b'),
    })
    const logOf = async (name: string) =>
      (await step({ cwd, inputs: { ...inputs('push'), 'working-directory': name } })).log
    expect(await logOf('diagrams/web')).toContain(
      `Project ${join(cwd, 'diagrams')}, settings ${join(cwd, 'diagrams', 'topo.config.json')}\n`,
    )
    if (!isAll) return
    git(cwd, 'rm', '-q', 'topo.config.json')
    expect(await logOf('plain')).toContain(`Project ${cwd}, no topo.config.json\n`)
  })

  test('masks a key of several lines line by line', async () => {
    const { inputs } = await service()
    const cwd = repository({ 'a.topology.js': script('a') })
    const { log, code } = await step({
      cwd,
      inputs: { ...inputs('push'), 'api-key': 'ca_one\nca_two' },
    })
    expect(log.split('\n').slice(0, 2)).toEqual(['::add-mask::ca_one', '::add-mask::ca_two'])
    expect(code).toBe(2)
  })

  test('on-conflict overwrite shows the overwritten changes in the summary; fail and skip overwrite nothing', async () => {
    // Git counts seconds: the commit of the clone must be later than what was published before it.
    const { url, inputs } = await service({ clock: new Date(Date.now() - 60_000).toISOString() })
    const cwd = repository({ 'cart.topology.js': script('cart') })
    await step({ cwd, inputs: inputs('push') })
    const changed = script('cart').replace("label: 'Web'", "label: 'Shop'")
    const clone = folder()
    git(clone, 'clone', '-q', cwd, '.')
    commit(clone, { 'cart.topology.js': changed })
    const failing = await step({ cwd: clone, inputs: { ...inputs('push'), 'on-conflict': 'fail' } })
    expect([failing.code, failing.outputs.conflict, failing.outputs.failed]).toEqual([
      6,
      'true',
      '1',
    ])
    const skipping = await step({
      cwd: clone,
      inputs: { ...inputs('push'), 'on-conflict': 'skip' },
    })
    expect([skipping.code, skipping.outputs.changed]).toEqual([0, 'false'])
    expect((await remote(url, 'cart'))?.code).toContain("label: 'Web'")

    const { code, outputs, summary } = await step({ cwd: clone, inputs: inputs('push') })
    expect([code, outputs.updated]).toEqual([0, '1'])
    expect((await remote(url, 'cart'))?.code).toContain("label: 'Shop'")
    expect(summary).toMatch(/✏️ `changed .*Shop/)
    expect(summary).toMatch(/^-.*label: 'Web'/m)
  })

  test('annotates invalid scripts and sends only the others', async () => {
    const { url, inputs } = await service()
    const cwd = repository({ 'bad.topology.js': 'let x = ;', 'good.topology.js': script('good') })
    const { code, log, outputs } = await step({ cwd, inputs: inputs('push') })
    expect([code, outputs.created, outputs.failed]).toEqual([1, '1', '1'])
    expect(orders(log).join('\n')).toMatch(/^::error file=bad\.topology\.js,/m)
    expect(await remote(url, 'good')).toBeDefined()
  })

  test('G20: a used-up quota stops the step with its exit code and lists the remaining scripts', async () => {
    const { url, inputs } = await service()
    const cwd = repository(
      Object.fromEntries(
        Array.from({ length: 5 }, (_, n) => [`s${n}.topology.js`, script(`s${n}`)]),
      ),
    )
    const body = { error: 'quota_exceeded', quota: 'draftsPerDay', limit: 20 }
    await fault(url, { method: 'POST', path: '/v1/scripts', status: 429, body, times: 1 })
    const { code, log, summary, outputs } = await step({ cwd, inputs: inputs('push') })
    expect(code).toBe(5)
    expect(orders(log).join('\n')).toMatch(/^::error title=TOPO_QUOTA/m)
    expect(summary).toContain('not-done')
    expect(Number(outputs.failed)).toBeGreaterThan(0)
  })

  test('a set that does not fit is announced in the log before its scripts, and as a warning', async () => {
    const { inputs } = await service({ quotas: { draftsPerDay: 1 } })
    const cwd = repository({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
    const sentence = '2 to create, 1 draft left today: 1 will not fit.'
    const plan = await step({ cwd, inputs: inputs('plan') })
    expect([plan.code, orders(plan.log).join('\n')]).toEqual([0, expect.stringContaining(sentence)])
    const { code, log, summary } = await step({ cwd, inputs: inputs('push') })
    expect(code).toBe(5)
    expect(log.match(/^.*2 to create.*$/gm)).toEqual([
      `${sentence} topo sends what fits and stops there with exit code 5. Run this job again when the quota is free: it continues.`,
      expect.stringContaining(`::warning title=topo::${sentence}`),
    ])
    expect(summary).toContain(sentence)
  })

  test('an outage exits 75, a wrong key 4, with the error in the summary', async () => {
    const { url, inputs } = await service()
    const cwd = repository({ 'a.topology.js': script('a') })
    const wrong = await step({ cwd, inputs: { ...inputs('push'), 'api-key': 'ca_wrong' } })
    expect([wrong.code, wrong.summary]).toEqual([4, expect.stringContaining('[!CAUTION]')])
    expect(orders(wrong.log).join('\n')).toMatch(
      /^::error title=TOPO_UNAUTHORIZED::.*Check the secret in the input `api-key`.* pull requests from forks\.$/m,
    )
    expect(wrong.log).not.toContain('topo login')
    await fault(url, { path: '/v1/*', status: 503 })
    const out = await step({ cwd, inputs: { ...inputs('push'), 'max-wait': '0' } })
    expect([out.code, out.outputs.changed]).toEqual([75, 'false'])
  })

  test('G7: an empty key is an error that explains forks', async () => {
    const { url } = await service()
    const cwd = repository({ 'a.topology.js': script('a') })
    const inputs = { command: 'push', 'api-key': '', 'base-url': url }
    const own = await step({ cwd, inputs })
    expect(own.code).toBe(4)
    expect(own.log).toContain(
      'The input `api-key` is empty; secrets are not available to pull requests from forks.',
    )
    const fork = await step({
      cwd,
      inputs,
      event: pullRequest(git(cwd, 'rev-parse', 'HEAD'), 'stranger/diagrams'),
    })
    expect(fork.log).toContain('is empty: secrets are not available')
    expect(fork.log).toContain('use `command: validate`')
  })

  test('a step without a service names its input', async () => {
    const cwd = repository({ 'a.topology.js': script('a') })
    const noService = await step({ cwd, inputs: { command: 'push', 'api-key': key } })
    expect([noService.code, noService.log]).toEqual([
      2,
      expect.stringMatching(/No service is configured\. Add `base-url: https:\/\/…` under `with:`/),
    ])
    expect(noService.log).not.toContain('topo login')
  })

  test('a file renamed together with its slug keeps its script, also in a fresh checkout; a new file does not take one', async () => {
    // Published after all commits were made: if-newer compares the content of the old path.
    const { url, inputs } = await service({ clock: new Date(Date.now() + 100_000).toISOString() })
    const files = { 'a.topology.js': script('a'), 'b.topology.js': script('b') }
    await step({ cwd: repository(files), inputs: inputs('push') })
    const { id } = (await remote(url, 'a')) ?? {}
    const cwd = repository(files)
    const before = git(cwd, 'rev-parse', 'HEAD')
    git(cwd, 'mv', 'a.topology.js', 'z.topology.js')
    git(cwd, 'rm', '-q', 'b.topology.js')
    commit(cwd, { 'new.topology.js': script('new') })
    const planned = await step({ cwd, inputs: inputs('plan'), event: { before } })
    expect([planned.log, planned.summary]).toEqual([
      expect.stringMatching(/^update +z\.topology\.js {2}renamed locally: a → z$/m),
      expect.stringContaining('renamed locally: a → z'),
    ])
    const { code, result, log, summary } = await step({
      cwd,
      inputs: inputs('push'),
      event: { before },
    })
    expect([code, result.scripts]).toMatchObject([
      0,
      [
        { slug: 'new', status: 'created', reason: '' },
        { slug: 'z', status: 'updated' },
      ],
    ])
    expect(log).toMatch(/^updated +z\.topology\.js {2}renamed: a → z$/m)
    expect(summary).toContain('`z.topology.js` | `z` | `updated` | `renamed: a → z` |')
    expect([await remote(url, 'a'), await remote(url, 'z')]).toMatchObject([undefined, { id }])
    expect(await remote(url, 'b')).toMatchObject({ slug: 'b' })
  })

  test('a push that finds no change since the last one says so, and does not say that there are no scripts', async () => {
    const { url, inputs } = await service()
    const { comments, env } = await github()
    const cwd = repository({ 'a.topology.js': script('a') })
    const before = commit(cwd, { 'notes.txt': 'x' })
    const commented = { ...inputs('push'), comment: 'true', 'github-token': 'ghs_token' }
    const options = { cwd, env, inputs: commented, event: pullRequest(before) }
    await step(options)
    expect(comments).toHaveLength(1)
    const again = await step(options)
    expect([again.code, again.log, again.summary]).toEqual([
      0,
      expect.stringMatching(/^Nothing changed since the last push, of commit [0-9a-f]{12}\.$/m),
      expect.stringContaining('## topo push: nothing changed since the last push'),
    ])
    // There is nothing to report any more.
    expect(comments).toEqual([])
    const planned = await step({ cwd, inputs: inputs('plan') })
    expect(planned.summary).toContain('## topo plan: nothing changed since the last push')
    expect(await writes(url)).toHaveLength(1)
  })

  test('delete removes scripts whose files the commits deleted, unless they changed since', async () => {
    const { url, inputs } = await service()
    const files = {
      'a.topology.js': script('a'),
      'b.topology.js': script('b'),
      'c.topology.js': script('c'),
    }
    const cwd = repository(files)
    await step({ cwd, inputs: inputs('push') })
    await changeThere(url, 'b')
    const clone = repository(files)
    const before = git(clone, 'rev-parse', 'HEAD')
    git(clone, 'rm', '-q', 'a.topology.js', 'b.topology.js')
    commit(clone)
    const kept = await step({ cwd: clone, inputs: inputs('push'), event: { before } })
    expect([kept.code, await remote(url, 'a')]).toEqual([0, expect.anything()])
    const { code, log, summary } = await step({
      cwd: clone,
      inputs: { ...inputs('push'), delete: 'true' },
      event: { before },
    })
    expect(code).toBe(0)
    expect([await remote(url, 'a'), await remote(url, 'b'), await remote(url, 'c')]).toEqual([
      undefined,
      expect.anything(),
      expect.anything(),
    ])
    expect(orders(log).join('\n')).toMatch(/^::warning .*Skipped .*b\.topology\.js/m)
    expect(summary).toMatch(/`a\.topology\.js`.*`deleted`/)
  })

  /** Pushes each commit from a fresh clone. */
  async function history(files: Record<string, string>) {
    const { url, inputs } = await service({ clock: new Date(Date.now() - 60_000).toISOString() })
    const origin = repository(files)
    const push = async (more: object = {}) => {
      const cwd = folder()
      git(cwd, 'clone', '-q', origin, '.')
      const before = git(cwd, 'rev-parse', 'HEAD^1')
      const run = { inputs: { ...inputs('push'), delete: 'true', ...more }, event: { before } }
      return step({ cwd, ...run })
    }
    await step({ cwd: origin, inputs: inputs('push') })
    rmSync(join(origin, '.topo'), { recursive: true })
    return { url, origin, push }
  }

  test('without the cache, a push does what the failed jobs of earlier commits left', async () => {
    const files = ['a', 'b', 'c', 'd'].map((name) => [`${name}.topology.js`, script(name)])
    const { url, origin, push } = await history(Object.fromEntries(files))
    const ids = (await Promise.all(['b', 'c'].map((slug) => remote(url, slug)))).map(
      (one) => one?.id,
    )
    await changeThere(url, 'd')
    git(origin, 'rm', '-q', 'a.topology.js', 'd.topology.js')
    commit(origin)
    git(origin, 'mv', 'b.topology.js', 'between.topology.js')
    commit(origin)
    git(origin, 'mv', 'between.topology.js', 'basket.topology.js')
    put(join(origin, '.topoignore'), 'c.topology.js\n')
    commit(origin)
    git(origin, 'rm', '-q', 'c.topology.js')
    commit(origin, { 'e.topology.js': script('e') })
    const { code, log, result } = await push()
    expect([code, result.scripts]).toMatchObject([
      0,
      [
        { slug: 'basket', status: 'updated' },
        { slug: 'e', status: 'created' },
        { slug: 'a', status: 'deleted' },
      ],
    ])
    expect(orders(log).join('\n')).toMatch(/^::warning .*Skipped .*d\.topology\.js/m)
    const stored = await Promise.all(
      ['basket', 'c', 'd', 'a', 'b'].map((slug) => remote(url, slug)),
    )
    expect(stored.map((one) => one?.id)).toEqual([...ids, expect.any(String), undefined, undefined])
  })

  test('a file that is renamed and edited keeps its script; one that git does not recognise says what is lost', async () => {
    const nodes = (name: string, from: number) =>
      Array.from(
        { length: 10 },
        (_, n) =>
          `t.createProcess({ id: '${n < from ? name : 'shared'}-${n}', label: 'A label of some length' })`,
      )
    const long = (name: string, from: number) =>
      ['const t = new TopologyBuilder(true)', ...nodes(name, from), 'await t.apply()', ''].join(
        '\n',
      )
    const { url, origin, push } = await history({
      'a.topology.js': long('a', 0),
      'b.topology.js': script('b'),
    })
    const { id } = (await remote(url, 'a')) ?? {}
    git(origin, 'mv', 'a.topology.js', 'new.topology.js')
    commit(origin, { 'new.topology.js': long('new', 5) })
    expect((await push()).result.scripts).toMatchObject([
      { slug: 'b', status: 'unchanged' },
      { slug: 'new', status: 'updated' },
    ])
    expect((await remote(url, 'new'))?.id).toBe(id)
    git(origin, 'mv', 'new.topology.js', 'last.topology.js')
    commit(origin, { 'last.topology.js': long('last', 7) })
    const unsure = await push()
    expect(unsure.result.scripts).toMatchObject([
      { slug: 'b', status: 'unchanged' },
      { slug: 'last', status: 'created' },
    ])
    expect(orders(unsure.log).join('\n')).toMatch(
      /^::warning .*Kept the script new of the deleted file new\.topology\.js.*last\.topology\.js may be/m,
    )
    expect((await remote(url, 'new'))?.id).toBe(id)
  })

  test('what lies in a submodule now, or under another path that was not chosen, is not deleted', async () => {
    const { url, origin, push } = await history({
      'd/a.topology.js': script('a'),
      'd/c.topology.js': script('c'),
      'm/b.topology.js': script('b'),
    })
    const module = repository({ 'b.topology.js': script('b') })
    git(origin, 'rm', '-q', '-r', 'm')
    git(origin, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', module, 'm')
    put(join(origin, 'e/keep'), '')
    git(origin, 'mv', 'd/a.topology.js', 'e/')
    commit(origin)
    const { code, log } = await push({ paths: 'd' })
    expect(code).toBe(0)
    expect(orders(log).join('\n')).toMatch(/^::warning .*Kept the scripts of m\/b\.topology\.js/m)
    expect([await remote(url, 'a'), await remote(url, 'b')]).toMatchObject([
      { slug: 'a' },
      { slug: 'b' },
    ])
  })

  test('what a failed job did not delete goes with the next push', async () => {
    const { url, inputs } = await service()
    const given = { ...inputs('push'), delete: 'true', 'max-wait': '0' }
    const cwd = repository({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
    expect((await step({ cwd, inputs: given })).code).toBe(0)
    const push = async (change: () => unknown) => {
      // A new clone has the cache of the last job, and no records.
      rmSync(join(cwd, '.topo', 'state.json'), { force: true })
      const before = git(cwd, 'rev-parse', 'HEAD')
      change()
      commit(cwd)
      return (await step({ cwd, inputs: given, event: { before } })).code
    }
    await fault(url, { path: '/v1/*', status: 503, times: 4 })
    expect(await push(() => git(cwd, 'rm', '-q', 'a.topology.js'))).toBe(75)
    expect(await push(() => put(join(cwd, 'b.topology.js'), `${script('b')}// x\n`))).toBe(0)
    expect(await remote(url, 'a')).toBeUndefined()
  })
})

describe('if-newer', () => {
  const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

  test.each(oneOf(2, ['push', 'publish']))(
    '%s of an old job that runs again changes nothing',
    async (command) => {
      const { url, inputs } = await service({ clock: later(100) })
      const cwd = repository({ 'a.topology.js': script('a') })
      const run = (moreInputs: object = {}) =>
        step({ cwd, inputs: { ...inputs(command), ...moreInputs } })
      const older = git(cwd, 'rev-parse', 'HEAD')
      expect((await run()).outputs.created).toBe('1')
      // Published after it was made, so that only its history tells that it is newer.
      commit(cwd, { 'a.topology.js': script('a').replace("'Web'", "'Shop'") })
      await setClock(url, later(200))
      expect((await run()).outputs.updated).toBe('1')
      git(cwd, 'checkout', '-q', older)
      const more = command === 'push' ? { 'on-conflict': 'skip' } : { 'dry-run': 'true' }
      for (const again of [await run(), ...(isAll ? [await run(more)] : [])]) {
        expect([again.code, again.outputs.conflict, again.outputs.changed]).toEqual([
          6,
          'true',
          'false',
        ])
        expect(again.summary).toContain('is older than the remote version')
        expect(orders(again.log).join('\n')).toMatch(/^::warning .*if-newer.*fetch-depth: 0/m)
      }
      expect((await remote(url, 'a'))?.code).toContain("'Shop'")
      expect((await run({ 'if-newer': 'false' })).outputs.updated).toBe('1')
      expect((await remote(url, 'a'))?.code).toContain("'Web'")
    },
  )

  test('nothing of a checkout without git is pushed, since the job may be old; without the guard it is', async () => {
    const { url, inputs } = await service()
    const cwd = folder({ 'topo.config.json': '{}', 'a.topology.js': script('a') })
    const { code, log } = await step({ cwd, inputs: inputs('push') })
    expect([code, await writes(url)]).toEqual([2, []])
    expect(orders(log).join('\n')).toMatch(
      /^::error .*not in a git repository.*turn the input `if-newer` off/m,
    )
    const { outputs } = await step({ cwd, inputs: { ...inputs('push'), 'if-newer': 'false' } })
    expect(outputs.created).toBe('1')
  })
})

test('publish makes scripts public that have no public: false, and keeps them public', async () => {
  const { url, inputs } = await service()
  const files = {
    'open.topology.js': script('open'),
    'own.topology.js': script('own', 'public: false'),
  }
  const first = await step({ cwd: repository(files), inputs: inputs('publish') })
  expect([first.code, first.outputs.urls]).toEqual([0, `["${url}/v/open"]`])
  expect([(await remote(url, 'open'))?.isPublic, (await remote(url, 'own'))?.isPublic]).toEqual([
    true,
    false,
  ])
  const again = await step({ cwd: repository(files), inputs: inputs('publish') })
  expect(again.outputs).toMatchObject({ changed: 'false', unchanged: '2' })
})

test.each(
  oneOf<[string, object]>(2, [
    ['plan', {}],
    ['push', { 'dry-run': 'true' }],
  ]),
)('plan: %s %j writes nothing and shows the steps and their quota cost', async (command, more) => {
  const { url, inputs } = await service()
  const cwd = repository({ 'a.topology.js': script('a') })
  const { code, outputs, summary } = await step({ cwd, inputs: { ...inputs(command), ...more } })
  expect([code, outputs.changed, outputs.created]).toEqual([0, 'true', '1'])
  expect(summary).toContain('`create`')
  expect(summary).toContain('A push needs 1 of `draftsPerDay`')
  expect(await remote(url, 'a')).toBeUndefined()
  expect(await writes(url)).toEqual([])
  expect(readdirSync(cwd)).not.toContain('.topo')
})

describe('the comment', () => {
  const token = { comment: 'true', 'github-token': 'ghs_token' }

  test('G15: is created once, updated in place, kept if unchanged, and deleted if empty', async () => {
    const { comments, requests, env } = await github()
    const cwd = repository({ 'a.topology.js': script('a') })
    const base = git(cwd, 'rev-parse', 'HEAD')
    commit(cwd, { 'a.topology.js': script('a').replace("'Web'", "'Shop'") })
    const run = () =>
      step({ cwd, inputs: { command: 'validate', ...token }, event: pullRequest(base), env })
    expect((await run()).code).toBe(0)
    expect(comments).toHaveLength(1)
    expect(comments[0]?.body).toContain('Shop')
    await run()
    expect(requests.filter((request) => !request.startsWith('GET'))).toHaveLength(1)
    commit(cwd, { 'a.topology.js': script('a').replace("'Web'", "'Store'") })
    await run()
    expect(comments.map(({ id, body }) => [id, body.includes('Store')])).toEqual([[1, true]])
    commit(cwd, { 'a.topology.js': script('a') })
    await run()
    expect(comments).toEqual([])
  })

  test('G15: keeps the oldest of several, skips comments of people, and separates steps by name', async () => {
    const bot = { login: 'github-actions[bot]', type: 'Bot' }
    const marker = '<!-- topo:validate -->\n'
    const { comments, env } = await github({
      comments: [
        { id: 3, body: `${marker}by a person`, user: { login: 'octo', type: 'User' } },
        { id: 5, body: `${marker}old`, user: bot },
        { id: 8, body: `${marker}older twin`, user: bot },
        { id: 9, body: '<!-- topo:docs -->\nanother step', user: bot },
      ],
    })
    const cwd = repository({ 'a.topology.js': 'let x = ;' })
    const event = pullRequest(git(cwd, 'rev-parse', 'HEAD'))
    const { code } = await step({ cwd, inputs: { command: 'validate', ...token }, event, env })
    expect(code).toBe(1)
    expect(comments.map(({ id }) => id)).toEqual([3, 5, 9])
    expect(comments[1]?.body).toContain('syntax')
    expect(comments[0]?.body).toContain('by a person')
  })

  test('of each command, folder, shard and list of paths is another one', async () => {
    const { comments, env } = await github()
    const cwd = repository({
      'a.topology.js': 'let x = ;',
      'docs --> b/b.topology.js': 'let y = ;',
    })
    const event = pullRequest(git(cwd, 'rev-parse', 'HEAD'))
    const run = (inputs: object) =>
      step({ cwd, inputs: { command: 'validate', ...token, ...inputs }, event, env })
    const jobs: object[] = [
      {},
      { command: 'review' },
      { 'working-directory': 'docs --> b' },
      { shard: '1/1' },
      { paths: 'a.topology.js' },
      { comment: 'mine' },
    ]
    for (const job of [...jobs, {}]) await run(job)
    expect(comments.map(({ body }) => body.split('\n')[0])).toEqual([
      '<!-- topo:validate -->',
      '<!-- topo:review -->',
      '<!-- topo:validate docs%20--%3E%20b -->',
      '<!-- topo:validate 1%2F1 -->',
      expect.stringMatching(/^<!-- topo:validate [0-9a-f]{12} -->$/),
      '<!-- topo:mine -->',
    ])
  })

  test('contains neither secrets of scripts nor markup of file names', async () => {
    const { url, inputs } = await service()
    const { comments, env } = await github()
    const name = 'a <img src=x> @octo.topology.js'
    const files = {
      [name]: `/*---\nslug: gone\n---*/\n${script('gone')}`,
      'b.topology.js': script('b'),
    }
    await step({ cwd: repository(files), inputs: inputs('push') })
    await changeThere(url, 'gone')
    const cwd = repository(files)
    const before = git(cwd, 'rev-parse', 'HEAD')
    git(cwd, 'rm', '-q', name)
    commit(cwd, { 'b.topology.js': `${script('b')}// ghs_token\n` })
    const { summary } = await step({
      cwd,
      env,
      inputs: { ...inputs('push'), ...token, delete: 'true' },
      event: { ...pullRequest(before), before },
    })
    for (const text of [summary, comments[0]?.body ?? '']) {
      expect(text).toContain('Skipped the script of the deleted file')
      expect(text).toContain('### `b.topology.js`')
      expect(text).toContain('// [REDACTED]')
      expect(text).not.toContain('ghs_token')
      expect(text.replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')).not.toMatch(/<img|@octo/)
    }
  })

  test('G16: a read-only token gives a summary and a warning; the step passes', async () => {
    const { env } = await github({ readOnly: true })
    const cwd = repository({ 'topo.config.json': '{}' })
    const base = git(cwd, 'rev-parse', 'HEAD')
    commit(cwd, { 'a.topology.js': script('a') })
    const { code, log, summary } = await step({
      cwd,
      env,
      event: pullRequest(base, 'stranger/diagrams'),
      inputs: { command: 'validate', ...token },
    })
    expect(code).toBe(0)
    expect(orders(log).join('\n')).toMatch(/^::warning .*pull-requests: write/m)
    expect(summary).toContain('[!WARNING]')
    expect(log.split('\n').slice(1).join('\n')).not.toContain('ghs_token')
  })
})
