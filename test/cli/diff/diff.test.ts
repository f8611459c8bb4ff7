/** `topo diff`: compares a script with the service, with another, and with a git revision. */
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, repository } from '../../action/step.ts'
import { as } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, put, script, sharedMock, topo } from '../topo.ts'

const service = sharedMock()
const env = () => as(service.url)
const diff = (args: string[], cwd: string) => topo(['script', 'diff', ...args], { cwd, env: env() })

describe('diff with the service', () => {
  test.each([
    ['without a header', ''],
    ['with a name', 'name: Shop'],
  ])('a file and its copy under another name are the same, %s', async (_what, header) => {
    const text = script('shop', header)
    const cwd = folder({
      'shop.topology.js': text,
      'd/copy.topology.js': text,
      'other.topology.js': script('shop', `${header}\nslug: mine`),
    })
    const compared = (first: string, second: string) => diff([first, second, '--exit-code'], cwd)
    expect(await compared('shop.topology.js', 'd/copy.topology.js')).toMatchObject({
      code: 0,
      stdout: '',
    })
    expect((await compared('shop.topology.js', 'other.topology.js')).stdout).toMatch(
      /^changed {2}slug /,
    )
    await topo(['push', 'shop.topology.js'], { cwd, env: env() })
    const remote = JSON.parse(
      (await topo(['script', 'show', 'shop', '--json'], { cwd, env: env() })).stdout,
    )
    expect(await compared('d/copy.topology.js', remote.id)).toMatchObject({ code: 0, stdout: '' })
    expect((await compared('other.topology.js', remote.id)).code).toBe(3)
    put(join(cwd, 'd/copy.topology.js'), script('shop', 'name: Another'))
    expect((await compared('d/copy.topology.js', remote.id)).stdout).toMatch(/^changed {2}name /)
    await topo(['script', 'delete', remote.id, '--yes'], { cwd, env: env() })
  })

  test('F4: shows what a push would change, and nothing after it', async () => {
    const cwd = folder({ 'shop.topology.js': script('shop') })
    await topo(['push'], { cwd, env: env() })
    const same = await diff(['shop.topology.js', '--exit-code'], cwd)
    expect(same).toMatchObject({ code: 0, stdout: '' })
    put(join(cwd, 'shop.topology.js'), script('shop', 'tags: [new]').replace("'tcp'", "'http'"))
    const { code, stdout } = await diff(['shop.topology.js', '--exit-code'], cwd)
    expect(code).toBe(3)
    expect(stdout).toMatch(
      /^changed {2}tags \[\] → \["new"\]\nchanged {2}connection shop-web->shop-db: type tcp → http\n/,
    )
    expect(stdout).toContain(
      "-topology.connect('shop-web', 'shop-db', { type: 'tcp' })\n+topology.connect(",
    )
    // The line diff does not include the header.
    expect(stdout).not.toContain('/*---')
    const { same: isSame, topology } = JSON.parse(
      (await diff(['shop.topology.js', '--json'], cwd)).stdout,
    )
    expect([isSame, topology]).toEqual([
      false,
      [
        {
          change: 'changed',
          what: 'connection',
          id: 'shop-web->shop-db',
          label: null,
          fields: [{ field: 'type', before: 'tcp', after: 'http' }],
        },
      ],
    ])
    await topo(['script', 'delete', 'shop', '--yes'], { cwd, env: env() })
  })

  test('compares two remote scripts without a file', async () => {
    const { code, stdout } = await diff(
      ['hello-topology', 'payments-platform', '--summary'],
      folder(),
    )
    expect([code, stdout]).toEqual([0, expect.stringContaining('removed  group app')])
    expect(stdout).not.toContain('@@')
  })

  test('refuses a gated or missing script, or a single remote one, with a reason', async () => {
    const cwd = folder({ 'a.topology.js': script('a') })
    expect((await diff(['a.topology.js', 'kafka-at-scale'], cwd)).stderr).toContain('[TOPO_GATED]')
    expect((await diff(['a.topology.js'], cwd)).stderr).toContain('[TOPO_NOT_FOUND]')
    expect(await diff(['hello-topology'], cwd)).toMatchObject({ code: 2 })
  })
})

test('diff of two files needs no service', async () => {
  const cwd = folder({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
  const run = await topo(['script', 'diff', 'a.topology.js', 'b.topology.js'], { cwd })
  expect([run.code, run.stdout]).toEqual([
    0,
    expect.stringContaining('renamed  a-web → b-web (Web)'),
  ])
})

describe('diff with a git revision', () => {
  test('uses the imports of that revision, and leaves no files behind', {
    tags: 'git',
  }, async () => {
    const cwd = repository({
      'd/shop.topology.ts':
        "import { label } from './label.ts'\nconst t = new TopologyBuilder(true)\nt.createProcess({ id: 'a', label })\nawait t.apply()\n",
      'd/label.ts': "export const label: string = 'Old'\n",
    })
    put(join(cwd, 'd/label.ts'), "export const label: string = 'New'\n")
    const { stdout } = await diff(['d/shop.topology.ts', '--git', 'HEAD'], cwd)
    expect(stdout).toBe('changed  process a (New): label Old → New\n')
    commit(cwd)
    expect((await diff(['d/shop.topology.ts', '--git', 'HEAD', '--exit-code'], cwd)).code).toBe(0)
    expect((await diff(['d/shop.topology.ts', '--git', 'HEAD~1', '--exit-code'], cwd)).code).toBe(3)
    // Other tests make such folders at the same time: those go away.
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('topo-revision-'))
    const left = folders()
    await expect
      .poll(() => folders().filter((name) => left.includes(name)), { timeout: 10_000 })
      .toEqual([])
  })

  test('shows only the changed lines of a checkout with CRLF', { tags: 'git' }, async () => {
    const header = 'description: one'
    const cwd = repository({ 'a.topology.js': script('a', header), 'a.md': 'One\nTwo\n' })
    const write = (name: string, text: string) =>
      put(join(cwd, name), text.replaceAll('\n', '\r\n'))
    write('a.topology.js', script('a', header))
    write('a.md', 'One\nTwo\n')
    expect((await diff(['a.topology.js', '--git', 'HEAD', '--exit-code'], cwd)).code).toBe(0)
    write('a.topology.js', script('a', header).replace("'Web'", "'Shop'"))
    const { patch } = JSON.parse(
      (await diff(['a.topology.js', '--git', 'HEAD', '--json'], cwd)).stdout,
    )
    const edits = (text: string) =>
      text.split('\n').filter((line) => /^[-+](?![-+]{2} )/.test(line))
    expect(edits(patch)).toEqual([
      expect.stringMatching(/^-.*'Web'/),
      expect.stringMatching(/^\+.*'Shop'/),
    ])
    expect(patch).not.toContain('\r')
    const reviewed = await topo(['script', 'review', 'HEAD', '--json'], { cwd })
    expect(edits(JSON.parse(reviewed.stdout).items[0].patch)).toEqual(edits(patch))
  })

  test('works in a project below the top of the repository', { tags: 'git' }, async () => {
    const cwd = repository({ 'sub/topo.config.json': '{}', 'sub/a.topology.js': script('a') })
    put(join(cwd, 'sub/a.topology.js'), script('a').replace('Database', 'Store'))
    const { stdout } = await diff(['a.topology.js', '--git', 'HEAD', '--summary'], join(cwd, 'sub'))
    expect(stdout).toBe('changed  process a-db (Store): label Database → Store\n')
  })

  test.each([
    ['--git=nope', 'TOPO_UNKNOWN_REVISION', 2],
    ['--git=--output=owned', 'TOPO_UNKNOWN_REVISION', 2],
    ['--git=HEAD;touch owned', 'TOPO_UNKNOWN_REVISION', 2],
  ])('refuses %s', { tags: 'git' }, async (flag, error, code) => {
    const cwd = repository({ 'a.topology.js': script('a') })
    const run = await diff(['a.topology.js', flag], cwd)
    expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(`[${error}]`)])
    expect(readdirSync(cwd)).not.toContain('owned')
  })

  test('reports a file that did not exist then, and a folder without git', {
    tags: 'git',
  }, async () => {
    const cwd = repository({ 'a.topology.js': script('a') })
    put(join(cwd, 'new.topology.js'), script('new'))
    expect((await diff(['new.topology.js', '--git', 'HEAD'], cwd)).stderr).toContain(
      '[TOPO_NOT_AT_REVISION]',
    )
    const without = await diff(
      ['a.topology.js', '--git', 'HEAD'],
      folder({ 'a.topology.js': script('a') }),
    )
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('[TOPO_NO_GIT]')])
  })
})

test('diff compares a script that does not run as text', async () => {
  const cwd = folder({ 'a.topology.js': script('a'), 'b.topology.js': 'nonsense(' })
  const { code, stdout } = await diff(['a.topology.js', 'b.topology.js'], cwd)
  expect([code, stdout]).toEqual([0, expect.stringContaining('+nonsense(')])
  expect(stdout).toContain('topo validate')
})

test('diff prints Markdown for a pull request, and a terminal gets no control characters', async () => {
  const hostile = script('b').replace("'Web'", "'\\x1b[2J\\u202e``` </details> owned'")
  const cwd = folder({
    'a.topology.js': script('a'),
    'b.topology.js': `${hostile}// \u001b]0;t\u0007\n`,
  })
  const markdown = (await diff(['a.topology.js', 'b.topology.js', '--format', 'markdown'], cwd))
    .stdout
  expect(markdown).toMatch(/^### `a\.topology\.js` → `b\.topology\.js`\n/)
  const { screen } = await onScreen(['script', 'diff', 'a.topology.js', 'b.topology.js'], { cwd })
  for (const text of [markdown, screen]) {
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  }
})
