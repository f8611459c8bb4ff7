/** `topo diff` as a picture or a page, and as a gate. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repository } from '../../action/step.ts'
import { onScreen } from '../on-screen.ts'
import { folder, script, topo } from '../topo.ts'

const shop = script('shop')
const files = () =>
  folder({
    'a.topology.js': shop,
    'b.topology.js': shop.replaceAll('shop-db', 'shop-store').replace("'tcp'", "'http'"),
    'broken.topology.js': 'nonsense(',
    'less.topology.js': shop.replace(/^topology\.connect.*$/m, ''),
  })
const diff = (cwd: string, ...args: string[]) => topo(['script', 'diff', ...args], { cwd })

describe('pictures of a difference', () => {
  test('a rename is one change in text, and in the JSON', async () => {
    const cwd = files()
    const { stdout } = await diff(cwd, 'a.topology.js', 'b.topology.js', '--summary')
    expect(stdout).toBe(
      'renamed  shop-db → shop-store (Database)\nchanged  connection shop-web->shop-store: type tcp → http\n',
    )
    const { topology } = JSON.parse(
      (await diff(cwd, 'a.topology.js', 'b.topology.js', '--json')).stdout,
    )
    expect(topology[0]).toEqual({
      change: 'renamed',
      what: 'process',
      id: 'shop-store',
      was: 'shop-db',
      label: 'Database',
      fields: [],
    })
  })

  test('svg, png and html go to a file by its extension, or to standard output', async () => {
    const cwd = files()
    const written = async (name: string, ...more: string[]) => {
      const run = await diff(cwd, 'a.topology.js', 'b.topology.js', '-o', name, ...more)
      expect([run.code, run.stdout, run.stderr]).toEqual([0, `written\t${name}\t2 changes\n`, ''])
      return readFileSync(join(cwd, name))
    }
    expect((await written('d.svg')).toString()).toMatch(/^<svg .*class="node changed"/s)
    expect((await written('d.png', '--theme', 'dark')).subarray(1, 4).toString()).toBe('PNG')
    const page = (await written('d.html')).toString()
    expect(page).toContain('2 changes')
    expect(page.match(/<template id="(?:before|after)"/g)).toHaveLength(2)
    expect((await written('d.md')).toString()).toContain('renamed shop-db → shop-store')
    const piped = await diff(cwd, 'a.topology.js', 'b.topology.js', '--format', 'html')
    expect(piped.stdout).toBe(page)
    writeFileSync(join(cwd, 'd.svg'), 'mine')
    const refused = await diff(cwd, 'a.topology.js', 'b.topology.js', '-o', 'd.svg')
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('[TOPO_FILE_EXISTS]'),
    ])
    await written('d.svg', '--force')
    expect((await diff(cwd, 'a.topology.js', 'b.topology.js', '-o', 'd.xyz')).stderr).toContain(
      'Cannot choose a format from the extension of d.xyz. [TOPO_USAGE]',
    )
  })

  test('a folder, or a file without an extension, leads to a name with one', async () => {
    const cwd = files()
    for (const name of ['pics', 'pics/']) {
      const { code, stderr } = await diff(cwd, 'a.topology.js', 'b.topology.js', '-o', name)
      expect([code, stderr]).toEqual([
        2,
        `error -o takes one file, but ${name} has no extension that says its format. [TOPO_USAGE]\nhint  Write a name such as -o pics.svg, or add --format, one of text, markdown, html, svg, png, mermaid.\n`,
      ])
    }
  })

  test('the page is escaped', async () => {
    const cwd = folder({
      'a.topology.js': shop,
      'b.topology.js': shop.replace("'Web'", '\'</script><img src=x onerror="alert(1)">\''),
    })
    const { stdout } = await diff(cwd, 'a.topology.js', 'b.topology.js', '--format', 'html')
    expect(stdout).toContain('&lt;/script&gt;&lt;img')
    expect(stdout).not.toMatch(/<img|<\/script><img/)
  })

  test('a PNG is not printed on a terminal', async () => {
    const args = ['script', 'diff', 'a.topology.js', 'b.topology.js', '--format', 'png']
    const { screen } = await onScreen(args, { cwd: files() })
    expect(screen).toContain('A PNG is binary')
  })

  test('--context crops, and the page says what it leaves out', async () => {
    const long = (label: string) =>
      `const t = new TopologyBuilder(true)
for (const id of ['a', 'b', 'c', 'd']) t.createProcess({ id, label: id === 'a' ? '${label}' : id })
t.connect('a', 'b').connect('b', 'c').connect('c', 'd')
await t.apply()\n`
    const cwd = folder({ 'x.topology.js': long('One'), 'y.topology.js': long('Two') })
    const nodes = async (...args: string[]) => {
      const { stdout } = await diff(
        cwd,
        'x.topology.js',
        'y.topology.js',
        '--format',
        'svg',
        ...args,
      )
      return [...stdout.matchAll(/data-node="(\w)"/g)].map(([, id]) => id).join('')
    }
    expect(await nodes()).toBe('abcd')
    expect(await nodes('--context', '0')).toBe('a')
    expect(await nodes('--context', '2')).toBe('abc')
    const page = await diff(
      cwd,
      'x.topology.js',
      'y.topology.js',
      '--format',
      'html',
      '--context',
      '1',
    )
    expect(page.stdout).toContain('2 unchanged nodes are not shown.')
    const asText = await diff(cwd, 'x.topology.js', 'y.topology.js', '--context', '1')
    expect([asText.code, asText.stderr]).toEqual([
      2,
      expect.stringContaining('--context crops pictures, and this output is none. [TOPO_USAGE]'),
    ])
  })
})

describe('--fail-on', () => {
  test.each([
    ['removed', 'b.topology.js', 0],
    ['removed', 'less.topology.js', 3],
    ['connections', 'b.topology.js', 3],
    ['connections', 'less.topology.js', 3],
    ['any', 'b.topology.js', 3],
    ['any', 'a.topology.js', 0],
  ])('%s: %s exits with %i', async (gate, second, code) => {
    const cwd = files()
    expect((await diff(cwd, 'a.topology.js', second, '--fail-on', gate)).code).toBe(code)
    expect((await diff(cwd, 'a.topology.js', second, '--fail-on', gate, '-o', 'd.html')).code).toBe(
      code,
    )
  })

  test('a rename alone passes the gate for connections', async () => {
    const cwd = folder({
      'a.topology.js': shop,
      'b.topology.js': shop.replaceAll('shop-db', 'store'),
    })
    expect(
      (await diff(cwd, 'a.topology.js', 'b.topology.js', '--fail-on', 'connections')).code,
    ).toBe(0)
    expect((await diff(cwd, 'a.topology.js', 'b.topology.js', '--fail-on', 'any')).code).toBe(3)
  })

  test('a script that does not run never passes', async () => {
    const run = await diff(files(), 'a.topology.js', 'broken.topology.js', '--fail-on', 'removed')
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('[TOPO_NOT_DRAWN]')])
  })
})

test('a review validates what changed: a connection to a node that does not exist is an error', {
  tags: 'git',
}, async () => {
  const cwd = repository({ 'a.topology.js': shop, 'old.topology.js': 'nonsense(' })
  const review = (...more: string[]) => topo(['script', 'review', 'HEAD', ...more], { cwd })
  expect(await review()).toMatchObject({ code: 0, stdout: 'No diagram changed.\n' })
  writeFileSync(
    join(cwd, 'a.topology.js'),
    shop.replace(/(?=await topology.apply)/, "topology.connect('shop-web', 'nothing')\n"),
  )
  const { code, stdout } = await review('--output', 'review')
  expect(code).toBe(1)
  expect(stdout).toContain('## 1 diagram changed, 1 unchanged\n')
  expect(stdout).toContain(
    '| `a.topology.js` | changed | +1 | 1 error | [`a.changes.html`](<review/a.changes.html>) |',
  )
  expect(stdout).toMatch(/> `error a\.topology\.js:\d+:\d+ .*nothing.*\[[\w-]+\]`/)
  expect(readFileSync(join(cwd, 'review/index.html'), 'utf8')).toContain('error a.topology.js:')
  const { items, totalCount } = JSON.parse((await review('--json')).stdout)
  expect([totalCount, items[0].notes]).toEqual([1, [expect.stringContaining('nothing')]])
})
