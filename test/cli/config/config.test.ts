/** Settings: their values, their sources, and those of a profile. */
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json, testServer } from '../../api/server.ts'
import { folder, put, type RunOptions, sharedMock, topo } from '../topo.ts'

const service = sharedMock()
const profilesOf = (cwd: string) => join(cwd, '.config', 'topo', 'profiles.json')

async function settings(cwd: string, options: RunOptions = {}, ...flags: string[]) {
  const { stdout } = await topo(['config', 'list', '--json', ...flags], { cwd, ...options })
  const { items } = JSON.parse(stdout) as {
    items: { name: string; value: unknown; source: string }[]
  }
  return Object.fromEntries(items.map(({ name, value, source }) => [name, [value, source]]))
}

/** A folder on a machine with a login. */
async function loggedIn(
  profile = 'default',
  key = 'ca_demo_bob',
  cwd = folder({ '.git/HEAD': '' }),
) {
  const args = ['login', '--with-key', '--base-url', service.url, '--profile', profile]
  expect(await topo(args, { cwd, input: key })).toMatchObject({ code: 0 })
  return cwd
}

describe('I12 A1: config list names the source of every setting, by precedence', () => {
  test('takes flag, environment, project file, profile, default, in this order', async () => {
    const cwd = await loggedIn()
    expect(await settings(cwd)).toMatchObject({
      baseUrl: [service.url, 'profile default'],
      apiKey: ['[REDACTED]', 'profile default'],
      include: [['**/*.topology.{js,ts}'], 'default'],
      profile: ['default', 'profiles'],
    })
    put(
      join(cwd, 'topo.config.json'),
      '{"baseUrl":"https://p.example","webUrl":"https://w.example","include":["*.js"]}',
    )
    expect(await settings(cwd)).toMatchObject({
      baseUrl: ['https://p.example', 'topo.config.json'],
      webUrl: ['https://w.example', 'topo.config.json (not used: unconfirmed)'],
      include: [['*.js'], 'topo.config.json'],
    })
    const env = {
      TOPO_BASE_URL: 'https://e.example',
      TOPO_API_KEY: 'ca_x1234',
      TOPO_WEB_URL: 'https://v.example',
    }
    expect(await settings(cwd, { env })).toMatchObject({
      baseUrl: ['https://e.example', 'TOPO_BASE_URL'],
      apiKey: ['[REDACTED]', 'TOPO_API_KEY'],
      webUrl: ['https://v.example', 'TOPO_WEB_URL'],
    })
    const flagged = await settings(cwd, { env }, '--base-url', 'https://f.example')
    expect(flagged.baseUrl).toEqual(['https://f.example', '--base-url'])
    expect((await settings(cwd, { env }, '--local')).baseUrl).toEqual(['local', '--local'])
  })

  test('a named profile takes precedence over configuration', async () => {
    const cwd = await loggedIn('staging')
    put(join(cwd, 'topo.config.json'), '{"baseUrl":"https://p.example"}')
    const env = { TOPO_BASE_URL: 'https://e.example' }
    const staging = [service.url, 'profile staging']
    expect((await settings(cwd, { env }, '--profile', 'staging')).baseUrl).toEqual(staging)
    expect((await settings(cwd, { env: { TOPO_PROFILE: 'staging' } })).baseUrl).toEqual(staging)
  })

  test('lists no address without configuration, and does not fail', async () => {
    const found = await settings(folder({ '.git/HEAD': '' }))
    expect(found.baseUrl).toBeUndefined()
    expect(found.profilesFile?.[0]).toContain('profiles.json')
  })
})

test('config get prints one setting for a script', async () => {
  const cwd = await loggedIn()
  expect(await topo(['config', 'get', 'baseUrl'], { cwd })).toMatchObject({
    code: 0,
    stdout: `${service.url}\n`,
  })
  const missing = await topo(['config', 'get', 'webUrl'], { cwd })
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('[TOPO_NOT_SET]')])
})

describe('A11: several profiles', () => {
  test('have one current; the others are chosen by name', async () => {
    const cwd = await loggedIn()
    await loggedIn('staging', 'ca_demo_carol', cwd)
    const tier = async (...flags: string[]) =>
      JSON.parse((await topo(['whoami', '--json', ...flags], { cwd })).stdout).tierId
    expect([await tier(), await tier('--profile', 'staging')]).toEqual(['free', 'pro'])
    await topo(['config', 'set', 'profile', 'staging'], { cwd })
    expect([await tier(), await tier('--profile', 'default')]).toEqual(['pro', 'free'])
    await topo(['config', 'unset', 'profile'], { cwd })
    expect(await tier()).toBe('free')
    await topo(['config', 'set', 'profile', 'staging'], { cwd })
    expect(await topo(['logout'], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('staging'),
    })
    expect(await tier()).toBe('free')
  })

  test('an unknown one is an error that lists the known ones', async () => {
    const cwd = await loggedIn()
    for (const args of [
      ['config', 'set', 'profile', 'prod'],
      ['config', 'set', 'webUrl', 'https://w.example', '--profile', 'prod'],
      ['logout', '--profile', 'prod'],
      ['whoami', '--profile', '__proto__'],
    ]) {
      const { code, stderr } = await topo(args, { cwd })
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining('Profiles on this machine: default.'),
      ])
    }
  })
})

describe('settings of a profile', () => {
  test('web address is used for links', async () => {
    const cwd = await loggedIn()
    await topo(['config', 'set', 'webUrl', 'https://w.example/'], { cwd })
    expect((await settings(cwd)).webUrl).toEqual(['https://w.example', 'profile default'])
    const { stdout } = await topo(['script', 'show', 'hello-topology'], { cwd })
    expect(stdout).toContain('https://w.example/v/hello-topology')
    await topo(['config', 'unset', 'webUrl'], { cwd })
    expect((await settings(cwd)).webUrl).toBeUndefined()
  })

  test.each([
    ['baseUrl', 'http://plain.example'],
    ['baseUrl', 'nonsense'],
    ['webUrl', 'javascript:alert(1)'],
    ['apiKey', 'ca_something'],
  ])('%s cannot be set to %s', async (name, value) => {
    const cwd = await loggedIn()
    expect(await topo(['config', 'set', name, value], { cwd })).toMatchObject({ code: 2 })
  })
})

describe('A8: apiKeyCommand', () => {
  test('prints the key, which is checked, used, and not stored', async () => {
    const cwd = await loggedIn()
    const words = [
      'login',
      '--key-command',
      'echo ca_demo_carol',
      '--base-url',
      service.url,
      '--profile',
      'vault',
    ]
    const login = await topo([...words, '--json'], { cwd })
    expect(login).toMatchObject({ code: 0 })
    expect(JSON.parse(login.stdout)).toMatchObject({ tierId: 'pro', key: 'ca_…arol' })
    const { profiles } = JSON.parse(readFileSync(profilesOf(cwd), 'utf8'))
    expect(profiles.vault).toEqual({ baseUrl: service.url, apiKeyCommand: 'echo ca_demo_carol' })
    const whoami = JSON.parse(
      (await topo(['whoami', '--profile', 'vault', '--json'], { cwd })).stdout,
    )
    expect(whoami).toMatchObject({ keySource: 'apiKeyCommand of profile vault', tierId: 'pro' })
  })

  test('replaces a stored key', async () => {
    const cwd = await loggedIn()
    expect(
      await topo(['config', 'set', 'apiKeyCommand', 'echo ca_demo_carol'], { cwd }),
    ).toMatchObject({
      code: 0,
    })
    expect(readFileSync(profilesOf(cwd), 'utf8')).not.toContain('ca_demo_bob')
    expect(JSON.parse((await topo(['quota', '--json'], { cwd })).stdout).tierId).toBe('pro')
  })

  test.each([
    ['fails', 'echo no luck >&2 && exit 3', 'failed with exit code 3'],
    ['prints nothing', 'cd .', 'printed nothing'],
  ])('that %s is a failed login', async (_what, command, why) => {
    const cwd = await loggedIn()
    await topo(['config', 'set', 'apiKeyCommand', command], { cwd })
    const { code, stderr } = await topo(['quota'], { cwd })
    expect([code, stderr]).toEqual([4, expect.stringContaining(why)])
  })

  test('does not run if the environment has a key, or to list the settings', async () => {
    const cwd = await loggedIn()
    await topo(['config', 'set', 'apiKeyCommand', 'echo yes> ran && echo ca_demo_bob'], { cwd })
    expect((await settings(cwd)).apiKey).toEqual(['[REDACTED]', 'apiKeyCommand of profile default'])
    const env = { TOPO_API_KEY: 'ca_demo_alice' }
    expect(await topo(['quota'], { cwd, env })).toMatchObject({ code: 0 })
    expect(() => statSync(join(cwd, 'ran'))).toThrow()
  })

  test('prints a key that is redacted like any other', async () => {
    const { url } = await testServer((request, response) =>
      json(403, { message: `you said ${request.headers.authorization}` })(request, response, 1),
    )
    const cwd = folder()
    put(
      profilesOf(cwd),
      JSON.stringify({
        profiles: { default: { baseUrl: url, apiKeyCommand: 'echo ca_vault_123' } },
      }),
    )
    const { stdout, stderr } = await topo(['quota', '--debug'], { cwd })
    expect(stderr).toContain('you said Bearer [REDACTED]')
    expect(stdout + stderr).not.toContain('ca_vault_123')
  })
})

test('A5: a profiles file that others can read prints a warning', { tags: 'modes' }, async () => {
  const cwd = await loggedIn()
  expect((await topo(['quota'], { cwd })).stderr).not.toContain('chmod')
  chmodSync(profilesOf(cwd), 0o644)
  const { code, stderr } = await topo(['quota'], { cwd })
  expect([code, stderr]).toEqual([0, expect.stringContaining('chmod 600')])
})
