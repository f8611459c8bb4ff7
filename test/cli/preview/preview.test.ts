import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fakeBrowser } from '../fake-browser.ts'
import { folder, heard, put, script, startLive, topo } from '../topo.ts'

async function preview(args: string[], cwd: string) {
  const { ended: run, ...child } = await startLive(['preview', ...args], { cwd })
  const stdout = heard(child.stdout)
  await new Promise<void>((ready, failed) => {
    child.stdout.on('data', () => stdout().includes('\n') && ready())
    run.then(({ stderr }) => failed(new Error(stderr)))
  })
  const url = /http:\/\/[\d.:]+/.exec(stdout())?.[0] ?? ''
  const end = (signal: NodeJS.Signals = 'SIGINT') => {
    child.kill(signal)
    return run
  }
  return { url, end }
}

test('--json prints the URL in its first line; Ctrl-C exits 0, even with open connections', {
  tags: 'signals',
}, async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const { url, end } = await preview(['--port', '0', '--json'], cwd)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const events = await fetch(`${url}/events`)
  expect(events.status).toBe(200)
  expect(await (await fetch(`${url}/page.js`)).text()).toContain('EventSource')
  expect(await end()).toEqual({
    code: 0,
    signal: null,
    stdout: `${JSON.stringify({ url })}\n`,
    stderr: '',
  })
  await expect(fetch(url)).rejects.toThrow()
  await expect(events.text()).rejects.toThrow()
})

test('preview refuses requests with a foreign host name', { tags: 'signals' }, async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const { url, end } = await preview(['--port', '0', '--allow-host', 'mine.example'], cwd)
  const ask = (host: string) =>
    new Promise<{ status?: number | undefined; text: string }>((answered, failed) =>
      request(`${url}/scripts`, { headers: { host } }, async (answer) =>
        answered({ status: answer.statusCode, text: (await answer.toArray()).join('') }),
      )
        .on('error', failed)
        .end(),
    )
  const refused = await ask('evil.example')
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringContaining('--allow-host evil.example\n'),
  ])
  expect((await ask('mine.example')).status).toBe(200)
  expect(await end('SIGTERM')).toMatchObject({
    code: 0,
    stdout: `Preview: ${url}\n`,
    stderr: 'It updates after each save. Ctrl-C stops it.\n',
  })
})

test('--host chooses another address, and prints one that a person can open', {
  tags: 'signals',
}, async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const { end } = await preview(['--port', '0', '--host', '::1'], cwd)
  expect(await end()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Preview: http:\/\/\[::1\]:\d+\n$/),
    // It is for this machine.
    stderr: 'It updates after each save. Ctrl-C stops it.\n',
  })
})

test.each([
  ['--host', '', '--host is empty.'],
  [
    '--allow-host',
    'http://mine.example',
    'The value "http://mine.example" of --allow-host is a URL',
  ],
  ['--allow-host', 'mine:4020', 'The value "mine:4020" of --allow-host has a port'],
])('%s %j is a usage error that says what was seen', async (flag, value, message) => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const { code, stderr } = await topo(['preview', flag, value], { cwd })
  expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)])
})

test('a port in use and a project without scripts are errors', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((up) => server.once('listening', up))
  const { port } = server.address() as AddressInfo
  const taken = await topo(['preview', '--port', String(port), '--json'], { cwd })
  expect([taken.code, JSON.parse(taken.stdout).error.code]).toEqual([1, 'TOPO_PORT_IN_USE'])
  const none = await topo(['preview', 'nothing-here'], { cwd })
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('[TOPO_NO_FILES]')])
})

test('preview opens the named script, wherever its file is', { tags: 'signals' }, async () => {
  const elsewhere = folder({ 'far.topology.js': script('far', 'name: Far') })
  const cwd = folder({ 'topo.config.json': '{}', 'shop.topology.js': script('shop') })
  const file = join(elsewhere, 'far.topology.js')
  const { url, end } = await preview([file, '--port', '0'], cwd)
  const titles = async () =>
    (await (await fetch(`${url}/scripts`)).json()).items.map(
      ({ title }: { title: string }) => title,
    )
  await expect.poll(titles).toEqual(['Far'])
  put(file, script('far', 'name: Farther'))
  await expect.poll(titles).toEqual(['Farther'])
  expect(await end()).toMatchObject({ code: 0 })
})

test.each([
  { args: [], env: {}, opens: true },
  { args: ['--no-open'], env: {}, opens: false },
  { args: [], env: { CI: '1' }, opens: false },
])(
  'preview opens the browser on a terminal: $args $env $opens',
  { tags: 'signals' },
  async ({ args, env, opens }) => {
    const cwd = folder({ 'shop.topology.js': script('shop') })
    const { PATH, opened } = fakeBrowser()
    const words = ['preview', '--port', '0', ...args]
    const run = await startLive(words, { cwd, env: { PATH, ...env }, columns: 100 })
    const screen = heard(run.stdout)
    await expect.poll(screen, { timeout: 10_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(screen())?.[0]
    if (opens) await expect.poll(opened, { timeout: 5000 }).toMatch(new RegExp(`^${url}/?$`))
    else await new Promise((later) => setTimeout(later, 500))
    expect(opened() !== undefined).toBe(opens)
    run.kill('SIGINT')
    expect(await run.ended).toMatchObject({ code: 0 })
  },
)

test.each([
  ['emacs-with-a-typo', 'Use vscode, vscode-insiders'],
  ['javascript:alert({file})', 'Use vscode'],
  ['vscode://file/', 'an address with {file}'],
])('--editor %s is a usage error that lists the editors', async (editor, hint) => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const { code, stderr } = await topo(['preview', '--port', '0', '--editor', editor], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain(`Unknown editor "${editor}". [TOPO_USAGE]`)
  expect(stderr.replace(/\s+/g, ' ')).toContain(hint)
})

test('preview draws where the header says, and follows it', { tags: 'signals' }, async () => {
  const code = `const t = new TopologyBuilder(true)
for (const id of ['web', 'db']) t.createProcess({ id })
t.connect('web', 'db', {})
await t.apply()
`
  const led = (direction: string) => `/*---\ndirection: ${direction}\n---*/\n${code}`
  const cwd = folder({ 'shop.topology.js': led('left') })
  const { url, end } = await preview(['--port', '0'], cwd)
  const drawn = async (): Promise<string> => {
    const sheet = await fetch(`${url}/sheet?path=shop.topology.js`)
    return (await sheet.text()).match(/data-direction=\\?"(\w+)/)?.[1] ?? ''
  }
  await expect.poll(drawn).toBe('left')
  put(join(cwd, 'shop.topology.js'), led('up'))
  await expect.poll(drawn, { timeout: 10_000 }).toBe('up')
  await end()
})
