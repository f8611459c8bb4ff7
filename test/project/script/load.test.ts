import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadScript, loadScripts } from '../../../src/project/script/load.ts'
import { makeFolder } from '../folder.ts'

const load = (files: Record<string, string | Uint8Array>, name = Object.keys(files)[0] ?? '') => {
  const folder = makeFolder(files)
  return loadScript(folder.at(name), { root: folder.root })
}
const at = (line: number, column: number) => ({
  line,
  column,
  endLine: line,
  endColumn: column + 1,
})

describe('a script', () => {
  it('gets defaults from its file name without a header', async () => {
    const script = await load({
      'a/alice-shop.topology.js': 'return null\n',
      'a/alice-shop.md': '# Alice\n',
    })
    expect(script).toMatchObject({
      path: 'a/alice-shop.topology.js',
      slug: 'alice-shop',
      header: { start: 0, end: 0 },
      problems: [],
      bundled: false,
    })
    expect(script.content).toEqual({
      slug: 'alice-shop',
      name: 'alice-shop',
      description: '',
      type: 'topology',
      code: 'return null\n',
      tags: [],
      isPublic: false,
      readme: '# Alice\n',
      engineVersion: '1.0',
    })
  })

  it('prefers its header over project defaults, and those over built-in defaults', async () => {
    const { at: file, root } = makeFolder({
      'a.topology.js': '/*---\ntags: [own]\nslug: b-c\n---*/\nx',
    })
    const defaults = { tags: ['all'], public: true, engineVersion: '2.0' }
    const { content } = await loadScript(file('a.topology.js'), { root, defaults })
    expect(content).toMatchObject({
      tags: ['own'],
      isPublic: true,
      engineVersion: '2.0',
      slug: 'b-c',
      name: 'b-c',
    })
  })

  it('keeps every byte of its code', async () => {
    const code = '\r\n\tconst a = "\u00e4\u{1f600}\u2028"\r\n\r\n'
    expect(
      (await load({ 'a.topology.js': `/*---\r\nname: A\r\n---*/\r\n${code}` })).content.code,
    ).toBe(code)
  })

  it('is read without its byte order mark', async () => {
    const script = await load({ 'a.topology.js': '\uFEFF/*---\nname: A\n---*/\nx' })
    expect(script).toMatchObject({
      byteOrderMark: true,
      content: { name: 'A', code: 'x' },
      problems: [],
    })
  })

  it.each([
    ['UTF-16 LE', Buffer.from('\uFEFFreturn', 'utf16le')],
    ['UTF-16 LE', Buffer.from('return', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\uFEFFreturn', 'utf16le').swap16()],
  ])('is refused in encoding %s, which the message names', async (encoding, bytes) => {
    const { problems } = await load({ 'a.topology.js': bytes })
    expect(problems).toMatchObject([
      {
        rule: 'syntax',
        line: 1,
        column: 1,
        message: `The file is encoded as ${encoding}, not as UTF-8.`,
      },
    ])
  })

  it('is refused in Latin-1 at the first invalid byte', async () => {
    const bytes = Buffer.concat([
      Buffer.from('// \uFFFD\n// K'),
      Buffer.from([0xf6]),
      Buffer.from('ln'),
    ])
    const { problems } = await load({ 'a.topology.js': bytes })
    expect(problems).toMatchObject([
      { rule: 'syntax', line: 2, column: 5, message: expect.stringContaining('0xf6') },
    ])
  })

  it('suggests a new file name if its name is not a slug', async () => {
    const { problems } = await load({ 'My Shop.topology.ts': 'x' })
    expect(problems).toMatchObject([
      { rule: 'header', line: 1, fix: expect.stringContaining('my-shop.topology.ts') },
    ])
    expect((await load({ 'My Shop.topology.ts': '/*---\nslug: shop\n---*/\nx' })).problems).toEqual(
      [],
    )
  })

  it('throws an error if unreadable', async () => {
    await expect(load({}, 'a.topology.js')).rejects.toMatchObject({
      code: 'TOPO_READ_FAILED',
      exitCode: 1,
    })
  })

  it('is not read through a link out of the project', { tags: 'links' }, async () => {
    const outside = makeFolder({ 'secret.js': 'secret' })
    const { at: file, root } = makeFolder()
    symlinkSync(outside.at('secret.js'), file('a.topology.js'))
    const script = await loadScript(file('a.topology.js'), { root })
    expect(script.problems).toMatchObject([
      {
        rule: 'import',
        message: expect.stringContaining('symbolic link that leads out of the project'),
      },
    ])
    expect(script.text).toBe('')
  })
})

describe('a readme', () => {
  it('may be in another folder of the project', async () => {
    const script = await load({
      'a/b.topology.js': '/*---\nreadme: ../docs/x.md\n---*/\n',
      'docs/x.md': 'X',
      'a/b.md': 'B',
    })
    expect(script.content.readme).toBe('X')
    expect(script.metadata.readme).toBe('../docs/x.md')
  })

  it.each([
    ['missing.md', 'does not exist'],
    ['../../etc/passwd', 'outside of the project'],
    ['/etc/passwd', 'outside of the project'],
    ['link.md', 'outside of the project'],
    ['loop.md', 'does not exist'],
    ['a.topology.js/x.md', 'does not exist'],
    [`${'x'.repeat(300)}.md`, 'does not exist'],
    [String.raw`"a\0b.md"`, 'does not exist'],
  ])('%s is refused at its place in the header', { tags: 'links' }, async (readme, message) => {
    const { at: file, root } = makeFolder({
      'a.topology.js': `/*---\nname: A\nreadme: ${readme}\n---*/\n`,
    })
    symlinkSync('/etc/passwd', file('link.md'))
    symlinkSync('loop.md', file('loop.md'))
    const { problems, content } = await loadScript(file('a.topology.js'), { root })
    expect(problems).toMatchObject([
      {
        rule: 'header',
        line: 3,
        column: 1,
        endColumn: 9 + readme.length,
        message: expect.stringContaining(message),
      },
    ])
    expect(content.readme).toBeNull()
  })

  it('next to the script must not be a link out of the project', { tags: 'links' }, async () => {
    const { at: file, root } = makeFolder({ 'a.topology.js': 'x' })
    symlinkSync('/etc/passwd', file('a.md'))
    const { problems, content } = await loadScript(file('a.topology.js'), { root })
    expect(problems).toHaveLength(1)
    expect(content.readme).toBeNull()
  })
})

it.each([
  ['without header', 'a\nbc', at(2, 1), at(2, 1)],
  ['below a header', '/*---\nname: A\n---*/\na\nbc', at(2, 2), at(5, 2)],
  ['below Windows line ends', '/*---\r\nname: A\r\n---*/\r\na\r\nbc', at(2, 2), at(5, 2)],
  ['after a header on the same line', '/*---\nname: A\n---*/a\nbc', at(1, 1), at(3, 6)],
  ['on the second line after such a header', '/*---\nname: A\n---*/a\nbc', at(2, 1), at(4, 1)],
])('locate in the code maps a span to the file: %s', async (_, text, inCode, inFile) => {
  const { locate } = await load({ 'a.topology.js': text })
  expect(locate(inCode)).toEqual({ path: 'a.topology.js', ...inFile })
})

it('many scripts are loaded in the given order', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `s${i}.topology.js`)
  const { root, at: file } = makeFolder(Object.fromEntries(names.map((name) => [name, name])))
  const scripts = await loadScripts(
    names.map((name) => file(name)),
    { root },
  )
  expect(scripts.map(({ content }) => content.code)).toEqual(names)
})
