/** `topo doctor`: finds and explains every problem, independently of the others. */
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { certificates } from '../../../src/cli/doctor/checks/certificates.ts'
import type { DoctorContext } from '../../../src/cli/doctor/context.ts'
import { environmentVariables } from '../../../src/cli/help/topics/environment.ts'
import { localAddress } from '../../../src/cli/service/settings.ts'
import { systemClock } from '../../../src/clock.ts'
import { closedAddress, json, type Reply, testServer } from '../../api/server.ts'
import { isAll, oneOf } from '../../cases.ts'
import { secureServer, selfSigned } from '../certificate.ts'
import { as } from '../control.ts'
import { folder, put, type RunOptions, sharedMock, topo, topoProcess } from '../topo.ts'

interface Finding {
  check: string
  status: string
  message: string
  hint: string | null
}

const service = sharedMock()

/** The findings of one check, or of all. */
async function doctor(options: RunOptions = {}, args: string[] = [], by: typeof topo = topo) {
  const run = await by(['doctor', '--json', ...args], options)
  const { items, totalCount, environment } = JSON.parse(run.stdout) as {
    items: Finding[]
    totalCount: number
    environment: Record<string, string>
  }
  expect(totalCount).toBe(items.length)
  expect(run.code).toBe(items.some(({ status }) => status === 'problem') ? 1 : 0)
  return {
    ...run,
    items,
    environment,
    of: (name: string) => items.filter(({ check }) => check === name),
  }
}

const says = (status: string, part: string) => ({ status, message: expect.stringContaining(part) })

const gallery = json(200, { items: [], totalCount: 0 })
const me = json(200, { tierId: 'pro', isAdmin: false, quotas: [] })
const healthy: Reply = (request, response, count) =>
  (request.url?.startsWith('/v1/quota') ? me : gallery)(request, response, count)

const storeProfile = (cwd: string, profile: object) =>
  put(join(cwd, '.config/topo/profiles.json'), JSON.stringify({ profiles: { default: profile } }))

const serving = async (reply: Reply, env: Record<string, string> = {}) => {
  const { url, requests } = await testServer(reply)
  return {
    url,
    requests,
    env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_doctor_0123456789', ...env },
  }
}

test('doctor without configuration warns, names the three solutions, and leaves no files behind', async () => {
  const cwd = folder()
  const { code, of, items } = await doctor({ cwd })
  expect(code).toBe(0)
  expect(of('service')).toMatchObject([{ status: 'warning' }])
  for (const way of ['topo login', 'TOPO_BASE_URL', '--local'])
    expect(of('service')[0]?.hint).toContain(way)
  for (const check of ['file watching', ...'node project profiles sandbox esbuild png'.split(' ')])
    expect(of(check), check).toMatchObject([{ status: 'ok' }])
  expect(items.filter(({ status }) => status === 'problem')).toEqual([])
  expect(readdirSync(cwd)).toEqual([])
})

test('doctor names scripts with the line ends of Windows, and how to get the same bytes everywhere', async () => {
  const cwd = folder({ '.git/HEAD': '', 'a.topology.js': 'a\n', 'b/b.topology.ts': 'b\n' })
  expect((await doctor({ cwd })).of('line ends')).toMatchObject([{ status: 'ok' }])
  put(join(cwd, 'b/b.topology.ts'), 'b\r\n')
  const [finding] = (await doctor({ cwd })).of('line ends')
  expect(finding).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^1 of 2 .*b\/b\.topology\.ts/),
  })
  expect(finding?.hint).toContain('"*.topology.js text eol=lf"')
})

test('doctor accepts a correct service, key and clock', async () => {
  const { url } = service
  const { code, of } = await doctor({ env: as(url) })
  expect(code).toBe(0)
  expect(of('service').at(-1)).toMatchObject(
    says('ok', `${url} (TOPO_BASE_URL) is an embedded service`),
  )
  expect(of('key')).toMatchObject([says('ok', 'TOPO_API_KEY is valid')])
  expect(of('clock')).toMatchObject([{ status: 'ok' }])
  expect(of('proxy')).toMatchObject([{ status: 'ok' }])
})

test('doctor --local sends no request', async () => {
  const { code, of } = await doctor({}, ['--local'])
  expect(code).toBe(0)
  expect(of('service')[0]?.message).toContain('local service')
  expect(of('key')[0]?.message).toContain('demo world')
})

test('A13: doctor lists every documented variable, redacted by its kind', async () => {
  // Windows has one variable for both spellings of a name; the first is listed.
  const names = environmentVariables.map(({ name }) =>
    process.platform === 'win32' ? name.toUpperCase() : name,
  )
  const distinct = environmentVariables.filter((_, at) => names.indexOf(names[at] as string) === at)
  const own: Record<string, [given: string, told: string]> = {
    HTTP_PROXY: ['carol:canary-word@127.0.0.1:1', '[REDACTED]@127.0.0.1:1'],
    HTTPS_PROXY: ['http://carol:12/canary@127.0.0.1:1', '[REDACTED]'],
    ALL_PROXY: ['carol:canary-word', '[REDACTED]'],
    TOPO_BASE_URL: [
      'https://carol:canary-word@example.com?token=canary-word',
      'https://[REDACTED]@example.com?[REDACTED]',
    ],
  }
  const address = ['http://carol:canary-word@127.0.0.1:1', 'http://[REDACTED]@127.0.0.1:1'] as const
  const byKind = {
    secret: ['ca_canary_0123456789abcdef', '[REDACTED]'],
    address,
    proxy: address,
    plain: ['1', '1'],
  } as const
  const values = distinct.map(({ name, kind }) => {
    const [given, told] = own[name] ?? byKind[kind]
    return { name, given, told }
  })
  const env = Object.fromEntries(values.map(({ name, given }) => [name, given]))
  const run = await doctor({ env }, [], topoProcess)
  expect(run.environment).toEqual(Object.fromEntries(values.map(({ name, told }) => [name, told])))
  expect(run.of('environment').map(({ message }) => message)).toContain('GITHUB_WORKSPACE=1')
  expect(run.stdout + run.stderr).not.toContain('canary')
})

test('doctor reports many problems at once, and the JSON is complete', async () => {
  const cwd = folder({ 'topo.config.json': '{ "basUrl": 1 }', 'profiles.json': '{ no json' })
  const env = {
    TOPO_CONFIG_HOME: cwd,
    NODE_EXTRA_CA_CERTS: join(cwd, 'missing.pem'),
    TOPO_BASE_URL: 'https://no-such-host.invalid',
    TOPO_API_KEY: 'ca_doctor_0123456789',
  }
  const { code, of } = await doctor({ cwd, env }, [], topoProcess)
  expect(code).toBe(1)
  expect(of('project')).toMatchObject([says('problem', 'topo.config.json:1:3')])
  expect(of('profiles')[0]).toMatchObject(says('problem', 'profiles.json'))
  expect(of('certificates')[0]).toMatchObject(says('problem', 'ENOENT'))
  expect(of('service')).toMatchObject([says('problem', 'no-such-host')])
  expect(of('key')).toMatchObject([says('warning', 'was not sent')])
  expect(of('sandbox')).toMatchObject([{ status: 'ok' }])
})

test.each<[string, Reply, RegExp]>([
  [
    'HTML',
    (_request, response) => response.end('<!doctype html>'),
    /unexpected answer: HTML instead of JSON/,
  ],
  ['broken JSON', (_request, response) => response.end('{"items": ['), /not JSON/],
  ['an outage', (_request, response) => response.writeHead(502).end('<html>'), /HTTP 502/],
  [
    'a redirect elsewhere',
    (_request, response) =>
      response.writeHead(302, { location: 'https://elsewhere.invalid/' }).end(),
    /redirected to https:\/\/elsewhere\.invalid/,
  ],
])(
  'doctor reports %s instead of the service, and does not send the key',
  async (_what, reply, message) => {
    const { requests, env } = await serving(reply)
    const { code, of } = await doctor({ env })
    expect(code).toBe(1)
    expect(of('service').at(-1)).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(message),
    })
    expect(of('key')).toMatchObject([{ status: 'warning' }])
    expect(requests.filter(({ headers }) => headers.authorization)).toEqual([])
  },
)

test('doctor reports a wrong base URL with its source, and an address without a server', async () => {
  const wrong = await doctor({ env: { TOPO_BASE_URL: 'http://example.com' } })
  expect(wrong.of('service')).toMatchObject([says('problem', 'TOPO_BASE_URL')])
  const { of } = await doctor({ env: { TOPO_BASE_URL: await closedAddress() } })
  expect(of('service').at(-1)).toMatchObject(says('problem', 'nothing listens'))
})

test('doctor reports a key that the service rejects, and a command that prints none', async () => {
  const refusing: Reply = (request, response, count) =>
    (request.headers.authorization ? json(401, { error: 'unauthorized' }) : gallery)(
      request,
      response,
      count,
    )
  const { env, url } = await serving(refusing)
  const { of } = await doctor({ env })
  expect(of('key')).toMatchObject([says('problem', 'unknown or revoked')])
  const cwd = folder()
  storeProfile(cwd, { baseUrl: url, apiKeyCommand: 'exit 3' })
  const byCommand = await doctor({ cwd })
  expect(byCommand.of('key')).toMatchObject([says('problem', 'failed with exit code 3')])
})

test('doctor is not blocked by a service that hangs or a password manager that never answers', {
  tags: 'posix',
}, async () => {
  const { env } = await serving(() => {})
  const { url } = await serving(healthy)
  const cwd = folder()
  storeProfile(cwd, { baseUrl: url, apiKeyCommand: 'exec sleep 60' })
  const [hanging, silent] = await Promise.all([doctor({ env }), doctor({ cwd })])
  expect(hanging.of('service').at(-1)).toMatchObject(says('problem', 'longer than'))
  expect(silent.of('key')).toMatchObject([says('problem', 'longer than 4 s')])
})

test('doctor reports a profiles file that others can read, and one of another shape', {
  tags: 'modes',
}, async () => {
  const { url } = await serving(healthy)
  const cwd = folder()
  const file = join(cwd, '.config/topo/profiles.json')
  storeProfile(cwd, { baseUrl: url, apiKey: 'ca_doctor_0123456789' })
  chmodSync(file, 0o644)
  chmodSync(join(file, '..'), 0o755)
  const { of, code } = await doctor({ cwd })
  expect(code).toBe(0)
  expect(of('profiles')).toMatchObject([
    { status: 'ok', message: expect.stringContaining('default (in use)') },
    { status: 'warning', hint: expect.stringContaining('chmod 600') },
    { status: 'warning', hint: expect.stringContaining('chmod 700') },
  ])
  put(file, '{"profiles":{"default":null}}')
  expect((await doctor({ cwd })).of('profiles')[0]).toMatchObject({ status: 'problem' })
  expect(await topo(['whoami'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('[TOPO_PROFILES_DAMAGED]'),
  })
})

test.each(
  oneOf<[number, string, RegExp]>(2, [
    [120, 'warning', /1(19|20|21) s behind/],
    [30, 'ok', /matches/],
    [-1000, 'problem', /(999|1000|1001) s ahead/],
  ]),
)('doctor checks a clock that is off by %i s', async (seconds, status, message) => {
  const dated: Reply = (request, response, count) => {
    response.setHeader('date', new Date(Date.now() + seconds * 1000).toUTCString())
    healthy(request, response, count)
  }
  const { of } = await doctor({ env: (await serving(dated)).env })
  expect(of('clock')).toMatchObject([{ status, message: expect.stringMatching(message) }])
})

test('doctor reports a proxy that does not answer, and respects NO_PROXY', async () => {
  const TOPO_BASE_URL = 'https://service.invalid'
  const env = { HTTP_PROXY: await closedAddress(), TOPO_BASE_URL }
  const { of } = await doctor({ env })
  expect(of('proxy')).toMatchObject([says('problem', 'ECONNREFUSED')])
  expect(of('service').at(-1)?.message).toContain('nothing listens at the proxy')
  const around = await doctor({ env: { ...env, NO_PROXY: 'service.invalid' } })
  expect(around.of('proxy')).toMatchObject([says('ok', 'service.invalid is reached directly')])
})

test('doctor reports a value that cannot be a proxy, and goes on; a service on this machine is reached', async () => {
  const HTTP_PROXY = 'socks5://carol:canary-word@127.0.0.1:1'
  const NO_PROXY = '<local>'
  const away = await doctor({
    env: { TOPO_BASE_URL: 'https://service.invalid', HTTP_PROXY, NO_PROXY },
  })
  expect(away.code).toBe(1)
  const problem = says(
    'problem',
    'HTTP_PROXY is not the address of a proxy: it has the scheme socks5',
  )
  expect(away.of('proxy')).toMatchObject([
    problem,
    says('warning', 'NO_PROXY has entries that are not'),
  ])
  expect(away.of('service')).toMatchObject([problem])
  expect(away.of('sandbox')).toMatchObject([{ status: 'ok' }])
  expect(away.stdout + away.stderr).not.toContain('canary')
  const { env } = await serving(healthy, { HTTP_PROXY })
  const here = await doctor({ env })
  expect(here.of('proxy')).toMatchObject([{ status: 'ok' }, problem])
  expect(here.of('key')).toMatchObject([{ status: 'ok' }])
})

test('doctor checks an untrusted, a trusted and an expired certificate', async () => {
  const { url, pem } = await secureServer(healthy)
  const cwd = folder({ 'ca.pem': pem, 'old.pem': (await selfSigned(-1)).cert, 'none.pem': 'hello' })
  const env = { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_doctor_0123456789' }
  const untrusted = await doctor({ cwd, env })
  expect(untrusted.of('certificates')).toMatchObject([
    {
      status: 'problem',
      message: expect.stringContaining('is not trusted'),
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    },
  ])
  for (const [file, message] of [
    ['old.pem', /expired on/],
    ['none.pem', /no certificate in PEM form/],
  ] as const) {
    // Called without a process, because Node reads the variable when it starts.
    const variables = { NODE_EXTRA_CA_CERTS: join(cwd, file) }
    const context = {
      clock: systemClock,
      variables,
      choice: async () => ({ address: localAddress }),
    } as unknown as DoctorContext
    expect(await certificates.run(context)).toMatchObject([
      { status: 'problem', message: expect.stringMatching(message) },
    ])
  }
  // `test/cli/network` has a command that trusts one.
  if (!isAll) return
  const trusted = await doctor(
    { cwd, env: { ...env, NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem') } },
    [],
    topoProcess,
  )
  expect(trusted.of('certificates')).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
  expect(trusted.of('key')).toMatchObject([{ status: 'ok' }])
})

test('doctor accepts a home that cannot be written', async () => {
  const { of } = await doctor({ env: { TOPO_CONFIG_HOME: '/dev/null/nowhere' } })
  expect(of('profiles')).toMatchObject([{ status: 'ok' }])
})

test('doctor prints one record per line in a pipe, and marks, columns and hints on a terminal', async () => {
  const cwd = folder()
  mkdirSync(join(cwd, '.git'))
  const piped = await topo(['doctor'], { cwd })
  for (const line of piped.stdout.replace(/\n$/, '').split('\n'))
    expect(line.split('\t')).toHaveLength(4)
  expect(piped.stdout).toMatch(/^ok\tnode\ttopo \d/)
  expect(piped.stdout).toMatch(/^warning\tservice\tNo service is configured\tRun "topo login"/m)
  expect(piped.stderr).toBe('STATUS\tCHECK\tMESSAGE\tHINT\n')
  const { stdout } = await topo(['doctor'], { cwd, columns: 100 })
  const screen = stripVTControlCharacters(stdout)
  expect(screen).toMatch(/✔ node {2,}topo/)
  expect(screen).toMatch(/▲ service {2,}No service is configured/)
  expect(screen).toMatch(/\n +hint {2}Run "topo login"/)
  expect(screen).toContain('1 warning')
})
