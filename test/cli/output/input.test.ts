/** Standard input, prompts and patterns. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { isAll, oneOf } from '../../cases.ts'
import { folder, script, sharedMock, topo, topoOnPseudoTerminal } from '../topo.ts'

const service = sharedMock()
const env = () => ({ TOPO_BASE_URL: service.url, TOPO_API_KEY: 'ca_demo_alice' })

describe('standard input', () => {
  test('I2: is never read as an argument', async () => {
    const commands = join(import.meta.dirname, '../../../dist/commands')
    const files = readdirSync(commands, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js'),
    )
    // Imported by Node: the loader of the tests would transform all of them first.
    const read = `Promise.all(${JSON.stringify(oneOf(4, files).map((file) => pathToFileURL(join(commands, file)).href))}.map(async (file) =>
      Object.entries((await import(file)).default.default.args ?? {}).map(([name, { ignoreStdin }]) => ({ argument: file + ' ' + name, ignoreStdin }))
    )).then((taken) => console.log(JSON.stringify(taken)))`
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', read])
    const taken = JSON.parse(stdout) as { argument: string; ignoreStdin?: boolean }[][]
    expect(taken.flat().length).toBeGreaterThan(isAll ? 20 : 5)
    expect(taken.flat().filter(({ ignoreStdin }) => ignoreStdin !== true)).toEqual([])
  })

  test('I4: on a terminal is an error, not a hang', async () => {
    const { code, stderr } = await topo(['login', '--with-key', '--base-url', service.url], {
      columns: 100,
    })
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/but that is a terminal\..*\[TOPO_USAGE\]/),
    ])
  })
})

describe('prompts', () => {
  test.each([
    ['--no-input', ['--no-input'], {}],
    ['TOPO_NO_INPUT', [], { TOPO_NO_INPUT: '1' }],
    ['CI', [], { CI: 'true' }],
    ['--json', ['--json'], {}],
  ])(
    'I5 I6: are skipped with %s; the error names the flag that answers',
    async (_what, flags, extra) => {
      const { code, stdout, stderr } = await topo(['script', 'delete', 'alice-shop', ...flags], {
        env: { ...env(), ...extra },
        columns: 100,
      })
      const screen = stdout + stderr
      expect([code, screen]).toEqual([2, expect.stringContaining('--yes')])
      expect(screen).toContain('TOPO_NEEDS_CONFIRMATION')
    },
  )

  test('E13: can be left with Ctrl-C, which is no bug', { tags: 'terminal' }, async () => {
    const { code, screen } = await topoOnPseudoTerminal(['script', 'delete', 'alice-shop'], {
      env: env(),
      answer: { 'Delete "Alice shop"': '\u0003' },
    })
    expect(code).toBe(130)
    expect(screen).not.toMatch(/ExitPromptError|\n\s+at /)
  })
})

test('I11: a repeatable flag takes one value each time, and no arguments', async () => {
  const args = [
    'script',
    'show',
    '--json',
    '--fields',
    'slug',
    'alice-shop',
    '--fields',
    'name,tags',
  ]
  const { code, stdout } = await topo(args, { env: env() })
  expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, ['slug', 'name', 'tags']])
})

describe('I14: patterns', () => {
  const cwd = () => folder({ 'a/x.topology.js': script('x'), 'b/y.topology.js': script('y') })

  test('are expanded by topo too', async () => {
    const { stdout } = await topo(['validate', '*/x.topology.js', '--json'], { cwd: cwd() })
    expect(JSON.parse(stdout).files.map(({ path }: { path: string }) => path)).toEqual([
      'a/x.topology.js',
    ])
  })

  test.each([['validate'], ['push'], ['status']])(
    'without a match fail %s, unless --allow-empty is given',
    async (command) => {
      const options = { cwd: folder({ '.git/HEAD': '' }), env: env() }
      const refused = await topo([command, 'c/*.js'], options)
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('"c/*.js"')])
      const allowed = await topo([command, 'c/*.js', '--allow-empty', '--json'], options)
      const { items, files } = JSON.parse(allowed.stdout)
      expect([allowed.code, items ?? files]).toEqual([0, []])
    },
  )
})

describe('E3: flags choose the findings that fail a validation', () => {
  const duplicate =
    "topology.createProcess({ id: 'a-web', label: 'Again' })\n\nawait topology.apply()"
  const warned = () =>
    folder({ 'a.topology.js': script('a').replace('await topology.apply()', duplicate) })
  const wrong = () => folder({ 'a.topology.js': script('a').replace("'a-db', {", "'a-bd', {") })

  test.each<[string, () => string, string[], number]>([
    ['a warning', warned, [], 0],
    ['a warning', warned, ['--fail-on', 'warning'], 1],
    ['a warning', warned, ['--max-warnings', '0'], 1],
    ['a warning', warned, ['--max-warnings', '1'], 0],
    ['an error', wrong, [], 1],
    ['an error', wrong, ['--fail-on', 'none'], 0],
    ['an error', wrong, ['--fail-on', 'nothing'], 2],
  ])('%s %#', async (_what, cwd, flags, code) => {
    expect(await topo(['validate', ...flags], { cwd: cwd() })).toMatchObject({ code })
  })
})
