/** Secrets: a key appears in no output and in no file, for any source of the key and any hostile service. */
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { json, type Reply, testServer } from '../../api/server.ts'
import { isAll, oneOf } from '../../cases.ts'
import { commandIds, files, serviceCalls } from '../commands.ts'
import { folder, put, topo } from '../topo.ts'
import { unusualService } from '../unusual-service.ts'

const canary = 'ca_canary_7Qm2xW9vK4tR8sZ1'
/** The key, its form in a URL, and the part that would reveal it. */
const sung = /ca_canary|7Qm2xW9v/

/** Returns the key everywhere a careless service could: in the body, in headers, in a name. */
const echoing =
  (status: number): Reply =>
  (request, response, count) => {
    const key = request.headers['x-gateway-key'] ?? request.headers.authorization ?? 'none'
    response.setHeader('x-request-id', `id-${key}`)
    response.setHeader('location', `/v1/moved?key=${key}`)
    if (status >= 400) {
      const issue = { path: [key], message: key }
      return json(status, {
        error: key,
        message: `no ${key}`,
        details: key,
        quota: key,
        issues: [issue],
      })(request, response, count)
    }
    const end = response.end.bind(response) as (text?: string) => typeof response
    // Every text contains it, except ids and slugs.
    response.end = ((text = '') =>
      end(
        String(text).replace(
          /"(name|description|readme|code|fullName|content|tierId)":"/g,
          `$&${key} `,
        ),
      )) as never
    return unusualService(request, response, count)
  }

type Source = (cwd: string, url: string) => Record<string, string>

const sources: Record<string, Source> = {
  TOPO_API_KEY: (_cwd, url) => ({ TOPO_BASE_URL: url, TOPO_API_KEY: canary }),
  TOPO_API_KEY_FILE: (cwd, url) => {
    put(join(cwd, '.secrets/key'), `${canary}\n`)
    return { TOPO_BASE_URL: url, TOPO_API_KEY_FILE: join(cwd, '.secrets/key') }
  },
  profile: (cwd, url) => profile(cwd, { baseUrl: url, apiKey: canary }),
  TOPO_HEADERS: (_cwd, url) => ({
    TOPO_BASE_URL: url,
    TOPO_API_KEY: canary,
    TOPO_KEY_HEADER: 'X-API-Key',
    TOPO_HEADERS: `X-Gateway-Key: ${canary}-gateway`,
  }),
  'headers of a profile': (cwd, url) =>
    profile(cwd, {
      baseUrl: url,
      apiKey: canary,
      headers: { 'X-Gateway-Key': `Basic ${canary}-gateway` },
    }),
  apiKeyCommand: (cwd, url) => {
    put(join(cwd, '.secrets/key'), canary)
    return profile(cwd, {
      baseUrl: url,
      apiKeyCommand: `${process.platform === 'win32' ? 'type' : 'cat'} ${join('.secrets', 'key')}`,
    })
  },
}

function profile(cwd: string, kept: object): Record<string, string> {
  const file = join(cwd, '.config/topo/profiles.json')
  put(file, JSON.stringify({ profiles: { default: kept } }))
  chmodSync(file, 0o600)
  return {}
}

/** Skips files that must contain the key; searches all others. */
function leaks(cwd: string, except: readonly string[]): string[] {
  return readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (file) => !except.some((end) => file.endsWith(end)) && sung.test(readFileSync(file, 'utf8')),
    )
}

async function sing(
  source: keyof typeof sources,
  status: number,
  calls: readonly { argv: string[] }[],
  flags: string[],
) {
  const { url, requests } = await testServer(echoing(status))
  // One after the other: a second host for these variables costs more than it saves.
  for (const { argv } of calls) {
    const cwd = folder(files)
    const env = { ...sources[source]?.(cwd, url), DEBUG: '*', TOPO_DEBUG: 'api' }
    const words = [
      ...argv,
      '--yes',
      '--no-input',
      '--output-file',
      join(cwd, 'out/result.json'),
      ...flags,
    ]
    const run = await topo(words, { cwd, env, input: canary })
    const told = `${words.join(' ')} with the key from ${source}, HTTP ${status}`
    expect(run.code, `${told}: ${run.stderr}`).not.toBe(70)
    expect(run.stdout, told).not.toMatch(sung)
    expect(run.stderr, told).not.toMatch(sung)
    const except = [
      join('.secrets', 'key'),
      ...(/profile/.test(source) || argv[0] === 'login' ? ['profiles.json'] : []),
    ]
    expect(leaks(cwd, except), told).toEqual([])
  }
  const received = ({ headers }: { headers: IncomingHttpHeaders }) =>
    source === 'TOPO_HEADERS'
      ? headers['x-api-key'] === canary && headers['x-gateway-key'] === `${canary}-gateway`
      : headers.authorization === `Bearer ${canary}`
  expect(requests.some(received)).toBe(true)
}

/** With `npm test`, one of nine commands. */
const sweep = (nth: number) => serviceCalls.filter((_call, n) => isAll || n % 9 === nth)
/** The last one does not always send the key. */
const typical = ['quota', 'whoami', 'push new.topology.js', 'pull', 'doctor'].flatMap((words) =>
  serviceCalls.filter(({ argv }) => argv.join(' ') === words),
)
/** With `npm test`, one of them in turn. */
const few = (nth: number) => typical.filter((_call, n) => isAll || n === nth % 4)

test.each([
  ['TOPO_API_KEY', 200, sweep(0), ['--debug']],
  ['TOPO_API_KEY', 422, sweep(1), ['--json', '--debug']],
  ['TOPO_API_KEY', 401, few(0), ['--json']],
  ['TOPO_API_KEY', 200, few(1), ['--json', '--debug']],
  ['TOPO_API_KEY_FILE', 403, few(2), ['--debug']],
  ['profile', 200, few(3), ['--debug']],
  ['profile', 429, few(4), ['--json', '--debug', '--max-wait', '0', '--total-timeout', '2']],
  ['TOPO_HEADERS', 200, sweep(2), ['--json', '--debug']],
  ['TOPO_HEADERS', 422, few(5), ['--debug']],
  ['headers of a profile', 200, few(6), ['--debug']],
  ['headers of a profile', 403, few(7), ['--json']],
  ['apiKeyCommand', 200, few(8), ['--json', '--debug']],
  ['apiKeyCommand', 403, few(9), ['--debug']],
] as const)('%s, HTTP %i', { timeout: 90_000 }, async (source, status, calls, flags) => {
  await sing(source, status, calls, [...flags])
})

test('A3: commands without a service do not print the key either', {
  timeout: 60_000,
}, async () => {
  const asked = new Set(serviceCalls.map(({ id }) => id))
  const quiet: Record<string, string[]> = {
    'config:get': ['config', 'get', 'apiKey'],
    'config:list': ['config', 'list'],
    'config:set': ['config', 'set', 'webUrl', 'https://example.com'],
    'config:unset': ['config', 'unset', 'webUrl'],
    help: ['help', 'push'],
    init: ['init'],
    logout: ['logout'],
    'script:new': ['script', 'new', 'x'],
    'script:validate': ['validate'],
  }
  const calls = commandIds
    .filter((id) => !asked.has(id) && quiet[id])
    .flatMap((id) => [[], ['--json']].map((flags) => [...(quiet[id] ?? []), ...flags, '--debug']))
  // An odd step: with `npm test` both forms have their turn.
  for (const words of oneOf(3, calls)) {
    const cwd = folder(files)
    profile(cwd, { baseUrl: 'https://service.example', apiKey: canary })
    const env = { TOPO_API_KEY: canary, DEBUG: '*' }
    const { stdout, stderr, code } = await topo(words, { cwd, env })
    expect(code, words.join(' ')).not.toBe(70)
    expect(stdout + stderr, words.join(' ')).not.toMatch(sung)
    expect(leaks(cwd, ['profiles.json']), words.join(' ')).toEqual([])
  }
})

test.each([
  canary,
  // In a URL it has another form.
  'ca_canary/7Qm2xW9v+K4tR8sZ1==',
])('A4: %s typed in the wrong place appears on no stream and in no file', async (typedCanary) => {
  const { url } = await testServer(json(404, { error: 'not_found' }))
  const places = [
    ['script', 'show', typedCanary],
    ['script', 'show', `${url}/v/${typedCanary}`],
    ['push', typedCanary],
    [typedCanary],
    ['push', `--${typedCanary}`],
  ]
  for (const [nth, argv] of places.entries()) {
    const cwd = folder()
    const env = { TOPO_BASE_URL: url, TOPO_API_KEY: typedCanary }
    const ways = [[], ['--json'], ['--debug', '--output-file', join(cwd, 'out.json')]]
    for (const flags of ways.filter((_, n) => isAll || n === nth % 3)) {
      const { stdout, stderr, code } = await topo([...argv, ...flags], { cwd, env })
      expect(code, argv.join(' ')).toBeGreaterThan(0)
      expect(stdout + stderr, argv.join(' ')).not.toMatch(sung)
      expect(leaks(cwd, [])).toEqual([])
    }
  }
})
