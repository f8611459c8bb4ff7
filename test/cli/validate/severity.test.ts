/** Exit code of a validation, severities of rules, and suppressions. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RULESET } from '../../../src/validator/index.ts'
import { folder, put, topo } from '../topo.ts'

/** Valid, but does not await apply(): one hint. */
const hinting = `const t = new TopologyBuilder(true)
t.createGroup('g', { label: 'G' }).addProcess({ id: 'a', label: 'A' }).autoResize()
t.apply()
`
const awaitedApply = (severity: string) => JSON.stringify({ rules: { 'awaited-apply': severity } })
const run = async (files: Record<string, string>, ...args: string[]) =>
  topo(['validate', ...args], {
    cwd: folder({ 'topo.config.json': '{}', 'a.topology.js': hinting, ...files }),
  })

describe('the result of topo validate', () => {
  test('--strict fails on warnings, but not on hints', async () => {
    const warning = { 'topo.config.json': awaitedApply('warning') }
    expect((await run({}, '--strict')).code).toBe(0)
    expect((await run(warning)).code).toBe(0)
    expect(await run(warning, '--strict')).toMatchObject({
      code: 1,
      stderr: 'Exit code 1: 1 warning, because of --strict.\n',
    })
    expect((await run(warning, '--max-warnings', '0')).stderr).toBe(
      'Exit code 1: 1 warning, because of --max-warnings 0.\n',
    )
    const both = await run(warning, '--strict', '--fail-on', 'error')
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('[TOPO_USAGE]')])
  })

  test('topo.config.json sets the severity of advice rules', async () => {
    expect((await run({ 'topo.config.json': awaitedApply('error') })).code).toBe(1)
    expect((await run({ 'topo.config.json': awaitedApply('off') })).stdout).toContain(
      '1 script is valid',
    )
  })

  test('--rules lists each rule with its severity and source; needs no scripts', async () => {
    const cwd = folder({ 'topo.config.json': awaitedApply('off') })
    const text = await topo(['validate', '--rules'], { cwd })
    expect(text.code).toBe(0)
    expect(text.stdout).toMatch(/^not-empty\terror\tservice\t/m)
    expect(text.stdout).toMatch(/^awaited-apply\toff\ttopo\.config\.json\t/m)
    expect(text.stdout).toMatch(/^flow-returned\t\w+\tdefault\t/m)
    expect(text.stderr).toBe(`Rule set ${RULESET}\nRULE\tSEVERITY\tFROM\tREQUIREMENT\n`)
    const { ruleset, items, totalCount } = JSON.parse(
      (await topo(['validate', '--rules', '--json'], { cwd })).stdout,
    )
    expect(ruleset).toBe(RULESET)
    expect(items).toHaveLength(totalCount)
    expect(items).toContainEqual(
      expect.objectContaining({ id: 'awaited-apply', severity: 'off', source: 'topo.config.json' }),
    )
  })

  test('C6: in GitHub Actions, annotations go to stdout and the report to stderr', async () => {
    const cwd = folder({ 'topo.config.json': '{}', 'a.topology.js': hinting })
    const env = { GITHUB_ACTIONS: 'true' }
    const auto = await topo(['validate'], { cwd, env })
    expect(auto.stdout).toMatch(/^::notice file=a\.topology\.js,line=3,/)
    expect(auto.stderr).toContain('1 hint in 1 of 1 script')
    expect((await topo(['validate', '--format', 'unix'], { cwd, env })).stdout).not.toContain('::')
    expect(JSON.parse((await topo(['validate', '--json'], { cwd, env })).stdout)).toHaveProperty(
      'files',
    )
    expect((await topo(['validate'], { cwd, env: { CI: 'true' } })).stdout).not.toContain(
      '::notice',
    )
  })

  test.each([
    ['github', 'file=deep/docs/a.topology.js,'],
    ['gitlab', '"path": "deep/docs/a.topology.js"'],
    ['sarif', '"uri": "deep/docs/a.topology.js"'],
    ['unix', '\na.topology.js:3:'],
    ['json', '"path": "a.topology.js"'],
  ])('--format %s prints paths as its readers expect', async (format, text) => {
    const cwd = folder({ 'deep/topo.config.json': '{}', 'deep/docs/a.topology.js': hinting })
    const docs = join(cwd, 'deep/docs')
    const inWorkspace = { cwd: docs, env: { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: cwd } }
    expect(`\n${(await topo(['validate', '--format', format], inWorkspace)).stdout}`).toContain(
      text,
    )
    mkdirSync(join(cwd, '.git'))
    expect(`\n${(await topo(['validate', '--format', format], { cwd: docs })).stdout}`).toContain(
      text,
    )
  })

  describe('the related location of a finding', () => {
    const header = '/*---\nname: Twice\n---*/\n'
    const twice = `const t = new TopologyBuilder(true)
const g = t.createGroup('g', { label: 'G' })
g.addProcess({ id: 'a', label: 'A' })
g.addProcess({ id: 'a', label: 'B' })
g.autoResize()
await t.apply()
`
    test('is a line of the file on disk, below its header', async () => {
      const { stdout } = await run({ 'a.topology.js': header + twice }, '--format', 'unix')
      expect(stdout).toMatch(
        /^a\.topology\.js:7:\d+: warning: .* is already the id of another node, on line 6 \[unique-node-ids\]$/m,
      )
    })

    test('can be in another file, relative to the working directory', async () => {
      const files = {
        'parts/first.js': "export const first = (g) => g.addProcess({ id: 'a', label: 'A' })\n",
        'a.topology.js': `import { first } from './parts/first.js'\n${twice.replace(/^g\.addProcess.*'A' \}\)$/m, 'first(g)')}`,
      }
      const cwd = folder({ 'topo.config.json': '{}', ...files })
      const { stdout } = await topo(['validate', '--json', '../a.topology.js'], {
        cwd: join(cwd, 'parts'),
      })
      const [{ findings }] = JSON.parse(stdout).files
      expect(findings).toContainEqual(
        expect.objectContaining({
          rule: 'unique-node-ids',
          line: 5,
          message: '"a" is already the id of another node',
          related: expect.objectContaining({ path: 'first.js', line: 1 }),
        }),
      )
      const text = await topo(['validate'], { cwd })
      expect(text.stdout).toContain(
        'is already the id of another node, on line 1 of parts/first.js',
      )
    })

    test('does not change the fingerprint when lines move', async () => {
      const connected = twice
        .replace("{ id: 'a', label: 'B' }", "{ id: 'b', label: 'B' }")
        .replace('await', "t.connect('a', 'b')\nt.connect('a', 'b')\nawait")
      const cwd = folder({ 'topo.config.json': '{}', 'a.topology.js': connected })
      await topo(['validate', '--write-baseline', 'known.json'], { cwd })
      put(join(cwd, 'a.topology.js'), header + connected)
      const { stdout } = await topo(['validate', '--baseline', 'known.json', '--json'], { cwd })
      expect(JSON.parse(stdout)).toMatchObject({
        files: [{ findings: [] }],
        baseline: { hiddenCount: 1, stale: [] },
      })
    })
  })
})
