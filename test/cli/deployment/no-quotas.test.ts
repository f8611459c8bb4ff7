/** A deployment without quotas: everything else works, and costs are unknown. */
import { expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { as, fault, requests } from '../control.ts'
import { folder, mock, script, topo } from '../topo.ts'

test.each(
  oneOf(3, [
    ['a missing endpoint', { status: 404, body: { error: 'not_found' } }],
    ['a forbidden one', { status: 403, body: { error: 'forbidden' } }],
    ['the page of a framework', { status: 404, body: '<html>Not found</html>' }],
    ['quotas that are null', { status: 200, body: { quotas: null } }],
    ['null', { status: 200, body: 'null' }],
  ] as const),
)('login, whoami and the plans of push and import work with %s', async (_how, answer) => {
  const { url } = await mock({})
  await fault(url, { method: 'GET', path: '/v1/quota/me', ...answer })
  const cwd = folder({
    '.git/HEAD': '',
    'a.topology.js': script('a'),
    'rows.json': JSON.stringify([{ slug: 'b', code: script('b') }]),
  })
  const env = as(url)
  const run = async (line: string, input = '') => {
    const { code, stdout, stderr } = await topo([...line.split(' '), '--json', '--no-input'], {
      cwd,
      env,
      input,
    })
    expect(code, stderr + stdout).toBe(0)
    return JSON.parse(stdout)
  }
  expect(await run('whoami')).toMatchObject({
    address: url,
    tierId: 'unknown',
    isAdmin: false,
    quotas: [],
  })
  const plan = await run('push --dry-run')
  expect(plan.items).toMatchObject([{ action: 'create', slug: 'a' }])
  expect(plan.quota).toContainEqual({ key: 'draftsPerDay', needed: 1 })
  expect((await run('import rows.json --dry-run')).quota).toContainEqual({
    key: 'draftsPerDay',
    needed: 1,
  })
  expect(await run(`login --with-key --base-url ${url}`, env.TOPO_API_KEY)).toMatchObject({
    tierId: 'unknown',
  })
  expect((await requests(url)).every(({ method }) => method === 'GET')).toBe(true)
})

test('a rejected key and an outage are not taken for missing quotas', async () => {
  const { url } = await mock({})
  const cwd = folder({})
  const whoami = async (env: Record<string, string>) =>
    JSON.parse((await topo(['whoami', '--json'], { cwd, env })).stdout).error.code
  expect(await whoami({ ...as(url), TOPO_API_KEY: 'ca_nobody' })).toBe('TOPO_UNAUTHORIZED')
  await fault(url, { method: 'GET', path: '/v1/quota/me', status: 503 })
  expect(await whoami(as(url))).toBe('TOPO_UNAVAILABLE')
})
