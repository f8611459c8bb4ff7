/** `topo mock start` prints one line when ready, exits cleanly, and uses the same data as `--local`. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAll } from '../../cases.ts'
import { folder, heard, mock, mockProcess, start, topo } from '../topo.ts'

test('mock start prints one JSON line when ready, serves the viewer, and exits 0 on SIGTERM', {
  tags: 'signals',
}, async () => {
  const service = await mockProcess()
  const page = await fetch(`${service.url}/v/hello-topology`)
  expect([page.status, page.headers.get('x-topo-mock')]).toEqual([200, '1'])
  expect(await page.text()).toContain('<h1>Hello, topology</h1>')
  expect((await fetch(`${service.url}/v/alice-notes`)).status).toBe(404)
  // Threads draw and check the scripts.
  const picture = await fetch(`${service.url}/__mock/scripts/hello-topology/picture.svg`)
  expect(await picture.text()).toMatch(/^<svg /)
  const refused = await fetch(`${service.url}/v1/scripts`, {
    method: 'POST',
    headers: { authorization: 'Bearer ca_demo_alice' },
    body: JSON.stringify({ name: 'x', type: 'topology', code: 'const x = 1' }),
  })
  expect([refused.status, (await refused.json()).errors]).toEqual([
    422,
    expect.arrayContaining([expect.objectContaining({ type: 'missing' })]),
  ])
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })
})

test('kill -9 during many writes loses no acknowledged write', async () => {
  const cwd = folder()
  const headers = { authorization: 'Bearer ca_demo_carol' }
  const acknowledged: string[] = []
  const rounds = isAll ? 3 : 1
  for (let round = 0; round < rounds; round++) {
    const child = start(['mock', 'start', '--port', '0', '--json', '--data', 'data'], { cwd })
    const url = await new Promise<string>((ready) =>
      child.stdout.once('data', (line: Buffer) => ready(JSON.parse(line.toString()).url)),
    )
    const dead = new Promise((closed) => child.once('close', closed))
    const enough = acknowledged.length + 20
    const write = async (writer: number) => {
      for (let n = 0; n < 40; n++) {
        const name = `r${round}-w${writer}-${n}`
        const body = JSON.stringify({ name, type: 'sketch', code: 'x'.repeat(5000) })
        const response = await fetch(`${url}/v1/scripts`, { method: 'POST', headers, body })
        acknowledged.push((await response.json()).item.slug)
        if (acknowledged.length === enough) child.kill('SIGKILL')
      }
    }
    await Promise.allSettled([write(0), write(1), write(2)])
    await dead
  }
  const service = await mockProcess(['--data', 'data'], { cwd })
  const statuses = await Promise.all(
    acknowledged.map(
      async (slug) => (await fetch(`${service.url}/v1/scripts/${slug}`, { headers })).status,
    ),
  )
  expect(acknowledged.length).toBeGreaterThanOrEqual(20 * rounds)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('a port in use is an error', async () => {
  const { url } = await mock()
  const { code, stderr } = await topo(['mock', 'start', '--port', new URL(url).port])
  expect([code, stderr]).toEqual([1, expect.stringContaining('[TOPO_PORT_IN_USE]')])
})

test('flags set rate, seed and clock', async () => {
  const service = await mockProcess(
    ['--rate-limit', '1', '--seed', '7', '--clock', '2026-03-01T00:00:00Z'],
    {
      cwd: join(folder()),
    },
  )
  const ask = () => fetch(`${service.url}/v1/quota/me`, { headers: { 'x-api-key': 'ca_demo_bob' } })
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429])
})

test('flags let a page, a host name and another machine in', async () => {
  const page = 'http://localhost:5173'
  const flags = ['--cors', page, '--cors', 'http://app.test', '--allow-host', 'data.test']
  const { url } = await mockProcess([...flags, '--control-host', 'control.test'])
  const ask = (path: string, headers: Record<string, string>) =>
    new Promise<IncomingMessage>((answered, failed) =>
      request(url + path, { headers }, (answer) => answered(answer.resume()))
        .on('error', failed)
        .end(),
    )
  const status = async (path: string, host: string) => (await ask(path, { host })).statusCode
  for (const origin of [page, 'http://app.test'])
    expect((await ask('/v1/quota/me', { origin })).headers['access-control-allow-origin']).toBe(
      origin,
    )
  expect(await status('/openapi.json', 'data.test')).toBe(200)
  expect(await status('/openapi.json', 'evil.test')).toBe(403)
  expect(await status('/__mock/state', 'control.test')).toBe(200)
  expect(await status('/__mock/state', 'data.test')).toBe(403)
})

test.each([
  [
    '--cors',
    'localhost:5173',
    'The value "localhost:5173" of --cors is not an origin; write http://localhost:5173.',
  ],
  ['--cors', 'null', 'The value "null" of --cors is the origin of files'],
  ['--allow-host', 'mock:4010', 'The value "mock:4010" of --allow-host has a port'],
  ['--control-host', '', 'The value "" of --control-host is empty.'],
  ['--host', '', '--host is empty.'],
])(
  '%s %j is a usage error of both commands that says what was seen',
  async (flag, value, message) => {
    for (const words of [['start'], ['exec', '--', 'true']]) {
      const [name = '', ...rest] = words
      const { code, stderr } = await topo(['mock', name, flag, value, ...rest])
      expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)])
    }
  },
)

test('says that Ctrl-C ends it, and who sees its page', { tags: 'signals' }, async () => {
  const said = async (...args: string[]) => {
    const child = start(['mock', 'start', '--port', '0', ...args])
    const stdout = heard(child.stdout)
    const stderr = heard(child.stderr)
    await expect.poll(stderr, { timeout: 15_000 }).toContain('Ctrl-C stops it.')
    const [, port = ''] = /:(\d+)\s/.exec(stdout()) ?? []
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text()
    child.kill('SIGINT')
    await once(child, 'close')
    return { text: stderr(), page }
  }
  const usual = await said()
  expect(usual.text).not.toContain('other machines')
  expect(usual.page).toContain('Only the machine that runs it sees this page.')
  const open = await said('--host', '0.0.0.0', '--control-host', 'mock')
  expect(open.text).toContain(
    'It listens on 0.0.0.0: other machines can use it. Only this machine and those who call it mock can open its page and control it.',
  )
  expect(open.page).toContain('and whoever reaches it as mock.')
})
