/** `topo validate` selects scripts: skips ignored ones, and with --changed takes only changed ones. */
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, git, repository } from '../../action/step.ts'
import { folder, put, script, topo } from '../topo.ts'

async function validated(cwd: string, ...args: string[]): Promise<string[]> {
  const { stdout, code } = await topo(['validate', '--json', ...args], { cwd })
  expect(code).toBeLessThan(2)
  return (JSON.parse(stdout) as { files: { path: string }[] }).files.map(({ path }) => path)
}

test('F3: --no-ignore includes the scripts of .topoignore', async () => {
  const cwd = folder({
    'topo.config.json': '{}',
    '.topoignore': '/drafts/\n',
    'a.topology.js': script('a'),
    'drafts/b.topology.js': script('b'),
  })
  expect(await validated(cwd)).toEqual(['a.topology.js'])
  expect(await validated(cwd, '--no-ignore')).toEqual(['a.topology.js', 'drafts/b.topology.js'])
  const none = await topo(['validate', 'drafts'], { cwd })
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--no-ignore')])
})

describe('--changed', () => {
  const shop = `import { label } from './parts/label.ts'\n${script('shop').replace("'Web'", 'label')}`

  test('a failing git is an error, not an empty result', { tags: 'git' }, async () => {
    const cwd = repository({ 'a.topology.js': script('a') })
    put(join(cwd, '.git', 'index'), 'broken')
    const { code, stderr } = await topo(['validate', '--changed'], { cwd })
    expect([code, stderr]).toEqual([1, expect.stringContaining('[TOPO_GIT]')])
  })

  test('handles code that is nested thousands deep', { tags: 'git' }, async () => {
    const deep = `const x = ${'['.repeat(60_000)}1${']'.repeat(60_000)} // topo-disable-line long-labels -- deep\n`
    const cwd = repository({ 'a.topology.js': script('a') })
    put(join(cwd, 'deep.topology.js'), deep)
    put(join(cwd, 'user.topology.js'), `import './deep.js'\n${script('user')}`)
    put(join(cwd, 'deep.js'), deep)
    const { code, stdout } = await topo(['validate', '--changed', '--format', 'unix'], { cwd })
    expect([code, stdout.match(/^\S+:1:\d+: error: The code is nested too deeply/gm)]).toEqual([
      1,
      [expect.stringContaining('deep.topology.js'), expect.stringContaining('deep.js')],
    ])
  })

  test('selects files that differ from the last commit, tracked or new', {
    tags: 'git',
  }, async () => {
    const cwd = repository({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
    expect(await validated(cwd, '--changed')).toEqual([])
    put(join(cwd, 'b.topology.js'), `${script('b')}\n`)
    put(join(cwd, 'ümlaut c.topology.js'), `/*---\nslug: c\n---*/\n${script('c')}`)
    expect(await validated(cwd, '--changed')).toEqual(['b.topology.js', 'ümlaut c.topology.js'])
  })

  test('selects scripts with changed or missing imports, and all scripts if the settings changed', {
    tags: 'git',
  }, async () => {
    const files = {
      'shop.topology.ts': shop,
      'parts/label.ts': "export { text as label } from './text.ts'\n",
      'parts/text.ts': "export const text = 'Web'\n",
      'a.topology.js': script('a'),
    }
    const cwd = repository(files)
    put(join(cwd, 'parts/text.ts'), "export const text = 'Shop'\n")
    expect(await validated(cwd, '--changed')).toEqual(['shop.topology.ts'])
    rmSync(join(cwd, 'parts/text.ts'))
    expect(await validated(cwd, '--changed')).toContain('shop.topology.ts')
    put(join(cwd, 'topo.config.json'), '{ "rules": {} }')
    expect(await validated(cwd, '--changed')).toContain('a.topology.js')
  })

  test('--since compares with the merge base, not with the head of the other branch', {
    tags: 'git',
  }, async () => {
    const cwd = repository({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
    git(cwd, 'checkout', '-qb', 'work')
    put(join(cwd, 'a.topology.js'), `${script('a')}\n`)
    commit(cwd)
    git(cwd, 'checkout', '-q', 'main')
    put(join(cwd, 'b.topology.js'), `${script('b')}\n`)
    commit(cwd)
    git(cwd, 'checkout', '-q', 'work')
    expect(await validated(cwd, '--changed')).toEqual([])
    expect(await validated(cwd, '--since', 'main')).toEqual(['a.topology.js'])
    git(cwd, 'branch', '-q', '--set-upstream-to', 'main')
    expect(await validated(cwd, '--changed')).toEqual(['a.topology.js'])
  })

  test('selects what a changed .topoignore brings back, below its folder', {
    tags: 'git',
  }, async () => {
    const cwd = repository({
      '.topoignore': 'drafts/\n',
      'a.topology.js': script('a'),
      'drafts/b.topology.js': script('b'),
      'sub/.topoignore': 'c.topology.js\n',
      'sub/c.topology.js': script('c'),
    })
    expect(await validated(cwd, '--changed')).toEqual([])
    rmSync(join(cwd, 'sub/.topoignore'))
    expect(await validated(cwd, '--changed')).toEqual(['sub/c.topology.js'])
    put(join(cwd, '.topoignore'), '\n')
    expect(await validated(cwd, '--changed')).toEqual([
      'a.topology.js',
      'drafts/b.topology.js',
      'sub/c.topology.js',
    ])
  })

  test('selects files that git ignores or is told not to compare, and those of other repositories', {
    tags: 'git',
  }, async () => {
    const cwd = repository({
      '.gitignore': 'made/\nnotes.md\n',
      'a.topology.js': script('a'),
      'b.topology.js': script('b'),
      'notes.topology.js': script('notes'),
    })
    put(join(cwd, 'made/c.topology.js'), script('c'))
    const nested = repository({ 'd.topology.js': script('d') })
    rmSync(join(nested, 'topo.config.json'))
    git(cwd, 'clone', '-q', nested, 'nested')
    rmSync(join(cwd, 'nested/topo.config.json'), { force: true })
    git(cwd, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', nested, 'module')
    git(cwd, 'submodule', '--quiet', 'deinit', '--force', 'module')
    git(
      cwd,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'update',
      '--init',
      'module',
    )
    put(join(cwd, 'module/e.topology.js'), script('e'))
    put(join(cwd, 'notes.md'), 'Only here\n')
    commit(cwd)
    git(cwd, 'update-index', '--assume-unchanged', 'b.topology.js')
    put(join(cwd, 'b.topology.js'), `${script('b')}\n`)
    expect(await validated(cwd, '--changed')).toEqual([
      'b.topology.js',
      'made/c.topology.js',
      'module/d.topology.js',
      'module/e.topology.js',
      'nested/d.topology.js',
      'notes.topology.js',
    ])
  })

  test('selects scripts behind a link that leads elsewhere now, and the twin of a slug', {
    tags: ['git', 'links'],
  }, async () => {
    const cwd = repository({
      'one/a.topology.js': script('a'),
      'two/a.topology.js': `/*---\nslug: b\n---*/\n${script('b')}`,
      'one.ts': "export const label = 'One'\n",
      'two.ts': "export const label = 'Two'\n",
      'c.topology.ts': `import { label } from './label.ts'\n${script('c').replace("'Web'", 'label')}`,
    })
    symlinkSync('one', join(cwd, 'link'))
    symlinkSync('one.ts', join(cwd, 'label.ts'))
    commit(cwd)
    expect(await validated(cwd, 'link', '--changed')).toEqual([])
    for (const name of ['link', 'label.ts']) rmSync(join(cwd, name))
    symlinkSync('two', join(cwd, 'link'))
    symlinkSync('two.ts', join(cwd, 'label.ts'))
    expect(await validated(cwd, 'link', '--changed')).toEqual(['link/a.topology.js'])
    expect(await validated(cwd, '--changed')).toEqual(['c.topology.ts'])
    put(join(cwd, 'b.topology.js'), script('b'))
    expect(await validated(cwd, '--changed')).toEqual([
      'b.topology.js',
      'c.topology.ts',
      'two/a.topology.js',
    ])
  })

  test('selects scripts that name an icon, if the installed packages changed', {
    tags: 'git',
  }, async () => {
    const pack = (name: string) =>
      JSON.stringify({
        prefix: 'own',
        icons: { [name]: { body: '<path d="M0 0"/>', width: 1, height: 1 } },
      })
    const cwd = repository({
      '.gitignore': 'node_modules\n',
      'package-lock.json': '{}',
      'a.topology.js': script('a').replace("label: 'Web'", "label: 'Web', icon: 'own:box'"),
      'b.topology.js': script('b'),
    })
    put(join(cwd, 'node_modules/@iconify-json/own/icons.json'), pack('box'))
    expect(await validated(cwd, '--changed')).toEqual([])
    put(join(cwd, 'package-lock.json'), '{ "x": 1 }')
    expect(await validated(cwd, '--changed')).toEqual(['a.topology.js'])
  })

  test.each([['--output=pwned'], ['$(touch pwned)'], ['nothing'], ['']])(
    '--since %s is not a commit',
    { tags: 'git' },
    async (ref) => {
      const cwd = repository({ 'a.topology.js': script('a') })
      const { code, stderr } = await topo(['validate', `--since=${ref}`], { cwd })
      expect([code, stderr]).toEqual([2, expect.stringContaining('[TOPO_UNKNOWN_REVISION]')])
      expect(git(cwd, 'status', '--short')).toBe('')
    },
  )

  test('outside of a git repository is a usage error', async () => {
    const cwd = folder({ 'topo.config.json': '{}', 'a.topology.js': script('a') })
    const { code, stderr } = await topo(['validate', '--changed'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('[TOPO_NO_GIT]')])
  })
})
