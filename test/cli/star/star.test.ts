/** Stars end in the wanted state, though the service only toggles. */
import { expect, test } from 'vitest'
import { json, type Reply, testServer } from '../../api/server.ts'
import { as, fault, rows, writes } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, mock, script, topo } from '../topo.ts'

/** True if alice has starred the script. */
async function starred(url: string, slug: string): Promise<boolean> {
  const alice = (await rows(url, 'users')).find(({ username }) => username === 'alice')
  const one = (await rows(url, 'scripts')).find((row) => row.slug === slug)
  return (await rows(url, 'stars')).some(({ id }) => id === `${alice?.id} ${one?.id}`)
}

test.each([
  ['star', 'payments-platform', { starred: true, changed: true }],
  ['star', 'hello-topology', { starred: true, changed: false }],
  ['unstar', 'hello-topology', { starred: false, changed: true }],
  ['unstar', 'payments-platform', { starred: false, changed: false }],
])('%s %s: %j', async (verb, slug, expected) => {
  const { url } = await mock()
  const { code, stdout } = await topo(['script', verb, slug, '--json'], { env: as(url) })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ id: expect.any(String), slug, ...expected })
  expect(await starred(url, slug)).toBe(expected.starred)
})

test('star takes a file, in a pipe and on a terminal', async () => {
  const { url } = await mock()
  const cwd = folder({ 'hello-topology.topology.js': script('hello') })
  const args = ['script', 'star', 'hello-topology.topology.js']
  const piped = await topo(args, { cwd, env: as(url) })
  expect(piped.stdout).toMatch(/^starred\thello-topology\t[0-9a-f-]{36}\n$/)
  const { screen } = await onScreen(args, { cwd, env: as(url) })
  expect(screen).toContain('hello-topology is already starred')
})

test('star handles a lost response, before or after the toggle', async () => {
  for (const kind of ['reset', 'lost-response']) {
    for (const slug of ['payments-platform', 'hello-topology']) {
      const { url } = await mock()
      await fault(url, { method: 'POST', path: '/v1/scripts/*/star', kind, times: 1 })
      const { code, stdout } = await topo(['script', 'star', slug, '--json'], { env: as(url) })
      expect([kind, slug, code, JSON.parse(stdout).changed]).toEqual([kind, slug, 0, null])
      expect([kind, slug, await starred(url, slug)]).toEqual([kind, slug, true])
    }
  }
})

test('an outage during a star reports an unknown state and that a retry is safe', async () => {
  const { url } = await mock()
  await fault(url, { method: 'POST', path: '/v1/scripts/*/star', kind: 'lost-response' })
  const { code, stderr } = await topo(['script', 'star', 'payments-platform'], { env: as(url) })
  expect([code, stderr]).toEqual([75, expect.stringContaining('Run the same command again')])
  expect(await writes(url)).toHaveLength(2)
})

test('star reports a refusal of the service', async () => {
  const { url } = await mock()
  await fault(url, { method: 'POST', path: '/v1/scripts/*/star', status: 403 })
  const { code, stderr } = await topo(['script', 'star', 'payments-platform'], { env: as(url) })
  expect([code, stderr]).toEqual([1, expect.stringContaining('[TOPO_FORBIDDEN]')])
  expect(stderr).not.toContain('may be set or not')
  expect(
    (await topo(['script', 'star', 'payments-platform'], { env: { TOPO_BASE_URL: url } })).code,
  ).toBe(4)
})

test('star gives up if somebody else toggles at the same time', async () => {
  const item = { id: 'one', slug: 'one', name: 'One' }
  const reply: Reply = (request, response, count) =>
    json(200, request.method === 'GET' ? { item } : { starred: false })(request, response, count)
  const { url, requests } = await testServer(reply)
  const { code, stderr } = await topo(['script', 'star', 'one'], { env: as(url) })
  expect([code, stderr]).toEqual([
    6,
    expect.stringMatching(/The script is still not starred after .*\[TOPO_CHANGED_MEANWHILE\]/),
  ])
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('--dry-run shows the toggle and sends nothing', async () => {
  const { url } = await mock()
  const { code, stdout } = await topo(['script', 'unstar', 'hello-topology', '--dry-run'], {
    env: as(url),
  })
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^POST \/v1\/scripts\/[0-9a-f-]+\/star\n$/),
  ])
  expect(await writes(url)).toEqual([])
})
