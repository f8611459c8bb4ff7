/** `command: validate` in a pull request: its reports, and hostile names. */
// @module-tag git
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readInputs } from '../../src/action/step/inputs.ts'
import { script } from '../cli/topo.ts'
import { commit, git, orders, pullRequest, repository, step } from './step.ts'

const validate = { command: 'validate' }
const broken = (id: string) =>
  script('x').replace(
    'await topology.apply()',
    `topology.connect('${id}', 'nowhere')\nawait topology.apply()`,
  )

describe('validate', () => {
  test('G4 G13: reports in table, outputs and result file, and leaves the tree clean', async () => {
    const cwd = repository({ 'a.topology.js': script('a'), 'docs/b.topology.js': script('b') })
    const { code, outputs, summary, result } = await step({ cwd, inputs: validate })
    expect(code).toBe(0)
    expect(outputs).toMatchObject({
      changed: 'false',
      failed: '0',
      conflict: 'false',
      slugs: '["a","b"]',
    })
    expect(result).toMatchObject({ command: 'validate', exitCode: 0, error: null })
    expect(summary).toContain('| `docs/b.topology.js` | `b` | `valid` |')
    expect(git(cwd, 'status', '--porcelain')).toBe('')
  })

  test('G10 G11 G20: annotates findings with repository paths, changed lines first', async () => {
    const cwd = repository({ 'sub/topo.config.json': '{}', 'sub/old.topology.js': broken('old') })
    const base = git(cwd, 'rev-parse', 'HEAD')
    commit(cwd, { 'sub/young.topology.js': broken('young') })
    const { code, log } = await step({
      cwd,
      inputs: { ...validate, 'working-directory': 'sub' },
      event: pullRequest(base),
    })
    expect(code).toBe(1)
    const errors = orders(log).filter((line) => line.startsWith('::error'))
    expect(errors).toHaveLength(4)
    expect(errors.map((line) => /file=([^,]+)/.exec(line)?.[1])).toEqual([
      'sub/young.topology.js',
      'sub/young.topology.js',
      'sub/old.topology.js',
      'sub/old.topology.js',
    ])
  })

  test('G10: annotates ten findings of each kind and counts the rest', async () => {
    const many = Array.from({ length: 200 }, (_, n) => `topology.connect('a${n}', 'web')`).join(
      '\n',
    )
    const cwd = repository({
      'a.topology.js': script('a').replace(
        'await topology.apply()',
        `${many}\nawait topology.apply()`,
      ),
    })
    const { code, log, summary, outputs } = await step({ cwd, inputs: validate })
    expect(code).toBe(1)
    const shown = orders(log).filter((line) => /^::(error|warning|notice) file=/.test(line))
    expect(shown.filter((line) => line.startsWith('::error'))).toHaveLength(10)
    const all = Number(outputs.findings)
    expect(all).toBeGreaterThanOrEqual(200)
    expect(log).toContain(`${all - shown.length} more findings have no annotation`)
    expect(summary).toContain(`<summary>${all} findings</summary>`)
    expect(summary).toContain(`and ${all - 50} more`)
  })

  test('G12: describes the changes of each diagram in its own terms', async () => {
    const cwd = repository({ 'a.topology.js': script('a'), 'gone.topology.js': script('gone') })
    const base = git(cwd, 'rev-parse', 'HEAD')
    git(cwd, 'rm', '-q', 'gone.topology.js')
    const changed = script('a').replace(
      'await topology.apply()',
      "topology.createDatabase('orders', { label: 'Orders' })\nawait topology.apply()",
    )
    commit(cwd, { 'a.topology.js': changed, 'new.topology.js': script('new') })
    const { summary, result } = await step({ cwd, inputs: validate, event: pullRequest(base) })
    expect(summary).toMatch(/### `a\.topology\.js`\n\n- ➕ `added .*Orders/)
    expect(summary).toMatch(/```mermaid\nflowchart TB\n[\s\S]*classDef added stroke:#\w+/)
    expect(summary).toMatch(/### `new\.topology\.js`\n\nNew\.\n\n```mermaid\n/)
    expect(summary).toMatch(/### `gone\.topology\.js`\n\nRemoved\./)
    expect(result.changes).toHaveLength(3)
  })

  test('G17: a shallow checkout is a warning', async () => {
    const cwd = repository({ 'a.topology.js': script('a') })
    const { code, log, summary } = await step({
      cwd,
      inputs: validate,
      event: pullRequest('1'.repeat(40)),
    })
    expect(code).toBe(0)
    expect(orders(log).join('\n')).toMatch(/^::warning .*fetch-depth: 0/m)
    expect(summary).toContain('[!WARNING]')
  })

  test('G9 C5: names cannot run workflow commands, become markup or mention users', async () => {
    const hostile =
      '::error file=x::gone%0A::set-output name=a::b\\n::stop-commands::x @octo | <img src=x onerror=1> ``` ]( '
    const name = 'a,b:c.topology.js'
    const cwd = repository({ 'topo.config.json': '{}' })
    const base = git(cwd, 'rev-parse', 'HEAD')
    commit(cwd, {
      [name]: `/*---\nname: ${JSON.stringify(hostile)}\nslug: x\n---*/\n${broken(hostile.replaceAll("'", ''))}`,
    })
    const { log, summary } = await step({ cwd, inputs: validate, event: pullRequest(base) })
    const obeyed = orders(log)
    expect(
      obeyed.filter(
        (line) =>
          !/^::(add-mask|group|endgroup|error file=a%2Cb%3Ac\.topology\.js,|notice file=a%2Cb%3Ac|warning file=a%2Cb%3Ac)/.test(
            line,
          ),
      ),
    ).toEqual([])
    expect(obeyed.some((line) => line.startsWith('::error file=a%2Cb%3Ac.topology.js,'))).toBe(true)
    // Text outside of code spans is written by topo.
    const outside = summary.replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
    expect(outside).not.toMatch(/@octo|<img|::/)
  })

  test('G9: an annotation names its file as GitHub knows it', { tags: 'posix' }, async () => {
    const names = [
      '::x.topology.js',
      '::error file=a::.topology.js',
      'b\nc.topology.js',
      '100%.topology.js',
    ]
    const files = names.map((name, n) => [name, `/*---\nslug: s${n}\n---*/\n${broken(`a${n}`)}`])
    const cwd = repository({ 'topo.config.json': '{}', ...Object.fromEntries(files) })
    const { log } = await step({ cwd, inputs: validate, event: {} })
    const errors = orders(log).filter((line) => line.startsWith('::error file='))
    const annotated = errors.map((line) => line.slice('::error file='.length).split(',', 1)[0])
    expect([...new Set(annotated)].sort()).toEqual([
      '%3A%3Aerror file=a%3A%3A.topology.js',
      '%3A%3Ax.topology.js',
      '100%25.topology.js',
      'b%0Ac.topology.js',
    ])
  })

  test('G19: writes the SARIF file with repository paths', async () => {
    const cwd = repository({ 'sub/topo.config.json': '{}', 'sub/a.topology.js': broken('a') })
    await step({
      cwd,
      inputs: { ...validate, 'working-directory': 'sub', 'sarif-file': 'out/topo.sarif' },
    })
    const sarif = JSON.parse(readFileSync(join(cwd, 'out/topo.sarif'), 'utf8'))
    expect(sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      'sub/a.topology.js',
    )
  })

  test('shard selects a part; all shards together select all', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`s${n}.topology.js`, script(`s${n}`)]),
    )
    const cwd = repository(files)
    const shares = []
    for (const shard of ['1/2', '2/2']) {
      const { outputs } = await step({ cwd, inputs: { ...validate, shard } })
      shares.push(JSON.parse(outputs.slugs ?? '') as string[])
    }
    expect(shares.every(({ length }) => length > 0 && length < 8)).toBe(true)
    expect(shares.flat().sort()).toEqual(Array.from({ length: 8 }, (_, n) => `s${n}`))
    expect((await step({ cwd, inputs: { ...validate, shard: '0/2' } })).code).toBe(2)
  })

  test('fail-on sets the severity that fails', async () => {
    const cwd = repository({ 'a.topology.js': broken('a') })
    expect((await step({ cwd, inputs: { ...validate, 'fail-on': 'none' } })).code).toBe(0)
  })
})

describe('inputs', () => {
  test.each([
    [{}, 'The input `command` is `auto`, but no event is known'],
    [
      { command: 'push', delete: 'yes' },
      'The input `delete` has the value "yes", which is not a boolean',
    ],
    [{ command: 'push', 'dry-run': '1' }, 'The input `dry-run` has the value "1"'],
    [
      { command: 'push', 'on-conflict': 'ask' },
      'The input `on-conflict` has the invalid value "ask"',
    ],
    [{ command: 'push', comment: 'a -->' }, 'The input `comment`'],
  ])('G5 G6: %j is an error that names the input', (inputs, message) => {
    const env = Object.entries(inputs).map(([name, value]) => [
      `INPUT_${name.toUpperCase()}`,
      value,
    ])
    const failure = () => readInputs({ INPUT_COMMAND: '', ...Object.fromEntries(env) })
    expect(failure).toThrow(expect.objectContaining({ code: 'TOPO_USAGE', exitCode: 2 }))
    expect(failure).toThrow(message)
  })

  test('G6: a misspelt command is an error, with a suggestion', async () => {
    const { code, log } = await step({ cwd: repository({}), inputs: { command: 'valdate' } })
    expect([code, orders(log).join('\n')]).toEqual([
      2,
      expect.stringContaining('::error title=TOPO_USAGE::'),
    ])
    expect(log).toContain('Did you mean validate?')
  })

  test('a folder without scripts and wrong settings give the errors of the command line', async () => {
    const none = await step({ cwd: repository({}), inputs: validate })
    expect([none.code, none.summary]).toEqual([2, expect.stringContaining('[!CAUTION]')])
    const wrong = await step({
      cwd: repository({ 'topo.config.json': '{ "incldue": [] }' }),
      inputs: validate,
    })
    expect([wrong.code, wrong.log]).toEqual([2, expect.stringContaining('Did you mean `include`?')])
  })

  test('G22: RUNNER_DEBUG shows the stack, and groups are closed', async () => {
    const { log } = await step({
      cwd: repository({}),
      inputs: validate,
      env: { RUNNER_DEBUG: '1' },
    })
    expect(orders(log).filter((line) => /^::(end)?group/.test(line))).toHaveLength(2)
  })
})
