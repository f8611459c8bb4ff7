/** A deployment behind a gateway: the key in another header, and further headers, which are as secret as the key. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repository, step } from '../../action/step.ts'
import { json, type Reply, testServer } from '../../api/server.ts'
import { scriptId } from '../commands.ts'
import { folder, put, script, topo, topoOnTerminal, topoProcess } from '../topo.ts'
import { unusualService } from '../unusual-service.ts'

const key = 'ca_behind_a_gateway_42'
const id = '88bf3b6d86161464f6509f7219099e57.access.example.com'
const secret = 'gw-Qm2xW9vK4tR8sZ1/ab"c'
const lines = `CF-Access-Client-Id: ${id}\nCF-Access-Client-Secret:   ${secret}  \n`
const names = ['CF-Access-Client-Id', 'CF-Access-Client-Secret']
const secrets = [key, id, secret, 'Qm2xW9vK4tR8sZ1', '88bf3b6d']

/** Refuses requests without the gateway's headers with a page, and keys that are not in `X-API-Key`. */
const gateway: Reply = (request, response, count) => {
  const { headers } = request
  if (headers['cf-access-client-id'] !== id || headers['cf-access-client-secret'] !== secret) {
    return response.writeHead(403).end('<h1>Forbidden</h1>')
  }
  const open = request.url?.startsWith('/v1/scripts/gallery')
  if (!open && (headers['x-api-key'] !== key || headers.authorization !== undefined)) {
    return json(401, { error: 'unauthorized' })(request, response, count)
  }
  return unusualService(request, response, count)
}

const variables = { TOPO_KEY_HEADER: 'X-API-Key', TOPO_HEADERS: lines }
const env = (url: string) => ({ TOPO_BASE_URL: url, TOPO_API_KEY: key, ...variables })

function expectNoSecret(...texts: string[]): void {
  for (const text of texts) for (const value of secrets) expect(text).not.toContain(value)
}

test('the environment names the header of the key and those of the gateway', async () => {
  const { url, requests } = await testServer(gateway)
  const cwd = folder({ 'new.topology.js': script('new') })
  const run = await topo(['push', '--json', '--debug'], { cwd, env: env(url) })
  expect(JSON.parse(run.stdout).counts).toEqual({ created: 1 })
  expect(requests.some(({ headers }) => headers.authorization)).toBe(false)
  expectNoSecret(run.stdout, run.stderr)
  const { TOPO_HEADERS: _missing, ...others } = env(url)
  const without = await topo(['quota', '--json'], { cwd, env: others })
  expect([without.code, JSON.parse(without.stdout).error.status]).toEqual([1, 403])
})

test('whoami, config and doctor show the names, never the values', async () => {
  const { url } = await testServer(gateway)
  const whoami = await topo(['whoami', '--json'], { env: env(url) })
  expect(JSON.parse(whoami.stdout)).toMatchObject({ keyHeader: 'X-API-Key', headers: names })
  const text = await topo(['whoami'], { env: env(url) })
  expect(text.stdout).toContain('(from TOPO_API_KEY, sent as X-API-Key)\n')
  expect(text.stdout).toContain(`\nheaders ${names.join(', ')} (from TOPO_HEADERS)\n`)
  const config = await topo(['config', 'list', '--json'], { env: env(url) })
  const { items } = JSON.parse(config.stdout)
  expect(items).toContainEqual({ name: 'headers', value: names, source: 'TOPO_HEADERS' })
  expect(items).toContainEqual({ name: 'keyHeader', value: 'X-API-Key', source: 'TOPO_KEY_HEADER' })
  const doctor = await topo(['doctor', '--json'], { env: env(url) })
  const found = JSON.parse(doctor.stdout).items
  expect(found).toContainEqual(
    expect.objectContaining({
      check: 'headers',
      status: 'ok',
      message: `headers for the service, from TOPO_HEADERS: ${names.join(', ')}`,
    }),
  )
  expect(found.find(({ check }: { check: string }) => check === 'key').message).toContain(
    'sent as X-API-Key, is valid',
  )
  for (const run of [whoami, text, config, doctor]) expectNoSecret(run.stdout, run.stderr)
})

describe('login', () => {
  const flags = ['--key-header', 'X-API-Key', ...names.flatMap((name) => ['--header', name])]

  test('stores values from the environment, in a file that only its owner can read', {
    tags: 'modes',
  }, async () => {
    const { url } = await testServer(gateway)
    const cwd = folder()
    const words = ['login', '--with-key', '--base-url', url, ...flags, '--json']
    const login = await topo(words, { cwd, input: key, env: { TOPO_HEADERS: lines } })
    const data = JSON.parse(login.stdout)
    expect(data).toMatchObject({ keyHeader: 'X-API-Key', headers: names })
    expect((statSync(data.file).mode & 0o777).toString(8)).toBe('600')
    expect(JSON.parse(readFileSync(data.file, 'utf8')).profiles.default).toEqual({
      baseUrl: url,
      apiKey: key,
      keyHeader: 'X-API-Key',
      headers: { 'CF-Access-Client-Id': id, 'CF-Access-Client-Secret': secret },
    })
    const whoami = await topo(['whoami', '--json'], { cwd })
    expect(JSON.parse(whoami.stdout)).toMatchObject({ keyHeader: 'X-API-Key', headers: names })
    // With a key from the environment, the profile that names the address is used too.
    expect((await topo(['quota'], { cwd, env: { TOPO_API_KEY: key } })).code).toBe(0)
    expectNoSecret(login.stdout, login.stderr, whoami.stdout, whoami.stderr)
  })

  test('reads values on standard input after the key', async () => {
    const { url } = await testServer(gateway)
    const cwd = folder()
    const words = ['login', '--with-key', '--base-url', url, ...flags]
    expect((await topo(words, { cwd, input: `${key}\n${lines}` })).code).toBe(0)
    expect((await topo(['quota'], { cwd })).code).toBe(0)
    const surplus = await topo(words, { cwd, input: `${key}\n${lines}X-More: ${secret}` })
    expect([surplus.code, surplus.stderr]).toEqual([
      2,
      expect.stringContaining('Add --header X-More.'),
    ])
    expectNoSecret(surplus.stdout, surplus.stderr)
    const missing = await topo(words, { cwd, input: key })
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('a line "CF-Access-Client-Id: value" in TOPO_HEADERS'),
    ])
  })

  test('prompts for values, hidden', { tags: 'terminal' }, async () => {
    const { url } = await testServer(gateway)
    const cwd = folder()
    const answer = {
      'Value of CF-Access-Client-Id': `${id}\r`,
      'Value of CF-Access-Client-Secret': `${secret}\r`,
      'API key': `${key}\r`,
    }
    const { code, screen } = await topoOnTerminal(['login', '--base-url', url, ...flags], {
      cwd,
      answer,
    })
    expect([code, screen]).toEqual([0, expect.stringContaining('Logged in')])
    expectNoSecret(screen)
    expect((await topo(['quota'], { cwd })).code).toBe(0)
  })

  test('keeps the headers of the profile for a new key, and config removes them', async () => {
    const { url } = await testServer(gateway)
    const cwd = folder()
    const words = ['login', '--with-key', '--base-url', url]
    await topo([...words, ...flags], { cwd, input: `${key}\n${lines}` })
    expect((await topo(words, { cwd, input: key })).code).toBe(0)
    expect((await topo(['quota'], { cwd })).code).toBe(0)
    const moved = await topo(['config', 'set', 'baseUrl', 'https://other.example.com'], { cwd })
    expect([moved.code, moved.stderr]).toEqual([
      2,
      expect.stringContaining('[TOPO_PROFILE_ELSEWHERE]'),
    ])
    expect((await topo(['config', 'unset', 'headers'], { cwd })).code).toBe(0)
    expect((await topo(['quota'], { cwd })).stderr).toContain('HTTP 403')
  })
})

describe('the headers are not sent', () => {
  const carries = (headers: string[]) =>
    headers.some((text) => secrets.some((value) => text.includes(value)))

  test('to an address that only the project file names', async () => {
    const { url, requests } = await testServer(unusualService)
    const cwd = folder({
      'topo.config.json': JSON.stringify({ baseUrl: url }),
      'a.topology.js': script('a'),
    })
    const { TOPO_API_KEY: _none, TOPO_BASE_URL: _unset, ...headers } = env(url)
    const search = await topo(['script', 'search', 'x'], { cwd, env: headers })
    expect([search.code, search.stderr]).toEqual([
      0,
      expect.stringContaining('The headers from TOPO_HEADERS were not sent to'),
    ])
    const push = await topo(['push', '--yes'], { cwd, env: { ...headers, TOPO_API_KEY: key } })
    expect(push.stderr).toContain('[TOPO_ADDRESS_UNCONFIRMED]')
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.filter(({ rawHeaders }) => carries(rawHeaders))).toEqual([])
    const named = await topo(['script', 'search', 'x', '--base-url', url], { cwd, env: headers })
    expect([named.code, carries(requests.at(-1)?.rawHeaders ?? [])]).toEqual([0, true])
  })

  test('to an address that is not the one of their profile', async () => {
    const { url, requests } = await testServer(unusualService)
    const cwd = folder()
    const stored = {
      baseUrl: 'https://diagrams.example.com',
      apiKey: key,
      headers: { 'X-Gateway-Key': secret },
    }
    put(join(cwd, '.config/topo/profiles.json'), JSON.stringify({ profiles: { default: stored } }))
    expect((await topo(['script', 'search', 'x', '--base-url', url], { cwd })).code).toBe(0)
    const given = { TOPO_API_KEY: 'ca_another_key_0123456789', TOPO_BASE_URL: url }
    expect((await topo(['quota'], { cwd, env: given })).code).toBe(0)
    expect(requests.filter(({ rawHeaders }) => carries(rawHeaders))).toEqual([])
  })

  test('from a project file', async () => {
    const cwd = folder({ 'topo.config.json': JSON.stringify({ headers: { 'X-A': 'b' } }) })
    const run = await topo(['validate'], { cwd })
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('headers')])
    put(join(cwd, 'topo.config.json'), JSON.stringify({ keyHeader: 'X-A' }))
    expect((await topo(['validate'], { cwd })).code).toBe(2)
  })
})

test('values that a service repeats reach no output and no file', async () => {
  const { url } = await testServer((request, response, count) => {
    const said = `${request.headers['cf-access-client-secret']} ${request.headers['cf-access-client-id']}`
    const item = {
      id: scriptId,
      slug: 'odd',
      name: 'odd',
      type: 'topology',
      tags: [],
      code: script('odd'),
      updatedAt: '2026-03-04T05:06:07.000Z',
    }
    if (request.url === '/v1/quota/me') {
      return json(400, { error: said, message: said }, { 'x-request-id': said })(
        request,
        response,
        count,
      )
    }
    if (/^.v1.scripts.(user|gallery)/.test(request.url ?? ''))
      return unusualService(request, response, count)
    return json(200, { item: { ...item, readme: said, description: said } })(
      request,
      response,
      count,
    )
  })
  const cwd = folder()
  const pull = await topo(['pull', 'odd', '--json'], { cwd, env: env(url) })
  expect(JSON.parse(pull.stdout).counts).toEqual({ pulled: 1 })
  const refused = await topo(['api', '/v1/quota/me', '--include', '--debug'], {
    cwd,
    env: env(url),
  })
  expect(refused.code).toBe(1)
  expectNoSecret(pull.stdout, pull.stderr, refused.stdout, refused.stderr)
  for (const file of ['odd.topology.js', 'odd.md']) {
    const text = readFileSync(join(cwd, file), 'utf8')
    expect(text).toContain('[REDACTED]')
    expectNoSecret(text)
  }
})

test('a short value of a profile is in no output either', async () => {
  const { url, requests } = await testServer((request, response, count) => {
    const said = `${request.headers['x-gateway-key']}`.split(' ')[1]
    json(403, { error: said, message: `no ${said}`, details: { said } })(request, response, count)
  })
  const headers = { 'X-Gateway-Key': 'Basic s3cr3t"x' }
  const stored = { profiles: { default: { baseUrl: url, apiKey: key, headers } } }
  const cwd = folder({ '.config/topo/profiles.json': JSON.stringify(stored) })
  for (const words of ['quota --json --debug', 'quota', 'api /v1/x', 'whoami', 'config list']) {
    const run = await topo(words.split(' '), { cwd })
    expect(run.stdout + run.stderr, words).not.toContain('s3cr3t')
  }
  expect(requests[0]?.headers['x-gateway-key']).toBe('Basic s3cr3t"x')
})

const many = Array.from({ length: 33 }, (_, index) => `X-${index}: ${secret}`).join('\n')

const from = 'The headers from TOPO_HEADERS'
const line1 = 'Line 1 of TOPO_HEADERS'
const noName = 'has no valid name of a header.'
const noValue = `${line1} has no value that a header can contain.`
const longName = `${secret.replace(/\W/g, '').repeat(9)}: x`
const own =
  'Host content-length Transfer-Encoding Connection Upgrade TE Proxy-Authorization Keep-Alive User-Agent'
const ownRows = [...own.split(' '), 'X-Request-Id'].map((name): [string, string, string] => [
  ...([name, `${line1} sets ${name}, which topo sets itself.`, `${name}: ${secret}`] as const),
])

test.each<[what: string, message: string, headers: string, keyHeader?: string]>([
  ['no colon', 'Line 2 of TOPO_HEADERS is not a header.', `X-A: b\n${secret}`],
  ['no name', `${line1} ${noName}`, `: ${secret}`],
  ['a name with a space', `${line1} ${noName}`, `X A: ${secret}`],
  ['a long name', noName, longName],
  ['no value', noValue, 'X-A:'],
  ['another alphabet', noValue, `X-A: ${secret}é`],
  ['a control character', noValue, `X-A: ${secret}\u0007x`],
  ['a line end inside', noValue, `X-A: ${secret}\rX-B: c`],
  ['a header twice', 'Line 2 of TOPO_HEADERS repeats x-a.', `X-A: ${secret}\nx-a: c`],
  ['too many', 'TOPO_HEADERS has more than 32 headers.', many],
  ['too large', 'TOPO_HEADERS is larger than 16 KiB', `X-A: ${secret.repeat(900)}`],
  ...ownRows,
  [
    'the header of the key',
    `${from} set Authorization, which contains the key.`,
    `authorization: Basic ${secret}`,
  ],
  [
    'the chosen header of the key',
    `${from} set X-API-Key, which contains the key.`,
    `x-api-KEY: ${secret}`,
    'X-API-Key',
  ],
  ['a key header with a line end', `TOPO_KEY_HEADER ${noName}`, '', 'X-A\r\nX-B'],
  [
    'a key header of the connection',
    'TOPO_KEY_HEADER sets host, which topo sets itself.',
    '',
    'host',
  ],
  ['a cookie as key header', 'TOPO_KEY_HEADER sets Cookie, which contains no key.', '', 'Cookie'],
])(
  '%s is a usage error that names the variable, not the value',
  async (what, message, headers, keyHeader) => {
    const { url, requests } = await testServer(unusualService)
    const given = { TOPO_HEADERS: headers || undefined, TOPO_KEY_HEADER: keyHeader }
    const run = await topo(['quota', '--debug'], {
      env: { TOPO_BASE_URL: url, TOPO_API_KEY: key, ...given },
    })
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(message)])
    expect(run.stderr).toContain(
      what === 'too large' ? '[TOPO_INPUT_TOO_LARGE]' : '[TOPO_HEADER_INVALID]',
    )
    expectNoSecret(run.stdout, run.stderr)
    expect(requests).toHaveLength(0)
  },
)

test('a page of the gateway points to TOPO_HEADERS, and a refused key to --key-header', async () => {
  const { url } = await testServer(gateway)
  const { TOPO_HEADERS: _missing, ...others } = env(url)
  const page = await topo(['quota'], { env: others })
  expect([page.code, page.stderr]).toEqual([1, expect.stringContaining('set TOPO_HEADERS')])
  const words = ['login', '--with-key', '--base-url', url]
  const refused = await topo(words, { input: key, env: { TOPO_HEADERS: lines } })
  expect([refused.code, refused.stderr]).toEqual([
    4,
    expect.stringContaining('add --key-header NAME'),
  ])
})

test('mock exec gives neither to its command, whose service is another one', async () => {
  const print = 'console.log(process.env.TOPO_HEADERS + process.env.TOPO_KEY_HEADER + "!")'
  const run = await topoProcess(['mock', 'exec', '--', process.execPath, '-e', print], {
    env: variables,
  })
  expect([run.code, run.stdout]).toEqual([0, '!\n'])
})

test('a gateway may use Authorization if the key has another header', async () => {
  const { url, requests } = await testServer(unusualService)
  const given = {
    TOPO_KEY_HEADER: 'X-API-Key',
    TOPO_HEADERS: 'Authorization: Basic dXNlcjpwYXNzd29yZA==',
  }
  const run = await topo(['quota'], { env: { TOPO_BASE_URL: url, TOPO_API_KEY: key, ...given } })
  expect(run.code).toBe(0)
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Basic dXNlcjpwYXNzd29yZA==',
    'x-api-key': key,
  })
})

test('a step of a workflow takes them as inputs, and masks the values', {
  tags: 'git',
}, async () => {
  const { url, requests } = await testServer(gateway)
  const cwd = repository({ 'new.topology.js': script('new') })
  const { code, log } = await step({
    cwd,
    inputs: {
      command: 'push',
      'api-key': key,
      'base-url': url,
      'key-header': 'X-API-Key',
      headers: lines,
    },
  })
  expect(code, log).toBe(0)
  expect(requests.length).toBeGreaterThan(1)
  const [masks, rest] = [/^::add-mask::(.*)$/gm, /^(?!::add-mask::).*$/gm].map(
    (pattern) => log.match(pattern) ?? [],
  )
  expect(masks).toEqual(
    expect.arrayContaining([key, id, secret].map((value) => `::add-mask::${value}`)),
  )
  expectNoSecret((rest ?? []).join('\n'))
})
