/** Login checks keys before it stores them, in a file that only the owner can read, and never shows them. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closedAddress, json, type Reply, testServer } from '../../api/server.ts'
import { oneOf } from '../../cases.ts'
import { folder, mock, topo, topoOnPseudoTerminal, topoOnTerminal, topoProcess } from '../topo.ts'

test('A2 A5 A7 A9: login reads a key from standard input, checks it, stores it 0600 in 0700; logout removes it', async () => {
  const { url } = await mock()
  const cwd = folder()
  const login = await topo(['login', '--with-key', '--base-url', `${url}/`, '--json'], {
    cwd,
    input: 'ca_demo_bob\n',
  })
  expect(login).toMatchObject({ code: 0 })
  const { file, ...data } = JSON.parse(login.stdout)
  expect(data).toEqual({ profile: 'default', address: url, key: 'ca_…_bob', tierId: 'free' })
  if (process.platform !== 'win32') {
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(join(file, '..')).mode & 0o777).toString(8)).toBe('700')
  }

  const whoami = JSON.parse((await topo(['whoami', '--json'], { cwd })).stdout)
  expect(whoami).toMatchObject({
    address: url,
    keySource: 'profile default',
    key: 'ca_…_bob',
    tierId: 'free',
  })

  expect((await topo(['logout'], { cwd })).code).toBe(0)
  expect((await topo(['whoami'], { cwd })).code).toBe(2)
  expect(readFileSync(file, 'utf8')).not.toContain('ca_demo_bob')
})

test('login reads a key from a hidden prompt', { tags: 'terminal' }, async () => {
  const { url } = await mock()
  const cwd = folder()
  const login = await topoOnPseudoTerminal(['login', '--base-url', url], {
    cwd,
    answer: { 'API key': 'ca_demo_bob\r' },
  })
  expect(login.code).toBe(0)
  expect(login.screen).toContain(`Logged in to ${url}`)
  expect(login.screen).not.toContain('ca_demo_bob')
})

test.each([
  ['a web page', ((_request, response) => response.end('<!doctype html>')) satisfies Reply, 1],
  ['another service', json(404, { error: 'not_found' }), 1],
  ['nothing', undefined, 75],
] as const)('where %s answers, no key is asked for', async (_what, reply, exitCode) => {
  const { url, requests } = reply
    ? await testServer(reply)
    : { url: await closedAddress(), requests: [] }
  const words = ['login', '--base-url', url]
  const { code, screen } = await topoOnTerminal(words, { answer: { 'API key': 'ca_demo_bob\r' } })
  expect([code, screen]).toEqual([exitCode, expect.not.stringContaining('API key')])
  expect(requests.filter(({ headers }) => headers.authorization)).toEqual([])
})

test('login accepts a service that requires a key for everything', async () => {
  const { url } = await testServer((request, response, count) =>
    request.headers.authorization
      ? json(200, { tierId: 'free', isAdmin: false, quotas: [] })(request, response, count)
      : json(401, { error: 'unauthorized' })(request, response, count),
  )
  const login = await topo(['login', '--with-key', '--base-url', url], { input: 'ca_demo_bob' })
  expect(login.code).toBe(0)
})

test('login does not store a key that the service refuses', async () => {
  const { url } = await mock()
  const cwd = folder()
  const login = await topo(['login', '--with-key', '--base-url', url], {
    cwd,
    input: 'ca_demo_revoked',
  })
  expect([login.code, login.stderr]).toEqual([
    4,
    expect.stringContaining('does not accept this key'),
  ])
  expect((await topo(['whoami', '--base-url', url], { cwd })).stderr).toContain(
    '[TOPO_NOT_LOGGED_IN]',
  )
})

test('I5: without a terminal, login names the missing flag', async () => {
  const { code, stderr } = await topo(['login', '--base-url', 'https://example.com'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--with-key')])
})

test('the key of a profile is never sent to another URL', async () => {
  const one = await mock()
  const other = await mock()
  const cwd = folder()
  await topo(['login', '--with-key', '--base-url', one.url, '--profile', 'one'], {
    cwd,
    input: 'ca_demo_bob',
  })
  expect((await topo(['whoami'], { cwd })).stderr).toContain(
    'Choose a profile with --profile: one.',
  )
  expect((await topo(['whoami', '--base-url', other.url], { cwd })).code).toBe(4)
  const mixed = await topo(['whoami', '--base-url', other.url, '--profile', 'one'], { cwd })
  expect([mixed.code, mixed.stderr]).toEqual([
    2,
    expect.stringContaining('[TOPO_PROFILE_ELSEWHERE]'),
  ])
})

test('A1 F12: a damaged profiles file is an error with its path; a key from the environment works without it', async () => {
  const { url } = await mock()
  const cwd = folder()
  const { file } = JSON.parse(
    (
      await topo(['login', '--with-key', '--base-url', url, '--json'], {
        cwd,
        input: 'ca_demo_bob',
      })
    ).stdout,
  )
  writeFileSync(file, '{ not json')
  const broken = await topo(['whoami'], { cwd })
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining(file)])
  const env = { TOPO_API_KEY: 'ca_demo_alice', TOPO_BASE_URL: url }
  expect((await topo(['whoami'], { cwd, env })).code).toBe(0)
})

test.each([
  ['two lines', 'ca_first1\nca_second2'],
  ['a euro sign', 'ca_€€€€€€'],
])('login refuses %s as a key, and does not print the text', async (_what, key) => {
  const env = { TOPO_API_KEY: key, TOPO_BASE_URL: 'http://127.0.0.1:9999' }
  const { code, stdout, stderr } = await topo(['quota', '--debug'], { env })
  expect([code, stderr]).toEqual([2, expect.stringContaining('[TOPO_KEY_INVALID]')])
  expect(stdout + stderr).not.toMatch(/first1|second2|€/)
})

test('a read-only home still gets the error about the missing key', async () => {
  const env = { TOPO_CONFIG_HOME: '/dev/null/nowhere' }
  expect((await topo(['whoami'], { env })).stderr).toContain('[TOPO_NO_SERVICE]')
  const run = await topo(['whoami', '--base-url', 'https://example.com'], { env })
  expect([run.code, run.stderr]).toEqual([4, expect.stringContaining('[TOPO_NOT_LOGGED_IN]')])
})

test('logins at the same time all keep their profile', async () => {
  const { url } = await mock()
  const cwd = folder()
  const names = oneOf(2, ['one', 'two', 'three', 'four'])
  const logins = await Promise.all(
    names.map((name) =>
      topo(['login', '--with-key', '--base-url', url, '--profile', name], {
        cwd,
        input: 'ca_demo_bob\n',
      }),
    ),
  )
  expect(logins.map(({ code }) => code)).toEqual(names.map(() => 0))
  const home = join(cwd, '.config', 'topo')
  const { profiles } = JSON.parse(readFileSync(join(home, 'profiles.json'), 'utf8'))
  expect(Object.keys(profiles).sort()).toEqual(names.toSorted())
  expect(readdirSync(home)).toEqual(['profiles.json'])
})

test('a login after a killed one waits for its lock, and then removes it', async () => {
  const { url } = await mock()
  const cwd = folder({ '.config/topo/profiles.json.lock': '' })
  const login = ['login', '--with-key', '--base-url', url]
  expect(await topo(login, { cwd, input: 'ca_demo_bob\n' })).toMatchObject({ code: 0 })
  expect(readdirSync(join(cwd, '.config', 'topo'))).toEqual(['profiles.json'])
})

test('a login removes the unfinished file of a killed one, also in the terminal of a snap', async () => {
  const { url } = await mock()
  const cwd = folder()
  const login = ['login', '--with-key', '--base-url', url]
  const killed = await topoProcess(login, {
    cwd,
    input: 'ca_demo_bob\n',
    env: { NODE_OPTIONS: killAtRename(cwd), SNAP: '/snap/code/1' },
  })
  expect(killed.signal).toBe('SIGKILL')
  const home = join(cwd, '.config', 'topo')
  expect(readdirSync(home).some((name) => name.startsWith('profiles.json.tmp-'))).toBe(true)
  expect(await topo(login, { cwd, input: 'ca_demo_bob\n' })).toMatchObject({ code: 0 })
  expect(readdirSync(home)).toEqual(['profiles.json'])
})

/** Kills the process before it gives the profiles their name. */
function killAtRename(cwd: string): string {
  writeFileSync(
    join(cwd, 'kill.cjs'),
    `const fs = require('node:fs'), { renameSync } = fs
    fs.renameSync = (from, to) => to.endsWith('profiles.json') ? process.kill(process.pid, 'SIGKILL') : renameSync(from, to)`,
  )
  return `--require ${JSON.stringify(join(cwd, 'kill.cjs').replaceAll('\\', '/'))}`
}

test.each([
  ['diagrams.example.com', 'Did you mean --base-url https://diagrams.example.com?'],
  ['http://diagrams.example.com:8080', 'Did you mean --base-url http://diagrams.example.com:8080?'],
])('an address as an argument leads to --base-url: %s', async (given, hint) => {
  const { code, stderr } = await topo(['login', given])
  expect([code, stderr]).toEqual([2, expect.stringContaining(hint)])
})

test.each(['ca_demo_alice', 'eyJhbGciOi.eyJzdWIiOi.SflKxwRJSM', 'secret'])(
  'anything else may be a key, which is not repeated: %s',
  async (given) => {
    const { code, stderr } = await topo(['login', given])
    expect([code, stderr]).toEqual([2, expect.stringContaining('remove it from the history')])
    expect(stderr).not.toContain(given)
  },
)
