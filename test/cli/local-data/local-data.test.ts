/** `--local` uses a running `topo mock start` on the same data, and sends nothing to anything else. */
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import { nodeFiles } from '../../../src/mock/persist/files.ts'
import { Lock } from '../../../src/mock/persist/lock.ts'
import { listenAt } from '../../../src/mock/persist/sockets.ts'
import { testAll } from '../../cases.ts'
import { folder, mockProcess, script, topo } from '../topo.ts'

const data = join('.topo', 'local')

test('--local uses a running topo mock start on the same data: push, read, viewer, sync records, other users', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop', 'public: true') })
  await topo(['push', '--local'], { cwd })
  const service = await mockProcess(['--data', data], { cwd })
  writeFileSync(join(cwd, 'next.topology.js'), script('next', 'public: true'))
  const pushed = await topo(['push', '--local', '--json'], { cwd })
  expect(pushed).toMatchObject({ code: 0, stderr: '' })
  // The scripts are those that --local pushed before, with the same records.
  expect(JSON.parse(pushed.stdout)).toMatchObject({ counts: { created: 1, unchanged: 1 } })
  expect((await fetch(`${service.url}/v/next`)).status).toBe(200)
  const shown = await topo(['script', 'show', 'next', '--local'], { cwd })
  expect(shown.stdout).toContain(`${service.url}/v/next`)
  const locked = await topo(['mock', 'start', '--port', '0', '--data', data], { cwd })
  expect([locked.code, locked.stderr]).toEqual([
    75,
    expect.stringContaining(`which serves it at ${service.url}`),
  ])
  expect(locked.stderr).toContain('[TOPO_DATA_LOCKED]')
  // A command for another user keeps its key.
  const env = { TOPO_API_KEY: 'ca_demo_bob' }
  await topo(['collections', 'create', 'Of Bob', '--local'], { cwd, env })
  const { stdout } = await topo(['collections', 'list', '--local'], { cwd, env })
  expect(stdout).toContain('Of Bob')
  expect((await topo(['collections', 'list', '--local'], { cwd })).stdout).not.toContain('Of Bob')
  await service.stop()
  const again = await topo(['status', '--local', '--json'], { cwd })
  expect(JSON.parse(again.stdout)).toMatchObject({
    items: [{ state: 'in-sync' }, { state: 'in-sync' }],
  })
})

/** A lock of this process that names an address, and what arrives there. */
async function published(reply: (request: IncomingMessage) => string) {
  const cwd = folder({ [`${data}/notes.txt`]: '' })
  const asked: { url: string; headers: string }[] = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: JSON.stringify(request.headers) })
    response.end(reply(request))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const lock = await Lock.acquire(join(cwd, data), nodeFiles, systemClock)
  onTestFinished(() => {
    server.close()
    lock.release()
  })
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  lock.publish(url)
  return { cwd, asked, lock, url }
}

testAll('a stranger on the port of a lock gets a random number and nothing else', async () => {
  const { cwd, asked } = await published(() => '{"proof":"0000"}')
  const { code, stderr } = await topo(['collections', 'create', 'Secret name', '--local'], { cwd })
  expect([code, stderr]).toEqual([75, expect.stringContaining('[TOPO_DATA_LOCKED]')])
  expect(asked.length).toBeGreaterThan(0)
  for (const { url, headers } of asked) {
    expect(url).toMatch(/^\/__mock\/lock\?nonce=[0-9a-f]{32}$/)
    expect(headers).not.toMatch(/ca_demo|authorization|cookie|api-key/i)
  }
  // A recorded answer is of no use: the number is new each time.
  expect(new Set(asked.map(({ url }) => url)).size).toBe(asked.length)
})

test('a mock in another container that cannot be reached: one sentence says what to do', async () => {
  const { cwd, asked, lock, url } = await published(() => '{}')
  lock.release()
  const holder = { pid: 1, host: 'box', isOwner: true, secret: 'ab'.repeat(32), url }
  const path = join(cwd, data, 'lock-0000000000000077-abcdef')
  const socket = await listenAt(path, () => JSON.stringify(holder))
  onTestFinished(() => void socket.close())
  const { code, stderr } = await topo(['collections', 'list', '--local'], { cwd })
  expect(code).toBe(75)
  expect(stderr).toContain(
    `in use by process 1 of another container (box), which serves it at ${url}.`,
  )
  expect(stderr).toContain('Make that port reachable from here and use its address as the base URL')
  expect(asked.map(({ url: requestUrl }) => requestUrl)).toEqual([
    expect.stringMatching(/^\/__mock\/lock\?nonce=[0-9a-f]{32}$/),
  ])
})
