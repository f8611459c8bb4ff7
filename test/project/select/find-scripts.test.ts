import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { projectPath } from '../../../src/files/root.ts'
import type { SkippedLink } from '../../../src/files/script-link.ts'
import { type FindOptions, findScripts } from '../../../src/project/select/find-scripts.ts'
import { makeFolder } from '../folder.ts'

const FILES = [
  ...'b.topology.js B2.topology.ts a/a.topology.ts a/deep/z.topology.js drafts/d.topology.js'.split(
    ' ',
  ),
  ...'node_modules/n/n.topology.js a/node_modules/n.topology.js .git/g.topology.js'.split(' '),
  ...'.topo/backup/t.topology.js a/plain.js a/readme.md a/types.d.ts empty/.keep'.split(' '),
  'with space/x [1].topology.js',
]

const project = () => makeFolder(Object.fromEntries(FILES.map((name) => [name, ''])))

async function find(options: Partial<FindOptions> & { from?: string } = {}) {
  const { root, at } = project()
  const files = await findScripts({ root, cwd: at(options.from ?? '.'), ...options })
  return files.map((file) => projectPath(root, file))
}

const ALL = [
  ...'B2.topology.ts a/a.topology.ts a/deep/z.topology.js b.topology.js drafts/d.topology.js'.split(
    ' ',
  ),
  'with space/x [1].topology.js',
]

describe('findScripts without paths', () => {
  it('finds all scripts below the root, sorted, from any working folder', async () => {
    expect(await find()).toEqual(ALL)
    expect(await find({ from: 'a/deep' })).toEqual(ALL)
  })

  it.each([
    [['a/**/*.topology.*'], ['a/a.topology.ts', 'a/deep/z.topology.js']],
    [['./a/'], ['a/a.topology.ts', 'a/deep/z.topology.js']],
    [['a/*.{js,ts}'], ['a/a.topology.ts', 'a/plain.js']],
  ])('includes %j', async (include, expected) => {
    expect(await find({ include })).toEqual(expected)
  })

  it.each([['drafts'], ['drafts/'], ['./drafts/**'], ['**/d.*']])(
    'excludes %s',
    async (pattern) => {
      expect(await find({ exclude: [pattern] })).toEqual(
        ALL.filter((name) => !name.startsWith('drafts')),
      )
    },
  )

  it('does not follow links to folders, and reads a file once', { tags: 'links' }, async () => {
    const { root, at } = project()
    symlinkSync(at('a'), at('linked'))
    symlinkSync(at('b.topology.js'), at('link.topology.js'))
    expect((await findScripts({ root, cwd: root })).map((file) => projectPath(root, file))).toEqual(
      ALL,
    )
  })

  it('reads links to other files of the project, each target once', { tags: 'links' }, async () => {
    const { root, at } = project()
    symlinkSync('a/plain.js', at('c.topology.js'))
    symlinkSync('../c.topology.js', at('drafts/chain.topology.js'))
    symlinkSync(at('a/plain.js'), at('e.topology.ts'))
    const skipped: SkippedLink[] = []
    const onSkipped = (links: readonly SkippedLink[]) => skipped.push(...links)
    const files = await findScripts({ root, cwd: root, onSkipped })
    const names = files.map((file) => projectPath(root, file))
    expect(names).toEqual([...ALL, 'c.topology.js'].sort())
    expect(skipped).toEqual([])
    // A pattern of a shell names the link and its target.
    const named = await findScripts({ root, cwd: root, paths: ['c.topology.js', 'a/plain.js'] })
    expect(named.map((file) => projectPath(root, file))).toEqual(['a/plain.js'])
  })

  it('names the links that it skips, and why', { tags: 'links' }, async () => {
    const outside = makeFolder({ 'x.topology.js': '' })
    const { root, at } = project()
    const links = {
      'l1.topology.js': outside.at('x.topology.js'),
      'l2.topology.js': 'nowhere.js',
      'l3.topology.js': 'l3.topology.js',
      'l4.topology.js': 'l5.topology.js',
      'l5.topology.js': 'l4.topology.js',
      'l6.topology.js': '.git/g.topology.js',
      'l7.topology.js': 'a/node_modules/n.topology.js',
      'l8.topology.js': 'a',
      'l9.topology.js': 'a/readme.md',
    }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, at(name))
    const skipped: SkippedLink[] = []
    const onSkipped = (found: readonly SkippedLink[]) => skipped.push(...found)
    const files = await findScripts({ root, cwd: root, onSkipped })
    expect(files.map((file) => projectPath(root, file))).toEqual(ALL)
    expect(skipped.map(({ file, why }) => [projectPath(root, file), why])).toEqual([
      ['l1.topology.js', 'leads out of the project'],
      ['l2.topology.js', 'leads nowhere'],
      ['l3.topology.js', 'leads back to itself'],
      ['l4.topology.js', 'leads back to itself'],
      ['l5.topology.js', 'leads back to itself'],
      ['l6.topology.js', 'leads into .git'],
      ['l7.topology.js', 'leads into node_modules'],
      ['l8.topology.js', 'does not lead to a file'],
      ['l9.topology.js', 'leads to a file that is not JavaScript or TypeScript'],
    ])
    await expect(findScripts({ root, cwd: root, paths: ['l2.topology.js'] })).rejects.toMatchObject(
      {
        code: 'TOPO_NO_FILES',
        message: 'No scripts found: l2.topology.js is a symbolic link that leads nowhere.',
      },
    )
  })

  it('fails if no scripts are found, and lists the patterns', async () => {
    const { root } = makeFolder()
    await expect(findScripts({ root, cwd: root })).rejects.toMatchObject({
      code: 'TOPO_NO_FILES',
      exitCode: 2,
      message: `No scripts found: nothing matches **/*.topology.{js,ts} in ${root}.`,
      hint: expect.stringMatching(/^Create a first one with `topo init` or `topo new`/),
    })
  })
})

describe('findScripts with paths', () => {
  it.each<[string, string[], string[]]>([
    ['a file', ['b.topology.js'], ['b.topology.js']],
    ['a file by any name', ['a/plain.js'], ['a/plain.js']],
    ['a folder', ['a'], ['a/a.topology.ts', 'a/deep/z.topology.js']],
    ['the folder one is in', ['.'], ALL],
    ['a pattern', ['**/z.*'], ['a/deep/z.topology.js']],
    ['a pattern, scripts only', ['a/*'], ['a/a.topology.ts', 'a/plain.js']],
    [
      'a name that looks like a pattern',
      ['with space/x [1].topology.js'],
      ['with space/x [1].topology.js'],
    ],
    [
      'the same twice',
      ['a', 'a/a.topology.ts', 'b.topology.js'],
      ['a/a.topology.ts', 'a/deep/z.topology.js', 'b.topology.js'],
    ],
  ])('finds %s', async (_, paths, expected) => {
    expect(await find({ paths })).toEqual(expected)
  })

  it('resolves paths relative to the working folder', async () => {
    expect(await find({ paths: ['../*.js', 'a.topology.ts'], from: 'a' })).toEqual([
      'a/a.topology.ts',
      'b.topology.js',
    ])
  })

  it('skips excluded files unless named', async () => {
    const exclude = ['drafts', 'a/deep/**']
    expect(
      await find({ paths: ['a', '**/d.*', 'b.topology.js'], exclude }).catch(
        (error) => error.message,
      ),
    ).toMatch(/"\*\*\/d\.\*"/)
    expect(await find({ paths: ['a'], exclude })).toEqual(['a/a.topology.ts'])
    expect(
      await find({ paths: ['../deep/*'], from: 'a/empty', exclude: [] }).catch(
        (error) => error.code,
      ),
    ).toBeTruthy()
    expect(await find({ paths: ['drafts/d.topology.js'], exclude })).toEqual([
      'drafts/d.topology.js',
    ])
  })

  it.each([['missing.topology.js'], ['nothing/**'], ['empty'], ['b.topology.js', 'missing']])(
    'fails without a match for %s',
    async (...paths) => {
      await expect(find({ paths })).rejects.toMatchObject({
        code: 'TOPO_NO_FILES',
        exitCode: 2,
        message: expect.stringContaining(JSON.stringify(paths.at(-1))),
      })
    },
  )
})

describe('findScripts on Windows', { tags: 'windows' }, () => {
  it.each([
    ['.\\a\\deep\\z.topology.js', ['a/deep/z.topology.js']],
    ['a\\**\\*.topology.*', ['a/a.topology.ts', 'a/deep/z.topology.js']],
    ['a\\*.{js,ts}', ['a/a.topology.ts', 'a/plain.js']],
    ['with space\\x [[]1].topology.js', ['with space/x [1].topology.js']],
    ['A\\DEEP', ['a/deep/z.topology.js']],
    ['A/Deep/Z.Topology.js', ['a/deep/z.topology.js']],
  ])('finds %s', async (given, expected) => {
    expect(await find({ paths: [given] })).toEqual(expected)
  })

  it('finds a pattern with a drive letter, from another folder', async () => {
    const { root, at } = project()
    const files = await findScripts({
      root,
      cwd: at('drafts'),
      paths: [at('a\\**\\*.topology.ts')],
    })
    expect(files).toEqual([at('a/a.topology.ts')])
  })
})
