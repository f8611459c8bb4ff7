/** A CI job: no prompts, no control sequences, no runner commands from outside, a quick start and plain errors. */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path, { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { escapeCiCommands, jsonText } from '../../../src/text/safe/ci-commands.ts'
import { isAll, oneOf } from '../../cases.ts'
import { as, fault } from '../control.ts'
import { warmBinary } from '../host/binary.ts'
import { bin, folder, mock, put, type Run, script, topo, topoProcess } from '../topo.ts'

describe('with CI=true and nothing else', () => {
  test('C1: topo does not prompt, draw or colour on a terminal; FORCE_COLOR still colours', async () => {
    const { url } = await mock()
    await fault(url, { path: '/v1/scripts/*', latencyMs: 1200, times: 1 })
    const cwd = folder({ 'shop.topology.js': script('shop') })
    const env = { ...as(url), CI: 'true' }
    const terminal = { cwd, columns: 100 }
    const pushed = await topo(['push'], { ...terminal, env })
    expect(pushed.code).toBe(0)
    expect(pushed.stdout + pushed.stderr).not.toContain('\u001b')
    const coloured = await topoProcess(['validate'], { cwd, env: { ...env, FORCE_COLOR: '1' } })
    expect(coloured.stdout).toContain('\u001b[')
    const asked = await topo(['script', 'delete', 'shop'], { ...terminal, env })
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')])
  })

  test.each(oneOf(2, ['', ' --json']))(
    'C11: a success leaves stderr empty, but for column names, totals and hints%s',
    async (json) => {
      const { url } = await mock()
      const cwd = folder({ 'topo.config.json': '{}', 'shop.topology.js': script('shop') })
      const env = { ...as(url), CI: 'true' }
      const outcome = 'RESULT SCRIPT FILE URL WHY'
      const steps: [line: string, names?: string, totals?: string][] = [
        ['validate'],
        ['push --dry-run', 'STEP SCRIPT WHY'],
        ['push', outcome, '1 created'],
        ['push', outcome, '1 unchanged'],
        ['status --exit-code', 'STATE SCRIPT WHY', '1 in-sync'],
        ['pull', outcome, '2 pulled, 1 unchanged'],
        ['script list', 'SLUG NAME VISIBILITY VIEWS UPDATED'],
        ['publish shop'],
      ]
      const left =
        'Only on the service, without a file here: alice-notes, alice-shop. "topo status --all" lists them.\n'
      for (const [line, names, totals] of steps) {
        const lines = [names?.replaceAll(' ', '\t'), totals]
          .filter(Boolean)
          .map((text) => `${text}\n`)
        expect(await topo(`${line}${json}`.split(' '), { cwd, env }), line).toMatchObject({
          code: 0,
          stderr: json !== '' ? '' : [line.startsWith('push') ? left : '', ...lines].join(''),
        })
      }
    },
  )
})

/** Reads a line like the runners of GitHub and Azure: true if it is a command. */
const obeyed = (line: string): boolean => {
  const said = line.trim()
  const end = said.startsWith('::') ? said.indexOf('::', 2) : -1
  const name = said.slice(2, Math.max(end, 2)).split(' ')[0] ?? ''
  return (end > 0 && /^[\w-]+$/.test(name)) || /##(\w*)\[[^\]]*\]/.test(line)
}
const orders = ({ stdout, stderr }: Run) =>
  `${stdout}\n${stderr}`.split(/\r\n|\r|\n/).filter(obeyed)

describe('C5: no text from outside becomes a command to the runner', () => {
  const hostile = [
    '::error::x',
    '::add-mask::x',
    '  ::error file=C:/a.js,line=1::x',
    '::stop-commands::x',
    'in the middle ##[add-mask]x',
    '##vso[task.setvariable variable=x]y',
    "##teamcity[buildStatus text='x']",
  ]

  test.each(hostile)('%s', (text) => {
    expect(obeyed(text)).toBe(true)
    expect(obeyed(escapeCiCommands(text))).toBe(false)
    expect(jsonText({ text }).split('\n').filter(obeyed)).toEqual([])
    expect(JSON.parse(jsonText({ text }))).toEqual({ text })
  })

  test('other text stays unchanged', () => {
    for (const text of ['a::b', 'std::vector<int>', ':: note', '## Title', '# [x]', 'C::'])
      expect(escapeCiCommands(text)).toBe(text)
  })

  const inside = {
    syncing: [
      'push',
      'push --json',
      'push --json-stream',
      'status',
      'status --json',
      'diff old.topology.js shop.topology.js',
      'diff old.topology.js shop.topology.js --json',
    ],
    showing: [
      'script list',
      'script list --json',
      'script show shop',
      'script show shop --json',
      'api /v1/scripts/shop',
    ],
    validating: ['pretty', 'unix', 'json', 'gitlab', 'junit', 'checkstyle', 'sarif'].map(
      (name) => `validate --format ${name}`,
    ),
    failing: [
      'script show ::error::x',
      'push nowhere::error::x',
      '::error::x',
      'push --on-conflict ::error::x',
    ],
  }
  test.each(Object.entries(inside))(
    'from a header, from code, or from a file name, when %s',
    async (_, all) => {
      const lines = oneOf(2, all)
      const { url } = await mock()
      const description = JSON.stringify(`x\n${hostile.join('\n')}`)
      const header = `name: "##[add-mask]name"\ndescription: ${description}\ntags: ["::error::tag"]`
      const cwd = folder({
        'topo.config.json': '{}',
        'old.topology.js': script('old'),
        'shop.topology.js': script('shop', header).replace(
          "label: 'Web'",
          `label: '::error::web ##[add-mask]x'`,
        ),
        '::error::x.topology.js': 'const x = 1 // ##[add-mask]x\n::error::x\n',
      })
      const env = { ...as(url), CI: 'true', GITHUB_ACTIONS: 'true' }
      for (const line of ['push', ...lines]) {
        const run = await topo(line.split(' '), { cwd, env })
        expect(run.stdout + run.stderr, line).not.toBe('')
        expect(orders(run), line).toEqual([])
      }
      // Our own annotations are commands, one a line, and contain no other.
      const { stdout } = await topo(['validate', '--format', 'github'], { cwd, env })
      const own = /^::(error|warning|notice) file=[^:]+::/
      expect(stdout.split('\n').filter((line) => line !== '' && !own.test(line))).toEqual([])
    },
  )
})

/** Bytes of JavaScript that a command line loads. */
async function loaded(args: string[], cwd: string): Promise<number> {
  const coverage = join(folder(), 'coverage')
  mkdirSync(coverage, { recursive: true })
  await topoProcess(args, { cwd, env: { NODE_V8_COVERAGE: coverage } })
  const urls = readdirSync(coverage).flatMap((name) =>
    (JSON.parse(readFileSync(join(coverage, name), 'utf8')).result as { url: string }[]).map(
      ({ url }) => url,
    ),
  )
  const files = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url))
  expect(files).toContain(bin)
  return files.reduce((sum, file) => sum + statSync(file).size, 0)
}

test.each([
  ['--version', 10_000],
  ['--help', 10_000],
  ['script list --help', 1_000_000],
  ['validate', 2_000_000],
])('C8: %s loads at most %d bytes', async (line, budget) => {
  const size = await loaded(line.split(' '), folder({ 'shop.topology.js': script('shop') }))
  expect(size).toBeGreaterThan(0)
  expect(size).toBeLessThanOrEqual(budget)
})

test('a user without an entry in the list of users runs topo, and no program is started to find the shell', async () => {
  const refuse = `import os from 'node:os'
    import child from 'node:child_process'
    import { syncBuiltinESMExports } from 'node:module'
    os.userInfo = child.execSync = () => { throw new Error('no entry') }
    syncBuiltinESMExports()`
  const preload = `data:text/javascript,${encodeURIComponent(refuse)}`
  const env = { NODE_OPTIONS: `--import=${preload}`, SHELL: undefined }
  const cwd = folder({ 'shop.topology.js': script('shop') })
  expect(await topoProcess(['validate', '--json'], { cwd, env })).toMatchObject({
    code: 0,
    stderr: '',
  })
})

describe('C9: an old Node', () => {
  const text = readFileSync(bin, 'utf8').replace(/^#!.*/, '')
  /** Runs the launcher as if this were another version of Node. @returns its exit code, its words, and what it loaded */
  const launchAs = (node: string) => {
    const process = {
      versions: { node },
      argv: [],
      exitCode: 0,
      stderr: { write: (said: string) => log.push(said) },
    }
    const log: string[] = []
    const require = (name: string) => {
      if (name === 'path') return path
      return { startTopo: () => log.push(`starts ${name}`) }
    }
    runInNewContext(text, { process, require, __dirname: '' })
    return [process.exitCode, ...log]
  }

  test('gets one sentence with the required version, before anything else loads', () => {
    for (const version of ['18.20.8', '20.18.3', '21.7.3', '22.0.0', '22.11.0'])
      expect(launchAs(version)).toEqual([
        1,
        `topo needs Node 20.19, 22.12 or newer; this is ${version}.\n`,
      ])
    for (const version of ['20.19.0', '20.20.1', '22.12.0', '23.0.0', '24.1.0'])
      expect(launchAs(version)).toEqual([0, 'starts ../dist/start.js'])
  })

  test('can parse the launcher: no module syntax, and nothing newer than import()', () => {
    expect(text.replace(/\/\/.*/g, '')).not.toMatch(
      /=>|`|\?\.|\?\?|\b(?:const|let|class|async|await)\b|import\.meta|\[\w+, /,
    )
  })
})

describe('C10: flags that npm swallows', { tags: 'npm' }, () => {
  const npm = (cwd: string, ...args: string[]) =>
    new Promise<Run>((done) => {
      const env = {
        PATH: process.env.PATH,
        HOME: cwd,
        TOPO_LOCAL_DATA: join(cwd, 'data'),
        CI: 'true',
      }
      const child = execFile(
        'npm',
        ['run', '--silent', ...args],
        { cwd, env, shell: process.platform === 'win32' },
        (_, stdout, stderr) => done({ code: child.exitCode, signal: null, stdout, stderr }),
      )
    })
  const project = async (npmrc = '') => {
    const cwd = folder({ 'shop.topology.js': script('shop') })
    const topoBin = await warmBinary()
    const scripts = { topo: topoBin, publish: `${topoBin} push --local --json` }
    put(join(cwd, 'package.json'), JSON.stringify({ scripts }))
    put(join(cwd, '.npmrc'), npmrc)
    put(join(cwd, 'topo.config.json'), '{ "baseUrl": "local" }')
    return cwd
  }

  test('are an error that shows the right command, and nothing runs', async () => {
    const cwd = await project()
    const run = await npm(cwd, 'topo', 'push', '--dry-run', '--json')
    expect(run.code).toBe(2)
    expect(run.stderr).toMatch(/npm did not pass --.* on to topo\. \[TOPO_USAGE\]/)
    expect(run.stderr).toMatch(/npm run topo -- push … (--json --dry-run|--dry-run --json)/)
    expect(readdirSync(cwd)).not.toContain('data')
  })

  test('work after two dashes; a script in package.json and settings of npm are no error', async () => {
    const cwd = await project('yes=true\n')
    expect(JSON.parse((await npm(cwd, 'topo', '--', 'push', '--json')).stdout).counts).toEqual({
      created: 1,
    })
    if (!isAll) return
    expect((await npm(cwd, 'topo', 'status')).code).toBe(0)
    const own = await npm(await project('json=true\n'), 'publish')
    expect(JSON.parse(own.stdout).counts).toEqual({ created: 1 })
  })
})
