/** The released Action: a folder without installation, and metadata that matches the code. */
// @module-tag git
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { inputs, outputs } from '../../src/action/step/metadata.ts'
import { testAll } from '../cases.ts'
import { folder, script } from '../cli/topo.ts'
import { git, inProcess, repository } from './step.ts'

const root = resolve(import.meta.dirname, '../..')
const source = (file: string) => readFileSync(join(root, file), 'utf8')

/** With everything that the bundle needs, and no installed packages around it. */
function bundleFolder(): string {
  const action = folder()
  execFileSync(process.execPath, [join(root, 'scripts/action.js'), action])
  return action
}

testAll('the archive of a release starts', { tags: 'posix' }, async () => {
  const main = folder()
  execFileSync(process.execPath, [join(root, 'scripts/action.js'), join(main, 'dist/action')])
  for (const name of ['action.yml', 'LICENSE']) copyFileSync(join(root, name), join(main, name))
  git(main, 'init', '-q')
  git(main, 'add', '-A')
  git(main, 'commit', '-qm', 'x')
  const [pack = ''] = /git archive .*/.exec(source('.github/workflows/release.yml')) ?? []
  const env = { PATH: process.env.PATH, RUNNER_TEMP: folder(), VERSION: '1.2.3', commit: 'HEAD' }
  mkdirSync(join(env.RUNNER_TEMP, 'release'))
  execFileSync('sh', ['-c', pack], { cwd: main, env })
  const action = folder()
  execFileSync('tar', [
    '-xzf',
    join(env.RUNNER_TEMP, 'release/topo-action-1.2.3.tar.gz'),
    '-C',
    action,
  ])
  const options = {
    cwd: repository({ 'a.topology.js': script('a') }),
    inputs: { command: 'validate' },
  }
  const { code, log } = await inProcess(
    options,
    join(action, parse(source('action.yml')).runs.main),
  )
  expect([code, log]).toEqual([0, expect.stringContaining('1 script is valid')])
})

test('G1 G3: the bundle runs in an empty folder, also scripts with imports, and installs nothing', async () => {
  const action = bundleFolder()
  const cwd = repository({
    'a.topology.js': script('a'),
    'parts/label.js': "export const label = 'Web'\n",
    'b.topology.js': `import { label } from './parts/label.js'\n${script('b').replace("'Web'", 'label')}`,
  })
  const options = { cwd, inputs: { command: 'validate' } }
  const { code, log, outputs: given } = await inProcess(options, join(action, 'index.js'))
  expect([code, given.slugs, given.findings]).toEqual([0, '["a","b"]', '0'])
  expect(log).toContain('2 scripts are valid')
  expect(git(cwd, 'status', '--porcelain')).toBe('')

  const files = readdirSync(action, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const sizes = files.map((entry) => statSync(join(entry.parentPath, entry.name)).size)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(22_000_000)
  // One folder for all platforms: nothing in it is made for one of them.
  expect(
    files.map(({ name }) => name).filter((name) => /\.(node|so|dll|dylib|exe)$/.test(name)),
  ).toEqual([])
})

test('types need no installation, and a script that cannot be parsed is a finding of a step, not its end', async () => {
  const cwd = repository({
    'a.topology.js': script('a'),
    'parts/label.ts': "export const label: string = 'Web'\n",
    'b.topology.ts': `import { label } from './parts/label.ts'\n${script('b').replace("'Web'", 'label as string')}`,
    'deep.topology.ts': `const a: number = ${'b('.repeat(2_900)}c${')'.repeat(2_900)}\n${script('deep')}`,
    'typed.topology.ts': `const a: string = 1\n${script('typed')}`,
  })
  const options = { cwd, inputs: { command: 'validate' } }
  const { code, outputs: given, log } = await inProcess(options, join(bundleFolder(), 'index.js'))
  expect([given.slugs, given.findings]).toEqual(['["a","b","deep","typed"]', '1'])
  expect(code).toBe(1)
  expect(log).toContain('nested too deeply')
  expect(log).toMatch(/deep\.topology\.ts/)
  expect(git(cwd, 'status', '--porcelain')).toBe('')
}, 60_000)

test('G1 G5: action.yml matches the inputs and outputs of the code; no secret has a default', () => {
  const action = parse(source('action.yml'))
  expect(action.runs).toEqual({ using: 'node24', main: 'dist/action/index.js' })
  expect(Object.keys(action.inputs)).toEqual(Object.keys(inputs))
  expect(Object.keys(action.outputs)).toEqual(Object.keys(outputs))
  expect(
    Object.keys(inputs).filter(
      (name) => !source('src/action/step/inputs.ts').includes(`'${name}'`),
    ),
  ).toEqual([])
  expect(Object.keys(inputs).filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([])
  expect(action.inputs['api-key'].default).toBeUndefined()
})

test('G23: no commit contains the bundle; the release workflow builds it', () => {
  expect(git(root, 'ls-files', 'dist')).toBe('')
  const release = source('.github/workflows/release.yml')
  expect(release).toMatch(/npm ci[\s\S]*npm run check[\s\S]*node scripts\/action\.js/)
})

test('G2 G18 G24: the documents name runner, permissions and pinning by SHA', () => {
  const part = source('docs/action.md')
  for (const said of [
    '2.327.1',
    'contents: read',
    'pull-requests: write',
    'security-events: write',
    'full SHA',
  ]) {
    expect(part).toContain(said)
  }
})
