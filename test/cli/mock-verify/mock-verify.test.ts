/** The round trip: `--record` against a deployment, `topo mock verify` against the mock. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MockOptions } from '../../../src/exports/mock.ts'
import { as, fault } from '../control.ts'
import { folder, mock, script, topo, topoProcess } from '../topo.ts'

interface Verified {
  items: {
    file: string
    entry: number
    endpoint: string
    differences: { kind: string; path: string; recorded: string | null; embedded: string | null }[]
  }[]
  totalCount: number
  services: string[]
  compared: number
  skipped: Record<string, number>
}

/** Records commands against a deployment, one file for each; returns the folder and the files. */
async function recorded(
  options: MockOptions,
  commands: readonly string[],
  prepare?: (url: string) => Promise<unknown>,
) {
  const { url } = await mock(options)
  await prepare?.(url)
  const cwd = folder({ 'shop.topology.js': script('shop', 'description: A shop\ntags: [web, App]') })
  const files: string[] = []
  for (const [at, words] of commands.entries()) {
    const file = `${String(at).padStart(2, '0')}.har`
    const { code, stderr } = await topo([...words.split(' '), '--record', file], { cwd, env: as(url) })
    expect([0, 1], `${words}: ${stderr}`).toContain(code)
    files.push(file)
  }
  return { cwd, files, url }
}

const verify = (cwd: string, files: readonly string[], ...flags: string[]) =>
  topo(['mock', 'verify', ...files, ...flags], { cwd })

/** `endpoint: kind path` */
const differencesOf = (stdout: string): string[] => [
  ...new Set(
    (JSON.parse(stdout) as Verified).items.flatMap(({ endpoint, differences }) =>
      differences.map(({ kind, path }) => `${endpoint}: ${kind} ${path}`.trim()),
    ),
  ),
]

const session = [
  ...['status', 'push', 'push', 'pull', 'script list', 'script show hello-topology', 'publish shop'],
  ...['comments list hello-topology', 'comments add hello-topology Good', 'script star hello-topology'],
  ...[
    'script search --starred',
    'collections create Favourites',
    'collections add Favourites hello-topology',
  ],
  ...[
    'collections list',
    'quota',
    'billing show',
    'billing promo SAVE20 --bundle kafka-cases',
    'script show nothing',
  ],
  ...['script share alice-shop', 'script delete shop --yes', 'api /v1/nothing', 'whoami'],
]

test('a recording of the mock has no differences', { timeout: 60_000 }, async () => {
  const { cwd, files, url } = await recorded({}, session)
  const { code, stdout } = await verify(cwd, files)
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^The mock answers \d\d requests as recorded\.\n$/),
  ])
  const json = JSON.parse((await verify(cwd, files, '--json')).stdout) as Verified
  expect(json).toMatchObject({ items: [], totalCount: 0, services: [url] })
  expect(json.compared).toBeGreaterThan(session.length)
  expect(Object.values(json.skipped).every((count) => count === 0)).toBe(true)
})

test('a recording of the probes of doctor has no differences', { timeout: 60_000 }, async () => {
  const { cwd, files } = await recorded({}, ['doctor --service --write --yes'])
  const { stdout } = await verify(cwd, files)
  expect(stdout).toMatch(/^The mock answers \d\d requests as recorded\.\n$/)
})

describe('a recording of another deployment has exactly its differences', () => {
  test('an accent', { timeout: 60_000 }, async () => {
    const { cwd, files } = await recorded({ accents: ['cursor'] }, session)
    const run = await verify(cwd, files, '--json')
    expect(run.code).toBe(1)
    expect(differencesOf(run.stdout).sort()).toEqual([
      'GET /v1/collections: extra nextCursor',
      'GET /v1/scripts/user: extra nextCursor',
    ])
    const { stdout } = await verify(cwd, files)
    expect(stdout).toContain('GET /v1/collections\n  body has also nextCursor (null)  (')
    expect(stdout).toMatch(/\d+ of \d+ requests differ from the mock\.\n$/)
  })

  test('thin answers, and several accents at once', { timeout: 60_000 }, async () => {
    const { cwd, files } = await recorded({ accents: ['lean', 'tidy', 'partial'] }, [
      'push',
      'status',
      'script share alice-shop',
    ])
    const { stdout } = await verify(cwd, files)
    expect(stdout).toMatch(
      /POST \/v1\/scripts\n {2}item lacks name, description, .*, userCanAccess {2}\(00\.har#\d\)\n/,
    )
    expect(stdout).toContain('GET /v1/scripts/user\n  items[] lacks description, type,')
    expect(stdout).toMatch(
      /POST \/v1\/scripts\/\{id\}\/share-token\n {2}status 405, mock: 200 {2}\(02\.har#2\)/,
    )
  })

  test('answers that a gateway changes', async () => {
    const { cwd, files } = await recorded({}, ['quota', 'billing status'], async (url) => {
      await fault(url, {
        path: '/v1/quota/me',
        status: 200,
        body: { tierId: 'x', isAdmin: false, quotas: [], via: 'gw' },
      })
      await fault(url, { path: '/v1/billing/status', status: 203, body: { configured: true } })
    })
    const { stdout } = await verify(cwd, files, '--json')
    expect(differencesOf(stdout)).toEqual(['GET /v1/quota/me: extra via', 'GET /v1/billing/status: status'])
    expect(JSON.parse(stdout).items[0]).toEqual({
      file: '00.har',
      entry: 1,
      method: 'GET',
      path: '/v1/quota/me',
      endpoint: 'GET /v1/quota/me',
      differences: [{ kind: 'extra', path: 'via', recorded: 'string', embedded: null }],
    })
  })
})

test('text of the file is harmless in the output', async () => {
  const { cwd, files } = await recorded({}, ['quota'], (url) =>
    fault(url, {
      path: '/v1/quota/me',
      status: 200,
      body: { tierId: 'x', isAdmin: false, quotas: [], '\u001b[2J::error::x': 1 },
    }),
  )
  const { stdout } = await verify(cwd, files)
  expect(stdout).not.toContain('\u001b[2J')
  expect(stdout).toContain('body has also ::error::x (number)')
  expect(stdout.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([])
})

describe('the files', () => {
  test('only requests below --base-url are taken', async () => {
    const { cwd, files, url } = await recorded({}, ['quota'])
    expect(await verify(cwd, files, '--base-url', url)).toMatchObject({ code: 0 })
    const { code, stderr } = await verify(cwd, files, '--base-url', 'https://other.example.com')
    expect([code, stderr]).toEqual([2, expect.stringContaining('[TOPO_HAR_EMPTY]')])
    expect(stderr).toContain('00.har: no answered request to https://other.example.com.')
  })

  test('a recording without requests, one that is not JSON, and one that is missing', async () => {
    const cwd = folder({ 'shop.topology.js': script('shop'), 'b.har': '{"log":\n oops}' })
    await topo(['validate', '--record', 'a.har'], { cwd })
    const [empty, broken, missing] = [
      await verify(cwd, ['a.har']),
      await verify(cwd, ['b.har']),
      await verify(cwd, ['c.har']),
    ]
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('[TOPO_HAR_EMPTY]')])
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('b.har:2:2: not valid JSON: ')])
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('[TOPO_READ_FAILED]')])
  })

  test('nothing is sent over the network', async () => {
    const { cwd, files } = await recorded({}, ['quota', 'push'])
    const guard = resolve(import.meta.dirname, '../network/no-network.cjs')
    const run = await topoProcess(['mock', 'verify', ...files], {
      cwd,
      env: {
        NODE_OPTIONS: `--require ${JSON.stringify(guard)}`,
        TOPO_BASE_URL: 'https://service.example.com',
        TOPO_API_KEY: 'ca_x_0123456789',
      },
    })
    expect(run).toMatchObject({ code: 0, signal: null, stderr: '' })
    // The recording stays as it is.
    expect(JSON.parse(readFileSync(join(cwd, '00.har'), 'utf8')).log.entries).toHaveLength(1)
  })
})
