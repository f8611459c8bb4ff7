import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeAtomic } from '../../../src/files/atomic.ts'
import { changedFields, type ScriptContent } from '../../../src/project/script/content.ts'
import { contentHash } from '../../../src/project/script/content-hash.ts'
import { escapeName, fileNameFor } from '../../../src/project/script/file-name.ts'
import { type LocalScript, loadScript } from '../../../src/project/script/load.ts'
import { writeScript, writeVisibility } from '../../../src/sync/pull/write-script.ts'
import { backUp } from '../../../src/sync/send/backup.ts'
import { anyCharacter } from '../../any-character.ts'
import { cases } from '../../cases.ts'
import { type Folder, makeFolder } from '../../project/folder.ts'

const shop: ScriptContent = {
  slug: 'shop',
  name: 'shop',
  description: '',
  type: 'topology',
  code: 'return null\n',
  tags: [],
  isPublic: false,
  readme: null,
  engineVersion: '1.0',
}
const stamp = '2026-01-02T03:04:05.000Z'

async function pull(folder: Folder, content: ScriptContent, name?: string, force = false) {
  const { root } = folder
  const local = name === undefined ? undefined : await loadScript(folder.at(name), { root })
  return writeScript(content, { root, local, stamp, force })
}
const names = (folder: Folder, files: string[]) =>
  files.map((file) => path.relative(folder.root, file))

describe('a pulled script', () => {
  it('is written with header and readme', async () => {
    const folder = makeFolder()
    const written = await pull(folder, {
      ...shop,
      name: 'The shop',
      tags: ['a'],
      readme: '# Shop\n',
    })
    expect(written).toMatchObject({ path: 'shop.topology.js', backups: [] })
    expect(names(folder, written.changed)).toEqual(['shop.topology.js', 'shop.md'])
    expect(folder.read('shop.topology.js')).toBe(
      '/*---\nname: The shop\ntags: [a]\n---*/\nreturn null\n',
    )
    expect(folder.read('shop.md')).toBe('# Shop\n')
  })

  it('changes nothing if everything is the same', async () => {
    const folder = makeFolder({
      'shop.topology.js': '\uFEFF/*---\n# mine\npublic: false\n---*/\r\nreturn null\n',
      'shop.md': '\uFEFFx',
    })
    const before = statSync(folder.at('shop.topology.js')).mtimeMs
    const written = await pull(folder, { ...shop, readme: 'x' }, 'shop.topology.js')
    expect(written).toMatchObject({ changed: [], backups: [] })
    expect(statSync(folder.at('shop.topology.js')).mtimeMs).toBe(before)
    expect(readdirSync(folder.root).sort()).toEqual(['shop.md', 'shop.topology.js'])
  })

  it('is written after a backup, and keeps file mode, byte order mark and header', {
    tags: 'modes',
  }, async () => {
    const text = '\uFEFF/*---\n# mine\nname: Old\n---*/\nold\n'
    const folder = makeFolder({ 'a/shop.topology.js': text })
    chmodSync(folder.at('a/shop.topology.js'), 0o640)
    const written = await pull(folder, { ...shop, name: 'New' }, 'a/shop.topology.js')
    expect(folder.read('a/shop.topology.js')).toBe(
      '\uFEFF/*---\n# mine\nname: New\n---*/\nreturn null\n',
    )
    expect(statSync(folder.at('a/shop.topology.js')).mode & 0o777).toBe(0o640)
    expect(names(folder, written.backups)).toEqual([
      '.topo/backup/2026-01-02T03-04-05.000Z/a/shop.topology.js',
    ])
    expect(readFileSync(written.backups[0] ?? '', 'utf8')).toBe(text)
  })

  it('removes a readme that was deleted on the service, after a backup', async () => {
    const folder = makeFolder({ 'shop.topology.js': shop.code, 'shop.md': 'mine' })
    const written = await pull(folder, shop, 'shop.topology.js')
    expect(readdirSync(folder.root).sort()).toEqual(['.topo', 'shop.topology.js'])
    expect(readFileSync(written.backups[0] ?? '', 'utf8')).toBe('mine')
  })

  it('writes the readme to the path in the header', async () => {
    const folder = makeFolder({
      'shop.topology.js': '/*---\nreadme: docs/x.md\n---*/\nx',
      'docs/x.md': 'old',
    })
    await pull(folder, { ...shop, code: 'x', readme: 'new' }, 'shop.topology.js')
    expect(folder.read('docs/x.md')).toBe('new')
    expect(folder.read('shop.topology.js')).toBe('/*---\nreadme: docs/x.md\n---*/\nx')
  })

  it('keeps the header keys that are never sent', async () => {
    const header = '/*---\nnamespace: bank\ndirection: left\n---*/\n'
    const folder = makeFolder({ 'shop.topology.js': `${header}x` })
    await pull(folder, { ...shop, code: 'y' }, 'shop.topology.js')
    expect(folder.read('shop.topology.js')).toBe(`${header}y`)
  })

  it('becomes a .ts file if it has types, and is the same when loaded', async () => {
    const folder = makeFolder()
    const content = { ...shop, code: 'const a: number = 1\nreturn a' }
    const written = await pull(folder, content)
    expect(written.path).toBe('shop.topology.ts')
    const loaded = await loadScript(written.file, { root: folder.root })
    expect(loaded.hashAsWritten).toBe(contentHash(content))
    expect(await pull(folder, content, 'shop.topology.ts')).toMatchObject({ changed: [] })
  })

  it('does not overwrite imports and types, unless forced', async () => {
    const text = 'const a: number = 1\nreturn a'
    const folder = makeFolder({ 'shop.topology.ts': text })
    const { content } = await loadScript(folder.at('shop.topology.ts'), { root: folder.root })
    await pull(folder, { ...content, tags: ['new'] }, 'shop.topology.ts')
    expect(folder.read('shop.topology.ts')).toBe(`/*---\ntags: [new]\n---*/\n${text}`)
    await expect(pull(folder, shop, 'shop.topology.ts')).rejects.toMatchObject({
      code: 'TOPO_BUNDLED_SOURCE',
      exitCode: 6,
    })
    await pull(folder, shop, 'shop.topology.ts', true)
    expect(folder.read('shop.topology.ts')).toBe(shop.code)
  })

  it('has its slug in the header if the file has another name', async () => {
    const folder = makeFolder({ 'store.topology.js': '/*---\nslug: shop\n---*/\nx' })
    await pull(folder, { ...shop, slug: 'new-shop', name: 'new-shop' }, 'store.topology.js')
    expect(folder.read('store.topology.js')).toBe('/*---\nslug: new-shop\n---*/\nreturn null\n')
  })

  it.each(['shop.topology.ts', 'Shop.topology.js'])(
    'does not overwrite %s, the file of another script',
    async (name) => {
      const folder = makeFolder({ [name]: '' })
      await expect(pull(folder, shop)).rejects.toMatchObject({
        code: 'TOPO_NAME_TAKEN',
        message: expect.stringContaining(name),
      })
    },
  )

  it.each([
    '../evil',
    '/etc/x',
    'C:x',
    'a/b',
    'a\\b',
    '',
    '.',
    '..',
    'Shop',
    'a\u0000',
    'a.b',
    'ä',
    'a\n',
  ])('is refused with the slug %j', async (slug) => {
    const folder = makeFolder()
    await expect(pull(folder, { ...shop, slug })).rejects.toMatchObject({
      code: 'TOPO_UNSAFE_SLUG',
      exitCode: 1,
    })
    expect(readdirSync(folder.root)).toEqual([])
  })

  it.each(['con', 'nul', 'com1', 'lpt9', '-rf', '--help'])(
    'gets a safe file name for the slug %s',
    async (slug) => {
      const folder = makeFolder()
      const written = await pull(folder, { ...shop, slug, readme: 'x' })
      expect(written.path).toBe(`_${slug}.topology.js`)
      const loaded = await loadScript(written.file, { root: folder.root })
      expect(loaded).toMatchObject({ problems: [], slug, content: { readme: 'x' } })
    },
  )

  it('is never written through a link out of the project', { tags: 'links' }, async () => {
    const outside = makeFolder({ 'x.md': 'secret' })
    const folder = makeFolder()
    symlinkSync(outside.at('x.md'), folder.at('shop.md'))
    await expect(pull(folder, { ...shop, readme: 'evil' })).rejects.toMatchObject({
      code: 'TOPO_OUTSIDE_PROJECT',
    })
    mkdirSync(folder.at('sub'))
    symlinkSync(outside.root, folder.at('sub/linked'))
    await expect(
      writeScript(shop, { root: folder.root, folder: folder.at('sub/linked'), stamp }),
    ).rejects.toMatchObject({ code: 'TOPO_OUTSIDE_PROJECT' })
    expect(readdirSync(outside.root)).toEqual(['x.md'])
    expect(outside.read('x.md')).toBe('secret')
  })

  it('is written through a link in the project, but not into a closed folder', {
    tags: 'links',
  }, async () => {
    const folder = makeFolder({ 'shared/base.js': shop.code, '.git/hook.js': 'hook', 'd/x': '' })
    symlinkSync('../shared/base.js', folder.at('d/shop.topology.js'))
    const write = async () => {
      const local = await loadScript(folder.at('d/shop.topology.js'), { root: folder.root })
      return writeScript(
        { ...shop, code: `${shop.code}// more\n` },
        { root: folder.root, stamp, local },
      )
    }
    await write()
    expect(lstatSync(folder.at('d/shop.topology.js')).isSymbolicLink()).toBe(true)
    expect(folder.read('shared/base.js')).toContain('// more')
    rmSync(folder.at('d/shop.topology.js'))
    symlinkSync('../.git/hook.js', folder.at('d/shop.topology.js'))
    await expect(write()).rejects.toMatchObject({ code: 'TOPO_OUTSIDE_PROJECT' })
    expect(folder.read('.git/hook.js')).toBe('hook')
  })

  it('is refused with lone surrogates', async () => {
    const folder = makeFolder()
    await expect(pull(folder, { ...shop, code: '"\ud800"' })).rejects.toMatchObject({
      code: 'TOPO_NOT_TEXT',
    })
    expect(readdirSync(folder.root)).toEqual([])
  })

  /** Random text may be TypeScript (`a!`), which is bundled on load. */
  const asWritten = ({ content, text, header }: LocalScript) => ({
    ...content,
    code: text.slice(0, header.start) + text.slice(header.end),
  })
  const isAsWritten = (script: LocalScript) => script.content.code === asWritten(script).code

  it('is the same when loaded again, with any content', async () => {
    const text = fc.string({ unit: 'grapheme-composite' })
    const marks = ['*/', '---*/', '/*---\n', '\uFEFF', '\r\n', '\u2028', ': ', ' ']
    const header = '/*---\nname: A\n---*/\n'
    const comments = [
      header,
      '// SPDX\n',
      '/* public: true */\n',
      '// ---\n// slug: a\n// ---\n',
      "'use strict'\n",
    ]
    const tricky = fc.constantFrom(...marks, ...comments)
    const any = fc.array(fc.oneof(text, tricky), { maxLength: 4 }).map((parts) => parts.join(''))
    const content: fc.Arbitrary<ScriptContent> = fc.record({
      slug: fc.stringMatching(/^[a-z0-9-]{1,20}$/),
      name: any.filter(Boolean),
      description: any,
      type: fc.constantFrom('topology', 'other'),
      code: any,
      tags: fc.array(any, { maxLength: 3 }),
      isPublic: fc.boolean(),
      readme: fc.option(any),
      engineVersion: fc.constantFrom('1.0', '2'),
    })
    const folder = makeFolder()
    let count = 0
    await fc.assert(
      fc.asyncProperty(content, content, async (first, second) => {
        const target = folder.at(`${count++}`)
        const options = { root: folder.root, folder: target, stamp }
        const { file } = await writeScript(first, options)
        const local = await loadScript(file, { root: folder.root })
        expect(changedFields(asWritten(local), first)).toEqual([])
        // A bundled script is not overwritten.
        fc.pre(isAsWritten(local))
        await writeScript(second, { ...options, local })
        const again = await loadScript(file, { root: folder.root })
        expect(changedFields(asWritten(again), second)).toEqual([])
        fc.pre(isAsWritten(again))
        expect((await writeScript(second, { ...options, local: again })).changed).toEqual([])
      }),
      { numRuns: cases(150) },
    )
  })
})

it('writeVisibility changes the header, and nothing else', async () => {
  const folder = makeFolder({
    'shop.topology.ts': '\uFEFF/*---\n# mine\nname: x\n---*/\nconst a: number = 1\n',
  })
  const set = async (isPublic: boolean) =>
    writeVisibility(
      await loadScript(folder.at('shop.topology.ts'), { root: folder.root }),
      isPublic,
      {
        root: folder.root,
        stamp,
      },
    )
  const before = folder.read('shop.topology.ts')
  const { backups } = await set(true)
  expect(backups.map((file) => readFileSync(file, 'utf8'))).toEqual([before])
  expect(folder.read('shop.topology.ts')).toBe(
    '\uFEFF/*---\n# mine\nname: x\npublic: true\n---*/\nconst a: number = 1\n',
  )
  await set(false)
  expect(folder.read('shop.topology.ts')).toBe(
    '\uFEFF/*---\n# mine\nname: x\n---*/\nconst a: number = 1\n',
  )
})

it.each([
  ['a license', '// SPDX-License-Identifier: MIT\n\n'],
  ['a directive and an import', "'use strict'\nimport { a } from './a.js'\n"],
  ['comments with Windows line ends', '\uFEFF// SPDX\r\n/* ours */\r\n'],
])('a header keeps its place behind %s', async (_, before) => {
  const text = (...lines: string[]) => {
    const lineEnd = before.includes('\r') ? '\r\n' : '\n'
    return before + ['/*---', ...lines, '---*/', 'const a = 1', ''].join(lineEnd)
  }
  const folder = makeFolder({
    'shop.topology.js': text('name: x # mine'),
    'a.js': 'export const a = 1\n',
  })
  const load = () => loadScript(folder.at('shop.topology.js'), { root: folder.root })
  const { content } = await load()
  expect((await pull(folder, content, 'shop.topology.js')).changed).toEqual([])
  await writeVisibility(await load(), true, { root: folder.root, stamp })
  expect(folder.read('shop.topology.js')).toBe(text('name: x # mine', 'public: true'))
  await pull(folder, { ...content, description: 'Theirs' }, 'shop.topology.js')
  expect(folder.read('shop.topology.js')).toBe(text('name: x # mine', 'description: Theirs'))
})

it.each([
  '/* ---\nname: A\npublic: true\n--- */\nf()\n',
  '// name: A\n// slug: b\nf()\n',
  'f()\n/*---\nname: A\n---*/\n',
  '/*---\nname: A\n---*/\n',
])(
  'code of the service that looks like a header is pulled, and sent back as it is: %j',
  async (code) => {
    for (const name of ['shop', 'The shop']) {
      const folder = makeFolder()
      const { file } = await pull(folder, { ...shop, name, code })
      const local = await loadScript(file, { root: folder.root })
      expect(local.problems).toEqual([])
      expect(local.content).toEqual({ ...shop, name, code })
      expect((await pull(folder, { ...shop, name, code }, 'shop.topology.js')).changed).toEqual([])
    }
  },
)

describe('a backup', () => {
  it('never overwrites another backup', async () => {
    const { root } = makeFolder()
    const files = []
    for (const data of ['one', 'two', 'three'])
      files.push(await backUp({ root, stamp, name: 'a.js', data }))
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['one', 'two', 'three'])
  })

  it.each([
    '../../evil',
    '/etc/passwd',
    '..',
    'C:\\x',
    'a/../../b',
    'con',
    'nul.js',
    '',
    'x\u0000y',
  ])('with the name %j stays in its folder', async (name) => {
    const { root, at } = makeFolder()
    for (const evil of [name, '../..']) {
      const file = await backUp({ root, stamp: evil, name, data: '' })
      expect(path.relative(at('.topo/backup'), file)).not.toMatch(/^\.\.(?:\/|$)|^$/)
    }
    expect(readdirSync(root)).toEqual(['.topo'])
  })
})

describe('file names', () => {
  it('are slugs if possible', () => {
    expect(fileNameFor('alice-shop-2')).toBe('alice-shop-2')
    expect(() => fileNameFor('a'.repeat(200))).toThrow(/cannot be a file name/)
  })

  it('are escaped so that they stay in their folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(escapeName(text)).toMatch(/^(?!\.+$)[A-Za-z0-9._ %-]{1,180}$/)
      }),
    )
  })
})

it('an atomic write creates folders, leaves no temporary file, and reports errors', async () => {
  const { at } = makeFolder({ file: '' })
  await writeAtomic(at('a/b/c'), 'x')
  expect(readdirSync(at('a/b'))).toEqual(['c'])
  await expect(writeAtomic(at('file/x'), 'x')).rejects.toMatchObject({
    code: 'TOPO_WRITE_FAILED',
    message: expect.stringContaining(at('file/x')),
  })
})
