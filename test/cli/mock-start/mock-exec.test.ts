/** `topo mock exec -- CMD` runs a command with its own mock. */
import { once } from 'node:events'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { warmBinary } from '../host/binary.ts'
import { hostileWords } from '../io/hostile-words.ts'
import { folder, put, script, start, topo, topoProcess } from '../topo.ts'

const node = (code: string) => ['mock', 'exec', '--', process.execPath, '-e', code]

test('the command gets the URL and the key of a user, and exec exits with its exit code', async () => {
  const ask = `fetch(process.env.TOPO_BASE_URL + '/v1/scripts/user', { headers: { 'x-api-key': process.env.TOPO_API_KEY } })
    .then((answer) => answer.json())
    .then(({ items }) => { console.log(...items.map(({ slug }) => slug).sort()); process.exitCode = 42 })`
  const run = await topoProcess(['mock', 'exec', '--as', 'bob', ...node(ask).slice(2)])
  expect(run).toMatchObject({ code: 42, stdout: 'hello-topology payments-platform\n', stderr: '' })
})

test('exec forwards signals', { tags: 'signals' }, async () => {
  const code =
    'process.on("SIGTERM", () => process.exit(7)); console.log("up"); setInterval(() => {}, 1000)'
  const child = start(node(code), { cwd: folder() })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([7, null])
})

test('an unknown command is an error', async () => {
  const { code, stderr } = await topo(['mock', 'exec', '--', 'no-such-command-anywhere'])
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/"no-such-command-anywhere" could not be started: .*\[TOPO_USAGE\]/),
  ])
})

test('an unknown user is an error that lists the users, before the command runs', async () => {
  const run = await topo([
    'mock',
    'exec',
    '--as',
    'allice',
    '--json',
    ...node('console.log(1)').slice(2),
  ])
  expect(run.code).toBe(2)
  expect(JSON.parse(run.stdout).error).toMatchObject({
    code: 'TOPO_USAGE',
    message: 'The embedded service has no user "allice".',
    hint: 'Did you mean alice? Its users are alice, bob, carol, dave, erin.',
  })
})

test('the key comes from the fixtures; a revoked key is not used', async () => {
  const users = [
    {
      id: 'u1',
      username: 'zoe',
      fullName: 'Zoe',
      email: 'z@example.com',
      avatarUrl: null,
      tier: 'free',
    },
    {
      id: 'u2',
      username: 'yan',
      fullName: 'Yan',
      email: 'y@example.com',
      avatarUrl: null,
      tier: 'free',
    },
  ]
  const keys = [
    { id: 'ca_old', userId: 'u1', revoked: true },
    { id: 'ca_zoe', userId: 'u1', revoked: false },
    { id: 'ca_yan', userId: 'u2', revoked: true },
  ]
  const cwd = folder({ 'state.json': JSON.stringify({ version: 1, tables: { users, keys } }) })
  const exec = (user: string, by = topoProcess) =>
    by(
      [
        'mock',
        'exec',
        '--fixtures',
        'state.json',
        '--as',
        user,
        ...node('console.log(process.env.TOPO_API_KEY)').slice(2),
      ],
      { cwd },
    )
  expect(await exec('zoe')).toMatchObject({ code: 0, stdout: 'ca_zoe\n' })
  expect(await exec('yan', topo)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The user "yan" has no valid key. [TOPO_USAGE]'),
  })
})

test('fixtures with an unknown table are refused by its name', async () => {
  const cwd = folder({ 'state.json': '{"version":1,"tables":{"scrpts":[]}}' })
  const run = await topo(['mock', 'exec', '--fixtures', 'state.json', ...node('').slice(2)], {
    cwd,
  })
  expect(run.code).toBe(2)
  expect(run.stderr).toContain('tables.scrpts: unknown field; did you mean "scripts"')
})

test.each([
  [
    'a file in UTF-16',
    ['--fixtures', 'state.json'],
    /Cannot read the fixtures state\.json\. .*UTF-16 LE/,
  ],
  [
    'a time without a zone',
    ['--clock', '2026-03-01 12:00'],
    /"2026-03-01 12:00" is not a time with a time zone/,
  ],
  ['a delay that no timer has', ['--latency', '2147483648'], /2147483648/],
  ['an empty folder', ['--data', ''], /--data is empty/],
  ['an empty host', ['--host', ''], /--host is empty/],
])('%s is an error instead of a guess', async (_what, flags, message) => {
  const cwd = folder()
  writeFileSync(join(cwd, 'state.json'), Buffer.from('{"version":1,"tables":{}}', 'utf16le'))
  const run = await topo(['mock', 'exec', ...flags, '--', 'node', '-e', '0'], { cwd })
  expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(message)])
})

describe('--quota', () => {
  test('sets the limits that quota shows and that creates obey', { tags: 'posix' }, async () => {
    const binary = await warmBinary()
    const cwd = folder({ 'one.topology.js': script('one') })
    const limits = ['--quota', 'publishPerDay=unlimited', '--quota', 'draftsPerDay=0']
    const line = `${binary} quota && ${binary} push --json`
    const { code, stdout } = await topoProcess(
      ['mock', 'exec', ...limits, '--', 'sh', '-c', line],
      { cwd },
    )
    expect(code).toBe(5)
    expect(
      stdout
        .split('\n')
        .slice(0, 4)
        .map((row) => row.split('\t').slice(0, 4)),
    ).toEqual([
      ['publishPerDay', '0', 'unlimited', 'unlimited'],
      ['draftsPerDay', '0', '0', '0'],
      ['commentsPerHour', '0', '30', '30'],
      ['aiChatPerDay', '0', '10', '10'],
    ])
    expect(stdout).toContain('the quota draftsPerDay of 0 is used up')
  })

  test.each([
    ['draftPerDay=1', 'draftPerDay: unknown field; did you mean "draftsPerDay"?'],
    ['draftsPerDay', 'draftsPerDay: must be a whole number from 0, or "unlimited".'],
    ['draftsPerDay=many', 'draftsPerDay: must be a whole number from 0, or "unlimited".'],
    ['draftsPerDay=-1', 'draftsPerDay: must be a whole number from 0, or "unlimited".'],
    ['draftsPerDay=1.5', 'draftsPerDay: must be a whole number from 0, or "unlimited".'],
    [
      '=5',
      ': unknown field; known fields: publishPerDay, draftsPerDay, commentsPerHour, aiChatPerDay.',
    ],
  ])('%s is a usage error that says what a quota is', async (given, message) => {
    const { code: exit, stdout } = await topo([
      'mock',
      'start',
      '--port',
      '0',
      '--json',
      '--quota',
      given,
    ])
    expect(exit).toBe(2)
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'TOPO_MOCK_INPUT',
      message: `--quota: ${message}`,
    })
  })
})

describe('words of the command', () => {
  /** A script that passes its words on, as npm's does: for Windows a batch file. */
  const run = async (words: string[]) => {
    const print = 'console.log(JSON.stringify(process.argv.slice(2)))'
    const cwd = folder({ 'print.js': print })
    const lines =
      process.platform === 'win32'
        ? `@ECHO OFF\r\n"${process.execPath}" "%~dp0print.js" %*\r\n`
        : `#!/bin/sh\nexec "${process.execPath}" "$(dirname "$0")/print.js" "$@"\n`
    const file = join(cwd, process.platform === 'win32' ? 'pass-on.cmd' : 'pass-on')
    put(file, lines)
    chmodSync(file, 0o755)
    const PATH = [cwd, process.env.PATH].join(delimiter)
    const { code, stdout, stderr } = await topoProcess(
      ['mock', 'exec', '--', 'pass-on', ...words],
      {
        env: { PATH },
      },
    )
    expect([code, stderr]).toEqual([0, ''])
    expect(readdirSync(cwd).sort()).toEqual(['print.js', basename(file)].sort())
    return JSON.parse(stdout)
  }

  test('reach the program as they are', async () => {
    expect(await run(hostileWords)).toEqual(hostileWords)
  })

  test('keep names of variables', { tags: 'not-wine' }, async () => {
    const words = ['%PATH%', '%', '100%', '%CD%" & echo INJECTED']
    expect(await run(words)).toEqual(words)
  })

  test('with a line break are refused for a batch file, which would end there', {
    tags: 'windows',
  }, async () => {
    const cwd = folder({ 'print.cmd': '@ECHO OFF\r\nECHO ran\r\n' })
    const { code, stdout, stderr } = await topo(['mock', 'exec', '--', '.\\print.cmd', 'a\nb'], {
      cwd,
    })
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/is a batch file, which cannot be given the word .*\[TOPO_USAGE\]/),
    ])
  })
})

test('a program of the working folder is not taken for one of PATH', async () => {
  const cwd = folder({
    'npm.cmd': '@ECHO OFF\r\nECHO hijacked\r\n',
    npm: '#!/bin/sh\necho hijacked\n',
  })
  chmodSync(join(cwd, 'npm'), 0o755)
  const { code, stderr } = await topo(['mock', 'exec', '--', 'npm'], {
    cwd,
    env: { PATH: folder() },
  })
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/"npm" could not be started: .*\[TOPO_USAGE\]/),
  ])
})
