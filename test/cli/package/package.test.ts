/** The package of `npm publish` runs in an empty folder. `install.all.test.ts` installs it with npm. */
// @module-tag npm
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAll } from '../../cases.ts'
import { put, script } from '../topo.ts'
import { pack, root, unpack } from './packed.ts'

let cwd = ''
let packed = { file: '', paths: [] as string[] }
let installed = ''
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'topo package '))
  packed = pack(cwd)
  installed = unpack(packed.file, cwd)
}, 120_000)
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

test('the package contains what it needs to run, and no sources or tests', () => {
  const { paths } = packed
  const needed =
    'bin/run.js oclif.manifest.json dist/main.js dist/help.txt LICENSE README.md'.split(' ')
  expect(paths).toEqual(expect.arrayContaining(needed))
  expect(paths.filter((path) => /^(src|test|scripts|\.ci|dist\/action)\//.test(path))).toEqual([])
})

test('the package is small: at most 2.2 MB packed beside the element; the manifest contains each flag of all commands once', () => {
  // `dist/element/element.js` contains the interpreter and the core a second time, and needs 643 kB.
  expect(statSync(packed.file).size).toBeLessThan(2_843_000)
  const text = readFileSync(join(installed, 'oclif.manifest.json'), 'utf8')
  expect(text.length).toBeLessThan(120_000)
  const { flags } = JSON.parse(text)
  expect(Object.keys(flags)).toEqual(expect.arrayContaining(['json', 'profile', 'max-wait']))
  for (const { summary } of Object.values<{ summary: string }>(flags)) {
    expect(text.split(JSON.stringify(summary))).toHaveLength(2)
  }
})

test('the MCP server has only the schemas of its protocol that it uses', () => {
  const packedServer = readFileSync(join(installed, 'dist', 'commands', 'mcp.js.br'))
  const server = brotliDecompressSync(packedServer).toString('utf8')
  expect(server).toContain('notifications/initialized')
  // A client's model preferences, and references for completion.
  for (const unused of ['costPriority', 'ref/prompt']) expect(server).not.toContain(unused)
})

testAll(
  'the package runs in an empty folder with only its dependencies',
  { timeout: 120_000 },
  () => {
    put(join(cwd, 'package.json'), '{ "private": true }')
    put(join(cwd, 'shop.topology.js'), script('shop'))
    // A package of the user's project, which topo must not load.
    const foreign = join(cwd, 'node_modules', 'picomatch')
    put(join(foreign, 'index.js'), "require('node:fs').writeFileSync(__dirname + '/loaded', '')")
    const { bin, version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [join(installed, bin.topo), ...args], {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, HOME: cwd },
      })
    expect(run('--version').trim()).toBe(version)
    expect(run('validate')).toContain('1 script is valid')
    expect(existsSync(join(foreign, 'loaded'))).toBe(false)
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
// @ts-expect-error Unknown kind.
export const refused = () => mock.faults.add({ kind: 'mystery' })
`,
    )
    put(
      join(cwd, 'check.mts'),
      `import { accepts, type Finding, type Report, RULESET, type Rule, rules, type Severity, validate } from 'topo-cli/validator'
const text = 'const t: any = new TopologyBuilder(true)\\nt.createProcess({ id: "a", label: "A" }).connect("a", "ghost")\\nt.apply()\\n'
const { findings }: Report = await validate(text, { rules: { 'awaited-apply': 'error' }, limits: { steps: 1_000_000 } })
const reported = findings.map(({ rule, severity, line }: Finding): [string, Severity, number] => [rule, severity, line])
const known: readonly Rule[] = rules
console.log(JSON.stringify([reported, accepts(findings), RULESET, known.length > 10]))
// @ts-expect-error Unknown severity.
await validate('', { rules: { 'awaited-apply': 'fatal' } })
`,
    )
    put(
      join(cwd, 'draw.mts'),
      `import type { Group, Icon } from 'topo-cli/dsl'
const icon: Icon = 'api'
export const draw = (group: Group): Group => group.addProcess({ id: 'a', label: 'A', icon })
// @ts-expect-error Unknown icon.
draw(new TopologyBuilder(true).createGroup('g', { label: 'G' })).addProcess({ id: 'b', label: 'B', icon: 'apy' })
`,
    )
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const strict = '--strict --module nodenext --target es2023 --types node --typeRoots'.split(' ')
    const types = join(root, 'node_modules', '@types')
    const given = [tsc, ...strict, types, 'use.mts', 'check.mts', 'draw.mts']
    execFileSync(process.execPath, given, { cwd, encoding: 'utf8' })
    const used = execFileSync(process.execPath, ['use.mjs'], { cwd, encoding: 'utf8' })
    expect(JSON.parse(used)).toEqual([500, { configured: true }, '500', '2026-03-01T00:00:00.000Z'])
    const [reported, accepted, ruleset, many] = JSON.parse(
      execFileSync(process.execPath, ['check.mjs'], { cwd, encoding: 'utf8' }),
    )
    expect(reported).toContainEqual(['known-connection-ends', 'error', 2])
    expect(reported).toContainEqual(['awaited-apply', 'error', 3])
    expect([accepted, ruleset, many]).toEqual([
      false,
      expect.stringMatching(/^topo-rules\/\d+$/),
      true,
    ])
  },
)

test('publint finds no problem in the package', async () => {
  const { messages } = await publint({ pkgDir: installed, pack: false, level: 'suggestion' })
  expect(messages).toEqual([])
})
