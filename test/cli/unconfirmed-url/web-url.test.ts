/** A cloned repository sets the address of the web app: no address is printed or opened under it until a person confirms it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository, step } from '../../action/step.ts'
import { fakeBrowser } from '../fake-browser.ts'
import { assistant } from '../mcp/client.ts'
import { folder, put, script, sharedMock, topo, topoOnTerminal } from '../topo.ts'

const service = sharedMock()
const foreign = 'https://evil.example'

const clone = (webUrl = foreign) =>
  folder({
    'topo.config.json': JSON.stringify({ webUrl }),
    'shown.topology.js': script('shown', 'public: true'),
  })
const env = () => ({ TOPO_BASE_URL: service.url, TOPO_API_KEY: 'ca_demo_alice' })

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT://%0aalert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://x.example',
  'https://user:pw@x.example',
  'https://user@x.example',
  'https:x.example',
  '//x.example',
  'x.example',
  'https://x.example?token=',
  'https://x.example/#',
  ' ',
])('%j is not the address of a web app, wherever it comes from', async (address) => {
  const cwd = folder({
    'topo.config.json': JSON.stringify({ webUrl: address }),
    'a.topology.js': script('a'),
  })
  for (const args of [
    ['validate'],
    ['open', 'hello-topology'],
    ['push'],
    ['script', 'share', 'alice-notes'],
  ]) {
    const { code, stdout, stderr } = await topo(args, { cwd, env: env() })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/topo\.config\.json:1:11: `webUrl`: .*\[TOPO_CONFIG_INVALID\]/)
    expect(stderr).not.toContain('pw')
  }
  if (address.trim() === '') return
  const typed = await topo(['open', 'hello-topology'], { env: { ...env(), TOPO_WEB_URL: address } })
  expect([typed.code, typed.stdout]).toEqual([2, ''])
  expect(typed.stderr).toContain('[TOPO_BASE_URL_INVALID]')
  const set = await topo(['config', 'set', 'webUrl', address], { env: env() })
  expect(set.code).toBe(2)
})

test.each([
  [['open', 'hello-topology']],
  [['open', 'hello-topology', '--json', '--yes']],
  [['script', 'share', 'alice-notes']],
  [['script', 'share', 'alice-notes', '--yes', '--json']],
])('%j names the foreign host and does nothing', async (args) => {
  const { code, stdout, stderr } = await topo(args, { cwd: clone(), env: env() })
  expect([code, stdout + stderr]).toEqual([2, expect.stringContaining('TOPO_ADDRESS_UNCONFIRMED')])
  expect(stdout + stderr).toContain(`TOPO_WEB_URL=${foreign}`)
  const shown = await topo(['show', 'alice-notes', '--json'], { cwd: clone(), env: env() })
  expect(JSON.parse(shown.stdout).shareToken ?? null).toBeNull()
})

test.each([
  [['push', '--yes']],
  [['push', '--json']],
  [['publish', 'shown', '--json']],
  [['show', 'hello-topology']],
  [['pull', 'hello-topology', '--json']],
  [['export', 'out', '--json']],
  [['import', 'rows.json', '--json']],
])('%j prints no address under it, and says why', async (args) => {
  const cwd = clone()
  put(
    join(cwd, 'rows.json'),
    JSON.stringify([{ slug: 'row', isPublic: true, code: script('row') }]),
  )
  if (args[0] === 'publish') await topo(['push'], { cwd, env: env() })
  const { stdout, stderr } = await topo(args, { cwd, env: env() })
  expect(stdout).not.toContain('evil')
  // Once for each run, and only if an address would have been printed.
  expect(stderr.split(foreign).length - 1).toBeLessThanOrEqual(2)
  if (args[0] === 'show') expect(stderr).toContain('nobody has confirmed it')
})

test('an assistant and the Action print no address under it', { tags: 'git' }, async () => {
  const { call } = await assistant([], { cwd: clone(), env: env() })
  expect(JSON.stringify(await call('get_diagram', { script: 'hello-topology' }))).not.toContain(
    'evil',
  )
  const cwd = repository({
    'topo.config.json': JSON.stringify({ webUrl: foreign }),
    'shown.topology.js': script('shown', 'public: true'),
  })
  const inputs = { command: 'publish', 'api-key': 'ca_demo_alice', 'base-url': service.url }
  const { code, summary, outputs, log } = await step({ cwd, inputs })
  expect(code).toBe(0)
  expect(JSON.stringify([summary, outputs])).not.toContain('evil')
  expect(log).toContain(`add \`web-url: ${foreign}\` under \`with:\` of this step`)

  const confirmed = await step({ cwd, inputs: { ...inputs, 'web-url': `${foreign}/` } })
  expect([confirmed.code, confirmed.log]).toEqual([
    0,
    expect.not.stringContaining('nobody has confirmed'),
  ])
  put(join(cwd, 'shown.topology.js'), script('changed', 'public: true'))
  const changed = await step({ cwd, inputs: { ...inputs, 'web-url': foreign } })
  expect(changed.summary).toContain(`${foreign}/v/shown`)
  const wrong = await step({ cwd, inputs: { ...inputs, 'web-url': 'evil.example' } })
  expect([wrong.code, wrong.log]).toEqual([
    2,
    expect.stringContaining('the input `web-url` is not a URL'),
  ])
})

test('doctor says if the address is used, and why not', async () => {
  const webApp = async (cwd: string) => {
    const { stdout } = await topo(['doctor', '--json'], { cwd, env: env() })
    const { items } = JSON.parse(stdout) as {
      items: { check: string; status: string; message: string }[]
    }
    return items.filter(({ check }) => check === 'web app')
  }
  expect(await webApp(clone())).toMatchObject([
    {
      status: 'warning',
      message: expect.stringContaining(`${foreign}, is not used`),
      hint: expect.stringContaining(`set TOPO_WEB_URL=${foreign}`),
    },
  ])
  const own = await webApp(clone(`${service.url}/app`))
  expect(own).toMatchObject([{ status: 'ok', message: `${service.url}/app (topo.config.json)` }])
})

test('a terminal asks once for each folder and host; no means that nothing is opened', {
  tags: 'terminal',
}, async () => {
  const { PATH, opened } = fakeBrowser()
  const home = folder()
  const there = { ...env(), PATH, TOPO_CONFIG_HOME: home }
  const cwd = clone()
  const open = (typed?: string) =>
    topoOnTerminal(['open', 'hello-topology', '--yes'], {
      cwd,
      env: there,
      answer: typed === undefined ? {} : { 'as the web app': typed },
    })
  const refused = await open('n\r')
  expect([refused.code, refused.screen]).toEqual([
    2,
    expect.stringContaining('[TOPO_ADDRESS_UNCONFIRMED]'),
  ])
  expect([opened(), existsSync(join(home, 'confirmed-addresses.json'))]).toEqual([undefined, false])
  expect((await open('y\r')).code).toBe(0)
  await expect.poll(opened).toBe(`${foreign}/v/hello-topology`)
  expect(readFileSync(join(home, 'confirmed-addresses.json'), 'utf8')).toContain(`web ${foreign}`)
  const shared = await topo(['script', 'share', 'alice-notes'], { cwd, env: there })
  expect([shared.code, shared.stdout]).toEqual([0, expect.stringContaining(`${foreign}/share/`)])
  // It confirms no key for that host.
  put(join(cwd, 'topo.config.json'), JSON.stringify({ baseUrl: foreign, webUrl: foreign }))
  const { TOPO_BASE_URL: _, ...rest } = there
  expect((await topo(['list'], { cwd, env: rest })).stderr).toContain('[TOPO_ADDRESS_UNCONFIRMED]')
  put(join(cwd, 'topo.config.json'), JSON.stringify({ webUrl: `${foreign}.example` }))
  expect((await topo(['open', 'hello-topology'], { cwd, env: there })).code).toBe(2)
})

test('an address that the service, the environment or the profile confirms is used', async () => {
  const same = clone(`${service.url}/app/`)
  const shown = await topo(['open', 'hello-topology'], { cwd: same, env: env() })
  expect(shown).toMatchObject({ code: 0, stdout: `${service.url}/app/v/hello-topology\n` })
  const set = { ...env(), TOPO_WEB_URL: `${foreign}/` }
  const opened = await topo(['open', 'hello-topology'], {
    cwd: clone('https://other.example'),
    env: set,
  })
  expect(opened).toMatchObject({ code: 0, stdout: `${foreign}/v/hello-topology\n` })
  const home = folder({
    'profiles.json': JSON.stringify({
      profiles: { default: { baseUrl: service.url, webUrl: foreign, apiKey: 'ca_demo_alice' } },
    }),
  })
  const logged = { TOPO_CONFIG_HOME: home }
  const own = await topo(['open', 'hello-topology'], { cwd: clone(), env: logged })
  expect(own).toMatchObject({ code: 0, stdout: `${foreign}/v/hello-topology\n` })
  const local = await topo(['push', '--local', '--json'], { cwd: clone(), env: logged })
  expect(local.stdout + local.stderr).not.toContain('evil')
})
