/** Results go to stdout, messages to stderr; output is complete, and coloured only on a terminal. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { as, fault } from '../control.ts'
import {
  bin,
  ended,
  folder,
  mock,
  put,
  script,
  sharedMock,
  topo,
  topoOnTerminal,
  topoProcess,
} from '../topo.ts'

const service = sharedMock()

const shell = (command: string, cwd: string) =>
  ended(
    spawn('bash', ['-o', 'pipefail', '-c', command], { cwd, env: { ...process.env, HOME: cwd } }),
  )
const quoted = `'${process.execPath}' '${bin}'`

/** A folder with findings of about 300 bytes each as JSON; the buffer of a pipe holds 65,536. */
function manyFindings(count: number): string {
  const connects = Array.from(
    { length: count },
    (_, n) => `topology.connect('a', 'ghost-${n}')`,
  ).join('\n')
  return folder({
    'many.topology.js': `const topology = new TopologyBuilder(true)\ntopology.createProcess({ id: 'a', label: 'A' })\n${connects}\nawait topology.apply()\n`,
  })
}

test('O6 O8: a slow reader gets a result that no pipe holds completely, also on failure', {
  tags: 'posix',
}, async () => {
  const cwd = manyFindings(1000)
  const { stdout } = await shell(`${quoted} validate --json | (sleep 1; cat)`, cwd)
  expect(stdout.length).toBeGreaterThan(4 * 65_536)
  const { files, errorCount } = JSON.parse(stdout)
  expect([files[0].findings.length, errorCount]).toEqual([1000, 1000])
})

test('a command ends although something is left to do, like a DNS lookup that cannot be cancelled', async () => {
  const cwd = folder({
    'left.cjs': 'setInterval(() => {}, 3_600_000)',
    'a.topology.js': script('a'),
  })
  const env = { NODE_OPTIONS: '--require ./left.cjs' }
  const { code, stdout } = await topoProcess(['validate', '--json'], { cwd, env })
  expect({ code, findings: JSON.parse(stdout).errorCount }).toEqual({ code: 0, findings: 0 })
}, 20_000)

test('O7: a reader that closes the pipe early is a success', { tags: 'posix' }, async () => {
  const { code, stdout, stderr } = await shell(
    `${quoted} validate --json | head -1`,
    manyFindings(400),
  )
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{\n', stderr: '' })
})

test('a closed stderr does not stop a command', { tags: 'posix' }, async () => {
  const cwd = folder({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
  const { code } = await shell(`${quoted} push --local --debug 2>&1 >out | head -c 1`, cwd)
  expect(code).toBe(0)
  expect(readFileSync(join(cwd, 'out'), 'utf8')).toMatch(/^created\ta\t.*\ncreated\tb\t/)
})

test('help and version end quietly if the reader closes the pipe', { tags: 'posix' }, async () => {
  for (const words of oneOf(3, ['--help', '--version', 'push --help'])) {
    const { code, stderr } = await shell(`${quoted} ${words} | true`, folder())
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' })
  }
})

test('help is complete if the pipe is full for a moment', { tags: 'posix' }, async () => {
  const cwd = folder({
    'full.cjs': `const fs = require('node:fs')
      const { writeSync } = fs
      fs.writeSync = (file, bytes) => {
        fs.writeSync = () => { throw Object.assign(new Error('full'), { code: 'EAGAIN' }) }
        return writeSync(file, bytes.subarray(0, 10))
      }`,
  })
  const halting = await shell(`NODE_OPTIONS=--require=./full.cjs ${quoted} --help`, cwd)
  expect(halting).toEqual(await topo(['--help'], { cwd }))
  expect(halting.stdout.length).toBeGreaterThan(1000)
})

test.each([['--help'], ['push', '--help'], ['script'], ['--version']])(
  'O2 O5: %j with --json prints one document',
  async (...words) => {
    const { code, stdout } = await topo([...words, '--json'])
    expect(code).toBe(0)
    expect(Object.keys(JSON.parse(stdout))).toEqual([words[0] === '--version' ? 'version' : 'help'])
  },
)

test('redaction never changes a result, even if an id looks like a key', async () => {
  const cwd = folder({
    'a.topology.js': script('a').replaceAll("'a-web'", "'ca_server_number_one'"),
  })
  await topo(['push', '--local'], { cwd })
  const { code: sent } = JSON.parse(
    (await topo(['script', 'show', 'a', '--local', '--json'], { cwd })).stdout,
  )
  expect(sent).toContain('ca_server_number_one')
})

test('O1 O13: a pipe gets one line per record, separated by tabs; a terminal gets a table', async () => {
  const cwd = folder()
  const piped = await topo(['script', 'list', '--local'], { cwd })
  expect(piped.stdout.split('\n')[0]).toMatch(/^alice-notes\tAlice notes\tprivate\t0\t2026-/)
  expect(piped.stderr).toBe('SLUG\tNAME\tVISIBILITY\tVIEWS\tUPDATED\n')
  const table = await topo(['script', 'list', '--local'], { cwd, columns: 100 })
  expect(stripVTControlCharacters(table.stdout)).toMatch(/SLUG +NAME +VISIBILITY/)
})

test('O14: an empty list prints an empty document, or no text', async () => {
  const { url } = await mock({ fixtures: 'none' })
  const list = ['script', 'list']
  expect(await topo(list, { env: as(url) })).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const { stdout } = await topo([...list, '--json'], { env: as(url) })
  expect(JSON.parse(stdout)).toEqual({ items: [], totalCount: 0 })
})

test('O10 O11: each stream is coloured on a terminal or when forced, never with NO_COLOR or --no-color', async () => {
  const cwd = folder({ 'bad.topology.js': 'const topology = (' })
  const escapes = async (args: string[], env: Record<string, string>, by: typeof topo = topo) => {
    const { stdout, stderr } = await by(['validate', ...args], { cwd, env })
    return /\u001b\[/.test(stdout + stderr)
  }
  expect(await escapes([], {})).toBe(false)
  expect(await escapes([], { FORCE_COLOR: '1' })).toBe(true)
  expect(await escapes([], { FORCE_COLOR: '1', NO_COLOR: '1' }, topoProcess)).toBe(false)
  expect(await escapes(['--no-color'], { FORCE_COLOR: '1' })).toBe(false)
  expect(await escapes(['--json'], { FORCE_COLOR: '1' })).toBe(false)
})

test('E7: a finding has file, line, column, a code frame with a caret, the rule and the fix', async () => {
  const cwd = folder({
    'diagrams/shop.topology.js': script('shop', 'name: The shop').replace(
      "'shop-db', {",
      "'shop-bd', {",
    ),
  })
  const { code, stdout } = await topo(['validate'], { cwd })
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /diagrams\/shop\.topology\.js:8:10 {2}✖ error .*shop-bd.* known-connection-ends/,
  )
  expect(stdout).toMatch(/8 │ topology\.connect\('shop-web', 'shop-bd'/)
  expect(stdout).toMatch(/\n +│ +\^+\n/)
  expect(stdout).toContain('shop-db')
  expect(stdout).toContain('1 error in 1 of 1 script')
  // From a subfolder, paths are relative to that folder.
  mkdirSync(join(cwd, '.git'))
  const inside = await topo(['validate', '..', '--json'], { cwd: join(cwd, 'diagrams') })
  expect(JSON.parse(inside.stdout).files[0]).toMatchObject({
    path: 'shop.topology.js',
    findings: [{ rule: 'known-connection-ends', severity: 'error', line: 8, column: 10 }],
  })
})

test('a folder without scripts exits 2 and names the patterns', async () => {
  const { code, stderr } = await topo(['validate'])
  expect(code).toBe(2)
  expect(stderr).toContain('**/*.topology.{js,ts}')
})

test('a hostile name cannot move the cursor or break a line', async () => {
  const hostile = 'name: "\\e[2J\\e]0;owned\\a evil\\n::error::x\\u202E"'
  const cwd = folder({ 'evil.topology.js': script('evil', hostile) })
  await topo(['push', '--local'], { cwd })
  for (const run of [
    await topo(['script', 'list', '--local'], { cwd }),
    await topo(['script', 'show', 'evil', '--local'], { cwd }),
  ]) {
    expect(run.code).toBe(0)
    expect(run.stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202e]|^::/m)
  }
})

test('characters that reorder text are made visible, and pull warns about them', async () => {
  const cwd = folder({ 'odd.topology.js': `${script('odd')}// \u202e here\n` })
  const local = (...words: string[]) => topo([...words, '--local'], { cwd })
  const pushed = await local('push')
  expect(pushed.code).toBe(0)
  rmSync(join(cwd, 'odd.topology.js'))
  expect((await local('pull', 'odd')).stderr).toContain(
    'odd.topology.js: invisible characters reorder',
  )
  for (const words of [
    ['script', 'show', 'odd'],
    ['api', '/v1/scripts/odd'],
  ]) {
    const { stdout } = await local(...words)
    expect(stdout, words.join(' ')).toContain('\\u202e here')
    expect(stdout, words.join(' ')).not.toContain('\u202e')
  }
})

test('a command reads stdin only on request', { tags: 'posix' }, async () => {
  const cwd = folder({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
  const { stdout } = await shell(
    `printf 'a\\nb\\n' | while read f; do ${quoted} validate $f.topology.js; done`,
    cwd,
  )
  expect(stdout).toBe('1 script is valid\n1 script is valid\n')
})

test('I7 I8: delete asks for confirmation; a piped yes does not count, --yes does', async () => {
  const cwd = folder({ 'gone.topology.js': script('gone') })
  await topo(['push', '--local'], { cwd })
  const refused = await topo(['script', 'delete', 'gone', '--local'], { cwd, input: 'y\n' })
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--yes')])
  const no = await topoOnTerminal(['script', 'delete', 'gone', '--local'], {
    cwd,
    answer: { 'Delete "gone"': 'n\r' },
  })
  expect([no.code, no.screen]).toEqual([0, expect.stringContaining('Nothing was deleted')])
  const yes = await topo(['script', 'delete', 'gone.topology.js', '--local', '--yes', '--json'], {
    cwd,
  })
  expect(JSON.parse(yes.stdout)).toMatchObject({ slug: 'gone', deleted: true })
  expect((await topo(['script', 'show', 'gone', '--local'], { cwd })).stderr).toContain(
    '[TOPO_NOT_FOUND]',
  )
})

test('NODE_ENV changes nothing', async () => {
  for (const NODE_ENV of oneOf(3, ['development', 'test', 'production'])) {
    const run = await topoProcess(['quota', '--local', '--json'], { env: { NODE_ENV } })
    expect(run).toMatchObject({ code: 0, stderr: '' })
  }
})

test('new and init write valid scripts and never overwrite a file', async () => {
  const cwd = folder()
  const starters = ['web-service', 'event-pipeline', 'three-regions']
  for (const starter of starters) {
    const made = await topo(['script', 'new', `My ${starter}`, '--starter', starter, '--json'], {
      cwd,
    })
    expect(JSON.parse(made.stdout)).toMatchObject({ slug: `my-${starter}`, starter })
  }
  const again = await topo(['script', 'new', 'My web service'], { cwd })
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('[TOPO_FILE_EXISTS]')])
  put(join(cwd, 'topo.config.json'), '{}')
  expect((await topo(['init'], { cwd })).stdout).toBe(
    `kept\ttopo.config.json\nwritten\t.gitattributes\nwritten\tdiagrams/${basename(cwd).toLowerCase().replaceAll(' ', '-')}-overview.topology.js\nwritten\tdiagrams/topology.d.ts\nwritten\tdiagrams/tsconfig.json\n`,
  )
  expect(readFileSync(join(cwd, '.gitattributes'), 'utf8')).toBe(
    '*.topology.js text eol=lf\n*.topology.ts text eol=lf\n',
  )
  const { files, errorCount, warningCount } = JSON.parse(
    (await topo(['validate', '--json'], { cwd })).stdout,
  )
  expect([files.length, errorCount, warningCount]).toEqual([4, 0, 0])
  expect(files.flatMap((file: { findings: unknown[] }) => file.findings)).toEqual([])
})

test('O5: an unknown command, a bad flag and an empty result print one document too', async () => {
  for (const words of [
    ['pusj'],
    ['push', '--frob'],
    ['push', '--concurrency', 'x'],
    ['--frob'],
    ['script', 'show'],
  ]) {
    const { code, stdout, stderr } = await topo([...words, '--json'])
    expect([words, code, JSON.parse(stdout).error.exitCode, stderr]).toEqual([words, 2, 2, ''])
  }
})

test('O19: the next step is suggested on stderr, in a pipe too', async () => {
  const said = async (args: string[], options = {}) => {
    const { code, stdout, stderr } = await topo(args, options)
    expect(code).toBe(0)
    return stdout + stderr
  }
  expect(await said(['init'], { columns: 100 })).toContain('Next: topo preview')
  const piped = await topo(['init'])
  expect([piped.stdout.includes('Next'), piped.stderr]).toEqual([
    false,
    expect.stringMatching(/^Next: topo preview.*\n$/),
  ])
  expect((await topo(['init', '--json'])).stderr).toBe('')
  expect(await said(['init', '--quiet'], { columns: 100 })).not.toContain('Next')
})

test('rows in a pipe have their column names on stderr; not with --json or --quiet, and not without rows', async () => {
  const cwd = folder({ 'a.topology.js': script('a') })
  const said = async (...args: string[]) => {
    const { stdout, stderr } = await topo(args, { cwd, env: as(service.url) })
    return { rows: stdout.split('\n').map((row) => row.split('\t')[0]), stderr }
  }
  expect(await said('search', 'qqqq')).toEqual({ rows: [''], stderr: '' })
  expect((await said('push')).stderr).toMatch(/^RESULT\tSCRIPT\tFILE\tURL\tWHY\n1 created\n$/m)
  expect(await said('list')).toEqual({
    rows: ['alice-notes', 'alice-shop', 'a', ''],
    stderr: 'SLUG\tNAME\tVISIBILITY\tVIEWS\tUPDATED\n',
  })
  expect((await said('status')).stderr).toMatch(/^STATE\tSCRIPT\tWHY\n/)
  expect((await said('list', '--quiet')).stderr).toBe('')
  expect((await said('list', '--json')).stderr).toBe('')
  expect(
    (await topoOnTerminal(['list'], { cwd, env: as(service.url) })).screen.match(/VISIBILITY/g),
  ).toHaveLength(1)
})

test('the names are those of the columns in the pipe, where a terminal has others', async () => {
  const cwd = folder({ 'b.topology.js': script('b') })
  const env = as(service.url)
  await topo(['push'], { cwd, env })
  await topo(['collections', 'create', 'Mine'], { cwd, env })
  await topo(['comments', 'add', 'b', 'Fine'], { cwd, env })
  for (const args of [
    'collections list',
    'comments list b',
    'account stats b',
    'quota',
    'doctor',
  ]) {
    const { stdout, stderr } = await topo(args.split(' '), { cwd, env })
    const names = stderr.split('\n').find((line) => /^[A-Z]+\t/.test(line)) ?? ''
    for (const row of stdout.split('\n').filter(Boolean))
      expect(row.split('\t'), `${args}: ${names}`).toHaveLength(names.split('\t').length)
  }
})

test('N13 O16: a page notes how many more items exist; --quiet and --debug do not change stdout', async () => {
  const cwd = folder()
  const [plain, quiet, debug] = await Promise.all(
    [[], ['--quiet'], ['--debug']].map((flags) =>
      topo(['script', 'list', ...flags, '--local', '--limit', '1'], { cwd }),
    ),
  )
  expect(plain?.stdout.trim().split('\n')).toHaveLength(1)
  expect(quiet?.stdout).toBe(plain?.stdout)
  expect(debug?.stdout).toBe(plain?.stdout)
  expect([plain?.stderr, quiet?.stderr, debug?.stderr]).toEqual([
    '1 of 2 scripts; --all lists the others\nSLUG\tNAME\tVISIBILITY\tVIEWS\tUPDATED\n',
    '',
    expect.stringContaining('GET http://localhost/v1/scripts/user'),
  ])
})

test('E4 E10: a refusal by the service is reported with its file and fails the run', async () => {
  const { url } = await mock()
  const errors = [{ type: 'missing', message: 'The script draws nothing', fix: 'Draw something' }]
  const body = { error: 'validation_failed', details: '1 error', errors }
  await fault(url, { method: 'POST', path: '/v1/scripts', status: 422, body, times: 1 })
  const cwd = folder({ 'd/a.topology.js': script('a'), 'd/b.topology.js': script('b') })
  const { code, stdout } = await topo(['push', '--concurrency', '1', '--json'], {
    cwd,
    env: as(url),
  })
  expect(code).toBe(1)
  const { items } = JSON.parse(stdout)
  expect(items[0]).toMatchObject({
    path: 'd/a.topology.js',
    action: 'failed',
    hint: 'Draw something',
  })
  expect(items[0].reason).toContain('The script draws nothing')
  expect(items[1]).toMatchObject({ path: 'd/b.topology.js', action: 'created' })
})

test('E11: --debug prints the stack with its cause', async () => {
  const env = as('http://127.0.0.1:9')
  const [calm, { stderr }] = await Promise.all([
    topo(['quota'], { env }),
    topo(['quota', '--debug'], { env }),
  ])
  expect(calm.stderr).not.toMatch(/^\s+at /m)
  expect(stderr).toMatch(/^\s+at /m)
  expect(stderr).toContain('caused by')
})

test('A9 A10: whoami shows the account, or how to log in', async () => {
  const { url } = service
  const who = await topo(['whoami'], { env: as(url, 'carol') })
  expect(who.stdout).toContain('key ca_…arol (from TOPO_API_KEY)\ntier pro, administrator\n')
  expect(who.stdout).toMatch(/publishPerDay\t\d+\t\d+\t50\t86400/)
  const loggedOut = await topo(['whoami'], { env: { TOPO_BASE_URL: url } })
  expect([loggedOut.code, loggedOut.stderr]).toEqual([
    4,
    expect.stringContaining('Set TOPO_API_KEY'),
  ])
  const revoked = await topo(['whoami'], { env: as(url, 'revoked') })
  expect([revoked.code, revoked.stderr]).toEqual([
    4,
    expect.stringMatching(/topo login.*TOPO_API_KEY/),
  ])
  const stranger = await topo(['script', 'delete', 'hello-topology', '--yes'], { env: as(url) })
  expect([stranger.code, stranger.stderr]).toEqual([1, expect.stringContaining('topo whoami')])
})
