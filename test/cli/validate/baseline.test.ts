/** `--baseline` hides recorded findings, and only these. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, put, topo } from '../topo.ts'

/** Two findings on lines with the same text. */
const old = `const t = new TopologyBuilder(true)
t.createGroup('g', { label: 'G' }).addProcess({ id: 'a', label: 'A' }).autoResize()
t.apply()
t.apply()
`
const refused = `${old}t.connect('a', 'ghost')\n`
const config = { 'topo.config.json': '{ "rules": { "awaited-apply": "warning" } }' }
const read = (cwd: string) => readFileSync(join(cwd, 'base.json'), 'utf8')
const entries = (cwd: string) =>
  JSON.parse(read(cwd)).findings as { path: string; rule: string; count: number }[]
const validate = (cwd: string, ...args: string[]) =>
  topo(['validate', '--strict', ...args], { cwd })

async function recorded(files: Record<string, string> = {}) {
  const cwd = folder({ ...config, 'a.topology.js': old, ...files })
  await validate(cwd, '--write-baseline', 'base.json')
  return cwd
}

describe('a baseline', () => {
  test('hides recorded findings, only as often as recorded', async () => {
    const cwd = folder({ ...config, 'a.topology.js': old })
    expect((await validate(cwd)).code).toBe(1)
    const written = await validate(cwd, '--write-baseline', 'base.json')
    expect([written.code, written.stderr]).toEqual([
      0,
      expect.stringContaining('2 findings recorded in base.json'),
    ])
    expect(entries(cwd)).toEqual([
      expect.objectContaining({ path: 'a.topology.js', rule: 'awaited-apply', count: 2 }),
    ])
    expect(await validate(cwd, '--baseline', 'base.json')).toMatchObject({
      code: 0,
      stdout: '1 script is valid\n',
      stderr: '',
    })

    put(join(cwd, 'a.topology.js'), `// lines move\n\n${old}`)
    expect((await validate(cwd, '--baseline', 'base.json')).code).toBe(0)
    put(join(cwd, 'a.topology.js'), `${old}t.apply()\n`)
    const { code, stdout } = await validate(cwd, '--baseline', 'base.json', '--format', 'unix')
    expect([code, stdout.trim().split('\n')]).toEqual([1, [expect.stringContaining(':5:')]])
  })

  test('never hides errors of the service', async () => {
    const cwd = folder({ ...config, 'a.topology.js': refused })
    const written = await validate(cwd, '--write-baseline', 'base.json')
    expect([written.code, written.stdout]).toEqual([
      1,
      expect.stringContaining('known-connection-ends'),
    ])
    expect(entries(cwd).map(({ rule }) => rule)).not.toContain('known-connection-ends')
    expect((await validate(cwd, '--baseline', 'base.json')).code).toBe(1)
  })

  test('reports recorded findings that no longer occur', async () => {
    const cwd = await recorded()
    put(join(cwd, 'a.topology.js'), old.replaceAll('t.apply', 'await t.apply'))
    const { code, stderr } = await validate(cwd, '--baseline', 'base.json')
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/no longer found in a\.topology\.js: .*\[awaited-apply\]/),
    ])
    const { stdout } = await validate(cwd, '--baseline', 'base.json', '--json')
    expect(JSON.parse(stdout).baseline).toMatchObject({
      hiddenCount: 0,
      stale: [{ rule: 'awaited-apply', count: 2 }],
    })
  })

  test('records paths relative to the project, from any working directory', async () => {
    const cwd = folder({ ...config, 'deep/a.topology.js': old })
    await validate(join(cwd, 'deep'), '--write-baseline', '../base.json')
    expect(entries(cwd)).toMatchObject([{ path: 'deep/a.topology.js' }])
    expect((await validate(cwd, '--baseline', 'base.json')).code).toBe(0)
  })

  test('keeps entries of files that were not validated, and drops them if all were', async () => {
    const cwd = await recorded({ 'b.topology.js': `/*---\nslug: b\n---*/\n${old}` })
    const whole = read(cwd)
    await validate(cwd, 'b.topology.js', '--write-baseline', 'base.json')
    expect(read(cwd)).toBe(whole)
    expect((await validate(cwd, 'b.topology.js', '--baseline', 'base.json')).stderr).toBe('')
    put(join(cwd, '.topoignore'), 'a.topology.js')
    await validate(cwd, '--write-baseline', 'base.json')
    expect(entries(cwd).map(({ path }) => path)).toEqual(['b.topology.js'])
  })

  test.each([
    ['is missing', undefined, 'No baseline found at'],
    ['is something else', '{ "name": "package" }', 'base.json'],
    ['is half written', '{ "version": 1, "findings": [{}] }', 'base.json'],
  ])('that %s is a usage error', async (_what, text, words) => {
    const cwd = folder({
      ...config,
      'a.topology.js': old,
      ...(text === undefined ? {} : { 'base.json': text }),
    })
    const run = await validate(cwd, '--baseline', 'base.json')
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('[TOPO_BASELINE_INVALID]')])
    expect(run.stderr).toContain(words)
    expect(run.stderr.includes('No baseline found')).toBe(text === undefined)
    if (text === undefined) return
    expect((await validate(cwd, '--write-baseline', 'base.json')).code).toBe(2)
    expect(read(cwd)).toBe(text)
  })
})
