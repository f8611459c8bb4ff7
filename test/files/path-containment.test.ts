// Paths and patterns that a file of the project names, and every spelling that leads out of it.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { escapeOfPattern, isInside, realPathOf } from '../../src/files/path-containment.ts'
import { readConfig } from '../../src/project/config/config.ts'
import { findScripts } from '../../src/project/select/find-scripts.ts'
import { makeFolder } from '../project/folder.ts'

const CODE =
  'const t = new TopologyBuilder(false)\nt.createProcess({ id: "a", label: "A" })\nt.apply()\n'

/** The search refuses what it finds outside; most patterns find nothing there. */
const nothing = expect.stringMatching(/^TOPO_(CONFIG_INVALID|NO_FILES)$/)

const escapes: [pattern: string, reason: string][] = [
  ['../private/**', 'contains `..`'],
  ['./../private/**', 'contains `..`'],
  ['..', 'contains `..`'],
  ['a/../../b', 'contains `..`'],
  ['a/..', 'contains `..`'],
  ['**/../..', 'contains `..`'],
  ['**/../../private/*.topology.js', 'contains `..`'],
  ['!../private/**', 'contains `..`'],
  ['!(x)/../../b', 'contains `..`'],
  ['{..,x}/**', 'contains `..`'],
  ['{a,..}/**', 'contains `..`'],
  ['{a/..,b}/../**', 'contains `..`'],
  ['x/{../../b,c}/**', 'contains `..`'],
  ['@(..|x)/**', 'contains `..`'],
  ['+(..)/**', 'contains `..`'],
  ['[.][.]/private/**', 'contains `..`'],
  ['[.]./private/**', 'contains `..`'],
  ['.{.,x}/**', 'contains `..`'],
  ['@(.)@(.)/**', 'contains `..`'],
  ['..\\private\\**', 'contains `..`'],
  ['a\\..\\..\\b', 'contains `..`'],
  ['.\\./private/**', 'contains `..`'],
  ['.. /private/**', 'contains `..`'],
  ['../', 'contains `..`'],
  ['．．/private/**', 'contains `..`'],
  ['‥/private/**', 'contains `..`'],
  ['..／private', 'contains `..`'],
  ['/etc/**', 'is absolute'],
  ['!/etc/**', 'is absolute'],
  ['{/etc,x}/**', 'is absolute'],
  ['{x,/etc}/**', 'is absolute'],
  ['@(/etc)/**', 'is absolute'],
  ['//server/share/**', 'is absolute'],
  ['\\\\server\\share\\**', 'is absolute'],
  ['C:/Users/**', 'starts with a drive or a scheme'],
  ['c:\\Users\\**', 'starts with a drive or a scheme'],
  ['C:**', 'starts with a drive or a scheme'],
  ['{C:/x,y}/**', 'starts with a drive or a scheme'],
  ['file:///etc/**', 'starts with a drive or a scheme'],
  ['~/private/**', 'starts with `~`'],
  ['~root/**', 'starts with `~`'],
  ['{~,x}/**', 'starts with `~`'],
  ['a\0b', 'contains a zero byte'],
]

const inner = [
  '**/*.topology.{js,ts}',
  './diagrams/**',
  'diagrams/',
  'diagrams{/a,/b}/*.topology.js',
  '{a,b}/**',
  '@(a|b)/**',
  '!(drafts)/**',
  '!drafts/**',
  '*..topology.js',
  'a..b/**',
  '...rest/**'.slice(1),
  '.github/**',
  '{.github,docs}/**',
  '\\[slug\\]/**',
  'a~b/**',
  'docs/~/x',
  'größe/**',
]

describe('a pattern of a settings file', () => {
  it.each(escapes)('%j leaves the project', async (pattern, reason) => {
    const { root } = makeFolder()
    expect(escapeOfPattern(pattern, root)).toBe(reason)
    for (const key of ['include', 'exclude']) {
      const folder = makeFolder({
        'topo.config.json': JSON.stringify({ [key]: ['a/**', pattern] }),
      })
      await expect(readConfig(folder.root)).rejects.toMatchObject({
        code: 'TOPO_CONFIG_INVALID',
        exitCode: 2,
        message: expect.stringMatching(
          new RegExp(`topo\\.config\\.json:1:\\d+: \`${key}\\.1\`: .* may leave the project\\.$`),
        ),
      })
    }
  })

  it.each(inner)('%j stays below the root', (pattern) => {
    expect(escapeOfPattern(pattern, makeFolder().root)).toBeUndefined()
  })

  it('never makes the search itself leave the project', async () => {
    const { root, write } = makeFolder()
    write('private/secret.topology.js', CODE)
    write('project/a.topology.js', CODE)
    const cwd = join(root, 'project')
    for (const [pattern] of escapes) {
      const include = ['a.topology.js', pattern.replace('etc', root.slice(1))]
      const found = await findScripts({ root: cwd, cwd, include }).catch(({ code }) => code)
      expect(found === 'TOPO_CONFIG_INVALID' || found, pattern).toEqual(
        found === 'TOPO_CONFIG_INVALID' ? true : [join(cwd, 'a.topology.js')],
      )
    }
  })
})

test('a pattern through a link out of the project is refused, one through a link inside is not', {
  tags: 'links',
}, async () => {
  const { root, write } = makeFolder()
  write('private/secret.topology.js', CODE)
  const cwd = join(root, 'project')
  mkdirSync(join(cwd, 'real'), { recursive: true })
  writeFileSync(join(cwd, 'real', 'a.topology.js'), CODE)
  symlinkSync(join(root, 'private'), join(cwd, 'link'))
  symlinkSync(join(root, 'private'), join(cwd, '{link}'))
  symlinkSync(join(cwd, 'real'), join(cwd, 'inner'))
  for (const pattern of ['link', 'link/**', 'li\\nk/*.topology.js', 'real/../link/**']) {
    writeFileSync(join(cwd, 'topo.config.json'), JSON.stringify({ include: [pattern] }))
    await expect(readConfig(cwd), pattern).rejects.toMatchObject({ code: 'TOPO_CONFIG_INVALID' })
    const found = findScripts({ root: cwd, cwd, include: [pattern] })
    await expect(found, pattern).rejects.toMatchObject({ code: nothing })
  }
  const odd = findScripts({ root: cwd, cwd, include: ['{link}/*.topology.js'] })
  await expect(odd).rejects.toMatchObject({ code: nothing })
  const inside = await findScripts({ root: cwd, cwd, include: ['inner/**/*.topology.js'] })
  expect(inside).toEqual([join(cwd, 'inner', 'a.topology.js')])
})

test('a link to nothing leads where its target would be', { tags: 'links' }, () => {
  const { root } = makeFolder()
  const folder = join(root, 'project')
  mkdirSync(folder)
  symlinkSync(join(root, 'later'), join(folder, 'dangling'))
  symlinkSync('round', join(folder, 'round'))
  symlinkSync('../later', join(folder, 'relative'))
  expect(isInside(folder, join(folder, 'dangling', 'x'))).toBe(false)
  expect(isInside(folder, join(folder, 'relative'))).toBe(false)
  expect(isInside(folder, join(folder, 'round'))).toBe(true)
  expect(realPathOf(join(folder, 'none', 'x'))).toBe(join(realPathOf(folder), 'none', 'x'))
})
