/** `.topoignore`: follows the rules of `.gitignore`; validate, push, pull and status respect it. */
import { existsSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { projectPath } from '../../../src/files/root.ts'
import { IGNORE_FILE, ignoreRulesOf } from '../../../src/project/config/ignore-rules.ts'
import { findScripts } from '../../../src/project/select/find-scripts.ts'
import { makeFolder } from '../folder.ts'
import { goodCode, workspace } from '../workspace.ts'

describe('.topoignore patterns', () => {
  test.each([
    ['drafts/', 'drafts/a.topology.js', true],
    ['drafts/', 'deep/drafts/a.topology.js', true],
    ['/drafts/', 'deep/drafts/a.topology.js', false],
    ['*.draft.topology.js', 'deep/a.draft.topology.js', true],
    ['# a comment', '# a comment', false],
    ['a/**/z.topology.js', 'a/b/c/z.topology.js', true],
    ['*.js\n!keep.topology.js', 'deep/keep.topology.js', false],
    ['drafts/\n!drafts/keep.topology.js', 'drafts/keep.topology.js', true],
    ['drafts', '../drafts/a.topology.js', false],
    ['Drafts/', 'drafts/a.topology.js', false],
    ['drafts/\r\nold/\r\n', 'old/a.topology.js', true],
  ])('%j ignores %s: %s', async (text, path, expected) => {
    const { root } = makeFolder({ [IGNORE_FILE]: text })
    expect(await ignoreRulesOf(root).has(path)).toBe(expected)
    expect(await ignoreRulesOf(root, false).has(path)).toBe(false)
  })

  test('the nearest .topoignore decides, except inside an ignored folder', async () => {
    const { root } = makeFolder({
      [IGNORE_FILE]: '*.old.js\n/gone/',
      'team/.topoignore': '!keep.old.js\n/only-here.js',
      'gone/.topoignore': '!*',
    })
    const ignored = ignoreRulesOf(root)
    expect(await ignored.has('team/a.old.js')).toBe(true)
    expect(await ignored.has('team/keep.old.js')).toBe(false)
    expect(await ignored.has('keep.old.js')).toBe(true)
    expect(await ignored.has('team/only-here.js')).toBe(true)
    expect(await ignored.has('team/deep/only-here.js')).toBe(false)
    expect(await ignored.has('gone/a.js')).toBe(true)
  })

  test('a path of many folders is no problem, because no file can have it', async () => {
    const { root } = makeFolder({ [IGNORE_FILE]: 'drafts/' })
    expect(await ignoreRulesOf(root).has(`${'a/'.repeat(3000)}b.topology.js`)).toBe(false)
    expect(await ignoreRulesOf(root).has(`drafts/${'a/'.repeat(30_000)}b.topology.js`)).toBe(true)
  })

  test('an unreadable .topoignore fails', async () => {
    const { root } = makeFolder({ [`${IGNORE_FILE}/x`]: '' })
    await expect(ignoreRulesOf(root).has('a.js')).rejects.toMatchObject({
      code: 'TOPO_CONFIG_INVALID',
      // An editor shows it too, where a flag helps nobody.
      hint: expect.stringContaining('On the command line, --no-ignore'),
      message: expect.stringContaining(IGNORE_FILE),
      exitCode: 2,
    })
  })
})

test('finding scripts skips ignored scripts, named or not; none left is an error', async () => {
  const { root } = makeFolder({
    [IGNORE_FILE]: 'drafts/',
    'a.topology.js': '',
    'drafts/b.topology.js': '',
  })
  const find = async (paths: string[], ignored = ignoreRulesOf(root)) =>
    (await findScripts({ root, cwd: root, paths, ignored })).map((file) => projectPath(root, file))
  expect(await find([])).toEqual(['a.topology.js'])
  expect(await find(['a.topology.js', 'drafts/b.topology.js'])).toEqual(['a.topology.js'])
  await expect(find(['drafts'])).rejects.toMatchObject({
    code: 'TOPO_NO_FILES',
    message: expect.stringContaining('drafts/b.topology.js'),
  })
  expect(await find(['drafts'], ignoreRulesOf(root, false))).toEqual(['drafts/b.topology.js'])
})

describe('F2: an ignored script', () => {
  const synced = async () => {
    const here = await workspace({
      'shop.topology.js': goodCode,
      'drafts/plan.topology.js': goodCode,
    })
    await here.push()
    here.write(IGNORE_FILE, 'drafts/\n')
    return here
  }
  const slugs = (items: readonly { slug: string }[]) => items.map(({ slug }) => slug)

  test('is not pushed and not in status', async () => {
    const here = await synced()
    here.write('drafts/plan.topology.js', `${goodCode}\n`)
    expect(slugs((await here.push()).outcomes)).toEqual(['shop'])
    expect(slugs(await here.status())).toEqual(['shop'])
  })

  test('is not orphaned when its file is deleted', async () => {
    const here = await synced()
    rmSync(here.at('drafts/plan.topology.js'))
    expect(slugs(await here.status())).toEqual(['shop'])
    expect(slugs((await here.push()).outcomes)).toEqual(['shop'])
    rmSync(here.at(IGNORE_FILE))
    expect(await here.status()).toContainEqual(
      expect.objectContaining({ slug: 'plan', state: 'orphaned' }),
    )
  })

  test.each([
    ['by its record', 'drafts/\n'],
    ['by the name that its file would get', 'plan.topology.*\n'],
  ])('is not pulled: %s', async (what, rules) => {
    const here = await synced()
    here.write(IGNORE_FILE, rules)
    rmSync(here.at('drafts/plan.topology.js'))
    if (!what.includes('record')) rmSync(here.at('.topo'), { recursive: true })
    for (const force of [false, true]) {
      const { outcomes } = await here.pull(['plan'], { force })
      expect(outcomes).toMatchObject([{ slug: 'plan', action: 'skipped', exitCode: 0 }])
    }
    expect(existsSync(here.at('drafts/plan.topology.js'))).toBe(false)
    expect(existsSync(here.at('plan.topology.js'))).toBe(false)
  })
})
