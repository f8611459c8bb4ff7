/** A cloned repository sets a URL: no key is sent there until a person confirms it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository, step } from '../../action/step.ts'
import { json, testServer } from '../../api/server.ts'
import { oneOf } from '../../cases.ts'
import { assistant, codeOf } from '../mcp/client.ts'
import { folder, put, script, topo, topoOnTerminal } from '../topo.ts'

const canary = 'ca_canary_Qm2xW9vK4tR8sZ1'
const env = { TOPO_API_KEY: canary }
const question = 'which '

/** A server that records keys, and a repository that sets its URL. */
async function foreign() {
  const { url, requests } = await testServer(
    json(200, { items: [], totalCount: 0, tierId: 'free', isAdmin: false, quotas: [], item: {} }),
  )
  const files = {
    'topo.config.json': JSON.stringify({ baseUrl: url }),
    'a.topology.js': script('a'),
  }
  return {
    url,
    requests,
    files,
    keys: () => requests.filter(({ rawHeaders }) => carriesKey(rawHeaders)).length,
  }
}

const carriesKey = (headers: string[]) => headers.some((text) => text.includes(canary))

test.each([
  [['status']],
  [['push', '--yes']],
  [['pull', '--json']],
  [['watch']],
  [['whoami', '--yes', '--json']],
  [['validate', '--remote', '--yes']],
  [['account', 'delete', '--confirm', 'alice']],
])('%j neither prompts nor sends anything, and its error names the fix', async (args) => {
  const { url, requests, files } = await foreign()
  const { code, stdout, stderr } = await topo(args, { cwd: folder(files), env })
  expect([code, stdout + stderr]).toEqual([2, expect.stringContaining('TOPO_ADDRESS_UNCONFIRMED')])
  expect(stdout + stderr).toContain(`--base-url ${url}`)
  expect(stdout + stderr).not.toContain(canary)
  expect(requests).toHaveLength(0)
})

test('public scripts are read without the key, and doctor reports that the key is not sent', async () => {
  const { url, requests, files, keys } = await foreign()
  const cwd = folder(files)
  const search = await topo(['script', 'search', 'x', '--json'], { cwd, env })
  expect([search.code, search.stderr]).toEqual([0, expect.stringContaining('was not sent')])
  const raw = await topo(['api', 'POST', '/v1/scripts', '--field', 'name=x'], { cwd, env })
  expect(raw.stderr).toContain(`--base-url ${url}`)
  const { stdout } = await topo(['doctor', '--json'], { cwd, env })
  expect(JSON.parse(stdout).items).toContainEqual(
    expect.objectContaining({
      check: 'key',
      status: 'warning',
      message: expect.stringContaining('nobody has confirmed it'),
    }),
  )
  const listed = await topo(['config', 'list'], { cwd, env })
  expect(listed.stdout).toContain('not sent')
  expect(requests.length).toBeGreaterThan(2)
  expect(keys()).toBe(0)
})

test('a key is sent to the URL of a flag, the environment or its own profile', async () => {
  const { url, files, keys } = await foreign()
  const cwd = folder(files)
  await topo(['whoami', '--base-url', url], { cwd, env })
  expect(keys()).toBe(1)
  await topo(['whoami'], { cwd, env: { ...env, TOPO_BASE_URL: url } })
  expect(keys()).toBe(2)

  const profile = (apiKey: string) =>
    put(
      join(cwd, '.config/topo/profiles.json'),
      JSON.stringify({ profiles: { default: { baseUrl: url, apiKey } } }),
    )
  profile('ca_another_key_0123456789')
  expect((await topo(['whoami'], { cwd, env })).code).toBe(2)
  expect(keys()).toBe(2)
  profile(canary)
  await topo(['whoami'], { cwd, env })
  expect(keys()).toBe(3)
})

test('a terminal prompts once for each folder and URL; --yes does not confirm', {
  tags: 'terminal',
}, async () => {
  const { url, files, keys } = await foreign()
  const other = await foreign()
  const home = folder()
  const there = { ...env, TOPO_CONFIG_HOME: home }
  const whoami = (folderPath: string, typed?: string) =>
    topoOnTerminal(['whoami', '--yes'], {
      cwd: folderPath,
      env: there,
      answer: typed === undefined ? {} : { [question]: typed },
    })
  const cwd = folder(files)

  const refused = await whoami(cwd, 'n\r')
  expect([refused.code, refused.screen]).toEqual([
    2,
    expect.stringContaining('[TOPO_ADDRESS_UNCONFIRMED]'),
  ])
  expect(keys()).toBe(0)

  expect((await whoami(cwd, 'y\r')).code).toBe(0)
  expect(keys()).toBe(1)
  expect(readFileSync(join(home, 'confirmed-addresses.json'), 'utf8')).toContain(url)
  // The confirmation also applies in a pipe.
  expect((await topo(['whoami'], { cwd, env: there })).code).toBe(0)
  expect(keys()).toBe(2)

  expect((await topo(['whoami'], { cwd: folder(files), env: there })).code).toBe(2)
  put(join(cwd, 'topo.config.json'), other.files['topo.config.json'])
  expect((await topo(['whoami'], { cwd, env: there })).code).toBe(2)
  expect([keys(), other.keys()]).toEqual([2, 0])
})

test('login does not prompt for a key for it', { tags: 'terminal' }, async () => {
  const { url, requests, files } = await foreign()
  const cwd = folder(files)
  const piped = await topo(['login', '--with-key'], { cwd, input: canary })
  expect([piped.code, piped.stderr]).toEqual([2, expect.stringContaining(`--base-url ${url}`)])
  const typed = await topoOnTerminal(['login', '--yes'], { cwd, answer: { [question]: 'n\r' } })
  expect([typed.code, typed.screen]).toEqual([2, expect.not.stringContaining('API key')])
  expect(requests).toHaveLength(0)
})

test('an assistant reads public scripts without the key', async () => {
  const { requests, files, keys } = await foreign()
  const { call } = await assistant([], { cwd: folder(files), env })
  expect(codeOf(await call('list_diagrams'))).toBe('TOPO_ADDRESS_UNCONFIRMED')
  expect(requests).toHaveLength(0)
  expect(codeOf(await call('search_gallery', { query: 'x' }))).toBeUndefined()
  expect([requests.length > 0, keys()]).toEqual([true, 0])
})

test.each(oneOf(2, ['publish', 'plan']))(
  'the Action step %s sends its key to the URL of its input',
  { tags: 'git' },
  async (command) => {
    const { url, requests, files, keys } = await foreign()
    const cwd = repository(files)
    const refused = await step({ cwd, inputs: { command, 'api-key': canary } })
    expect([refused.code, refused.log]).toEqual([
      2,
      expect.stringContaining('TOPO_ADDRESS_UNCONFIRMED'),
    ])
    expect(refused.log).toContain(`base-url: ${url}`)
    expect(requests).toHaveLength(0)
    await step({ cwd, inputs: { command, 'api-key': canary, 'base-url': url } })
    expect(keys()).toBeGreaterThan(0)
  },
)
