/** A value that cannot be a key is named for what it is, at every door, and is neither sent nor shown. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, repository, step } from '../../action/step.ts'
import { json, testServer } from '../../api/server.ts'
import { assistant, textOf } from '../mcp/client.ts'
import { folder, mock, put, type Run, script, topo } from '../topo.ts'

const secret = 'ca_canary9f2c4e8a7b1d4f60'
const me = { tierId: 'pro', isAdmin: false, quotas: [], items: [], totalCount: 0 }

/** A service that would accept anything. */
async function service() {
  const { url, requests } = await testServer(json(200, me))
  const keys = () => requests.flatMap(({ headers }) => headers.authorization ?? [])
  return { url, keys }
}

function expectRefused({ code, stdout, stderr }: Run, message: string): void {
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(stderr).toMatch(/\[TOPO_KEY_(INVALID|FILE)\]/)
  expect(stdout + stderr).not.toContain('canary')
}

const invalid = (source: string, what: string) =>
  `The value from ${source} is not an API key: it ${what}.`

test('TOPO_API_KEY, in every command that sends it', async () => {
  const { url, keys } = await service()
  const cwd = folder({ 'a.topology.js': script('a') })
  for (const words of [
    ['quota'],
    ['push'],
    ['list'],
    ['api', '/v1/quota/me'],
    ['whoami'],
    ['status'],
  ]) {
    const env = { TOPO_BASE_URL: url, TOPO_API_KEY: `"${secret}"` }
    expectRefused(
      await topo([...words, '--debug'], { cwd, env }),
      invalid('TOPO_API_KEY', 'is in quotes'),
    )
  }
  expect(keys()).toEqual([])
})

test('a word of JSON in place of a key does not damage the JSON of the error', async () => {
  const { url } = await service()
  const { stdout } = await topo(['quota', '--json'], {
    env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'null' },
  })
  const { error } = JSON.parse(stdout)
  expect(error).toMatchObject({ code: 'TOPO_KEY_INVALID', exitCode: 2 })
  expect(error.message).toContain('it is "null", which stands for a missing value')
  expect(stdout).not.toContain('REDACTED')
})

describe('TOPO_API_KEY_FILE', () => {
  const utf16 = Buffer.from(`\ufeff${secret}\r\n`, 'utf16le')
  test.each<[what: string, content: Buffer | string, message: string]>([
    ['in UTF-16', utf16, invalid('TOPO_API_KEY_FILE', 'is text in UTF-16')],
    ['that is empty', '', invalid('TOPO_API_KEY_FILE', 'is empty')],
    ['of spaces', ' \n', invalid('TOPO_API_KEY_FILE', 'is empty')],
    ['of JSON', `{ "key": "${secret}" }\n`, invalid('TOPO_API_KEY_FILE', 'is a JSON document')],
    [
      'of variables',
      `TOPO_API_KEY=${secret}\n`,
      invalid('TOPO_API_KEY_FILE', 'has a name before the key'),
    ],
    ['of lines', `${secret}\n${secret}\n`, invalid('TOPO_API_KEY_FILE', 'has more than one line')],
  ])('a file %s', async (_what, content, message) => {
    const { url, keys } = await service()
    const cwd = folder()
    writeFileSync(join(cwd, 'key'), content)
    const env = { TOPO_BASE_URL: url, TOPO_API_KEY_FILE: join(cwd, 'key') }
    expectRefused(await topo(['quota'], { cwd, env }), message)
    expect(keys()).toEqual([])
  })

  test('a file with a byte order mark and a line end is a key', async () => {
    const { url, keys } = await service()
    const cwd = folder({ key: `\ufeff${secret}\r\n` })
    const env = { TOPO_BASE_URL: url, TOPO_API_KEY_FILE: join(cwd, 'key') }
    expect((await topo(['quota'], { cwd, env })).code).toBe(0)
    expect(keys()).toEqual([`Bearer ${secret}`])
  })

  test('a folder, a file that is missing, and a key in place of the path', async () => {
    const { url } = await service()
    const cwd = folder()
    mkdirSync(join(cwd, 'keys'))
    const refusal = (file: string) =>
      topo(['quota'], { cwd, env: { TOPO_BASE_URL: url, TOPO_API_KEY_FILE: file } })
    expectRefused(
      await refusal(join(cwd, 'keys')),
      'which TOPO_API_KEY_FILE names: it is a folder.',
    )
    expectRefused(
      await refusal(join(cwd, 'none')),
      'which TOPO_API_KEY_FILE names: it does not exist.',
    )
    expectRefused(
      await refusal(secret),
      'TOPO_API_KEY_FILE contains a key instead of the path of a file.',
    )
  })
})

test('a profile: its key, and the output of its apiKeyCommand; commands without a key work', async () => {
  const { url, keys } = await service()
  const cwd = folder()
  const home = join(cwd, '.config', 'topo')
  const print = `${JSON.stringify(process.execPath)} -p "'Bearer ${secret}'"`
  for (const [profile, source] of [
    [{ apiKey: `Bearer ${secret}` }, 'profile default'],
    [{ apiKeyCommand: print }, 'apiKeyCommand of profile default'],
  ] as const) {
    put(
      join(home, 'profiles.json'),
      JSON.stringify({ profiles: { default: { baseUrl: url, ...profile } } }),
    )
    chmodSync(join(home, 'profiles.json'), 0o600)
    expectRefused(await topo(['quota'], { cwd }), invalid(source, 'has a name before the key'))
  }
  expect(keys()).toEqual([])
  expect((await topo(['logout'], { cwd })).code).toBe(0)
})

test('topo login: standard input, and the output of a command', async () => {
  const { url, keys } = await service()
  const login = (...words: string[]) => ['login', '--base-url', url, ...words]
  const utf16 = Buffer.from(secret, 'utf16le').toString()
  expectRefused(
    await topo(login('--with-key'), { input: utf16 }),
    invalid('standard input', 'is text in UTF-16'),
  )
  expectRefused(
    await topo(login('--with-key'), { input: '' }),
    invalid('standard input', 'is empty'),
  )
  const print = `${JSON.stringify(process.execPath)} -p "'<${secret}>'"`
  const command = await topo(login('--key-command', print))
  expect([command.code, command.stderr]).toEqual([2, expect.stringContaining('--key-command')])
  expect(keys()).toEqual([])
})

test('an input of the Action', async () => {
  const { url, keys } = await service()
  const cwd = repository({ 'a.topology.js': script('a') })
  for (const [value, what] of [
    ['${{ secrets.TOPO_API_KEY }}', 'contains a variable that was not replaced'],
    [`'${secret}'`, 'is in quotes'],
    ['***', 'is a masked key'],
  ] as const) {
    const inputs = { command: 'push', 'api-key': value, 'base-url': url }
    const { code, log } = await step({ cwd, inputs })
    const shown = log.replace(/^::add-mask::.*$/gm, '')
    expect([code, shown]).toEqual([
      2,
      expect.stringContaining(invalid('the input `api-key`', what)),
    ])
    expect(shown).not.toContain('canary')
  }
  expect(git(cwd, 'status', '--porcelain')).toBe('')
  expect(keys()).toEqual([])
})

test('a tool of an assistant', async () => {
  const { url, keys } = await service()
  const { call } = await assistant([], {
    env: { TOPO_BASE_URL: url, TOPO_API_KEY: `${secret} ${secret}` },
  })
  const answer = await call('list_diagrams')
  expect([answer.isError, textOf(answer)]).toEqual([
    true,
    expect.stringContaining('it contains a space'),
  ])
  expect(JSON.stringify(answer)).not.toContain('canary')
  expect(keys()).toEqual([])
})

test('doctor reports it', async () => {
  const { url, keys } = await service()
  const run = await topo(['doctor', '--json'], {
    env: { TOPO_BASE_URL: url, TOPO_API_KEY: `"${secret}"` },
  })
  expect([run.code, run.stdout]).toEqual([1, expect.stringContaining('it is in quotes')])
  expect(run.stdout + run.stderr).not.toContain('canary')
  expect(keys()).toEqual([])
})

test('the keys of the demo world are keys; one in quotes is not replaced by that of alice', async () => {
  const { url } = await mock()
  for (const user of ['alice', 'bob', 'carol'])
    expect(
      (await topo(['quota'], { env: { TOPO_BASE_URL: url, TOPO_API_KEY: `ca_demo_${user}` } }))
        .code,
    ).toBe(0)
  const local = await topo(['quota', '--local'], { env: { TOPO_API_KEY: '"ca_demo_bob"' } })
  expect([local.code, local.stderr]).toEqual([2, expect.stringContaining('it is in quotes')])
})
