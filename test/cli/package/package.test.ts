/** What `npm publish` would send: it installs into an empty folder and runs. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { publint } from 'publint'
import { expect, test } from 'vitest'
import { folder, put, script } from '../topo.ts'

const root = resolve(import.meta.dirname, '../../..')
const npm = (args: string[], cwd: string) =>
  execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })

test('the package, installed in an empty folder, runs', { timeout: 120_000 }, () => {
  const cwd = folder({ 'package.json': '{ "private": true }', 'shop.topology.js': script('shop') })
  // The build has run before the tests; packing must not run it again under their feet.
  const [packed] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', cwd], root),
  ) as {
    filename: string
    files: { path: string }[]
  }[]
  const paths = packed?.files.map(({ path }) => path) ?? []
  for (const path of [
    'bin/run.js',
    'oclif.manifest.json',
    'dist/main.js',
    'dist/help.txt',
    'LICENSE',
    'README.md',
  ]) {
    expect(paths).toContain(path)
  }
  expect(paths.filter((path) => /^(src|test|scripts|\.ci)\//.test(path))).toEqual([])

  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', join(cwd, packed?.filename ?? '')], cwd)
  const bin = join(cwd, 'node_modules', '.bin', process.platform === 'win32' ? 'topo.cmd' : 'topo')
  const run = (...args: string[]) =>
    execFileSync(bin, args, {
      cwd,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      env: { ...process.env, HOME: cwd },
    })
  expect(run('--version').trim()).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
  expect(run('validate')).toContain('1 script is valid')
  expect(JSON.parse(run('push', '--local', '--json')).counts).toEqual({ created: 1 })
  expect(run('script', 'new', 'Fresh').trim()).toBe('fresh.topology.js')
  expect(existsSync(join(cwd, 'fresh.topology.js'))).toBe(true)

  put(
    join(cwd, 'use.mts'),
    `import { type JournalEntry, startMock } from 'topo-cli/mock'
const mock = await startMock({ clock: '2026-03-01T00:00:00Z' })
mock.faults.add({ status: 500, times: 1 })
const failed: number = (await fetch(mock.url + '/v1/billing/status')).status
const answer = await mock.fetch('/v1/billing/status')
const [entry]: JournalEntry[] = mock.requests.list()
await mock.close()
console.log(JSON.stringify([failed, await answer.json(), entry?.fault, mock.clock.now()]))
// @ts-expect-error There is no such kind.
export const refused = () => mock.faults.add({ kind: 'mystery' })
`,
  )
  put(
    join(cwd, 'check.mts'),
    `import { accepts, type Finding, type Report, RULESET, type Rule, rules, type Severity, validate } from 'topo-cli/validator'
const text = 'const t: any = new TopologyBuilder(true)\\nt.createProcess({ id: "a", label: "A" }).connect("a", "ghost")\\nt.apply()\\n'
const { findings }: Report = await validate(text, { rules: { 'awaited-apply': 'error' }, limits: { steps: 1_000_000 } })
const told = findings.map(({ rule, severity, line }: Finding): [string, Severity, number] => [rule, severity, line])
const known: readonly Rule[] = rules
console.log(JSON.stringify([told, accepts(findings), RULESET, known.length > 10]))
// @ts-expect-error There is no such severity.
await validate('', { rules: { 'awaited-apply': 'fatal' } })
`,
  )
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', '--typeRoots']
  execFileSync(
    process.execPath,
    [tsc, ...strict, join(root, 'node_modules', '@types'), 'use.mts', 'check.mts'],
    {
      cwd,
      encoding: 'utf8',
    },
  )
  const used = execFileSync(process.execPath, ['use.mjs'], { cwd, encoding: 'utf8' })
  expect(JSON.parse(used)).toEqual([500, { configured: true }, '500', '2026-03-01T00:00:00.000Z'])
  const [told, accepted, ruleset, many] = JSON.parse(
    execFileSync(process.execPath, ['check.mjs'], { cwd, encoding: 'utf8' }),
  )
  expect(told).toContainEqual(['known-connection-ends', 'error', 2])
  expect(told).toContainEqual(['awaited-apply', 'error', 3])
  expect([accepted, ruleset, many]).toEqual([false, expect.stringMatching(/^topo-rules\/\d+$/), true])
})

test('the package is what it says', async () => {
  const { messages } = await publint({ pkgDir: root, level: 'suggestion' })
  expect(messages).toEqual([])
})
