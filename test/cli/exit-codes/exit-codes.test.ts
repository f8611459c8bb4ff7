/** Every exit code: the same as text and as JSON, in a pipe and on a terminal. */
import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tryParseJson } from '../../../src/project/files/json-text.ts'
import { closedAddress, testServer } from '../../api/server.ts'
import { bin, folder, mock, put, script, start, topo, topoOnTerminal } from '../topo.ts'

interface Case {
  args: string[]
  cwd?: string
  env?: Record<string, string>
}

const broken = script('shop').replace("'shop-db', {", "'shop-bd', {")

const cases: Record<number, { what: string; code?: string; prepare: () => Promise<Case> }> = {
  0: {
    what: 'an empty list',
    prepare: async () => {
      const { url } = await mock({ fixtures: 'none' })
      return { args: ['script', 'list'], env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_demo_alice' } }
    },
  },
  1: {
    what: 'findings',
    prepare: async () => ({ args: ['validate'], cwd: folder({ 'shop.topology.js': broken }) }),
  },
  2: {
    what: 'an unknown flag',
    code: 'TOPO_USAGE',
    prepare: async () => ({ args: ['validate', '--frobnicate'] }),
  },
  4: {
    what: 'a revoked key',
    code: 'TOPO_UNAUTHORIZED',
    prepare: async () => {
      const { url } = await mock()
      return { args: ['quota'], env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_demo_revoked' } }
    },
  },
  5: {
    what: 'a quota that ends in the middle of a batch',
    code: 'TOPO_QUOTA_EXCEEDED',
    prepare: async () => {
      const names = Array.from({ length: 22 }, (_, n) => `s${n}`)
      const cwd = folder(Object.fromEntries(names.map((name) => [`${name}.topology.js`, script(name)])))
      return { args: ['push', '--local'], cwd }
    },
  },
  6: {
    what: 'a conflict',
    prepare: async () => {
      const cwd = folder({ 'alice-shop.topology.js': script('shop') })
      return { args: ['push', '--local', '--on-conflict', 'fail'], cwd }
    },
  },
  70: {
    what: 'a bug',
    code: 'TOPO_BUG',
    prepare: async () => {
      const sabotage = 'process.cwd=()=>{throw new TypeError("sabotaged")}'
      return {
        args: ['script', 'list', '--local'],
        env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(sabotage)}` },
      }
    },
  },
  75: {
    what: 'an outage',
    code: 'TOPO_REFUSED_CONNECTION',
    prepare: async () => ({
      args: ['quota'],
      env: { TOPO_BASE_URL: await closedAddress(), TOPO_API_KEY: 'ca_demo_alice' },
    }),
  },
}

describe.each(Object.entries(cases))('E1 E2 E6 E11: exit code %s', (expected, { what, code, prepare }) => {
  test(`${what}, as text and as JSON, in a pipe and on a terminal`, { tags: 'terminal' }, async () => {
    const { args, ...options } = await prepare()
    const json = [...args, '--json']

    const text = await topo(args, options)
    expect(text.code).toBe(Number(expected))
    // oxlint-disable-next-line no-control-regex
    expect(text.stdout + text.stderr).not.toContain('\u001b')
    expect(text.stderr).not.toMatch(/^\s+at /m)

    const document = await topo(json, options)
    expect(document.code).toBe(Number(expected))
    const data = JSON.parse(document.stdout)
    if (code !== undefined) {
      expect(text.stderr).toContain(`[${code}]`)
      expect(data.error).toMatchObject({ code, exitCode: Number(expected), message: expect.any(String) })
      expect(Object.keys(data.error).sort()).toEqual(
        ['code', 'details', 'exitCode', 'hint', 'message', 'requestId', 'retryable', 'status'].sort(),
      )
    }

    expect((await topoOnTerminal(args, options)).code).toBe(Number(expected))
    const terminal = await topoOnTerminal(json, options)
    expect(terminal.code).toBe(Number(expected))
    const shown = terminal.screen.slice(terminal.screen.indexOf('{'))
    expect(tryParseJson(shown), terminal.raw).toBeDefined()
  })
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'E13: %s while a request is under way is exit code %i',
  { tags: 'signals' },
  async (signal, code) => {
    let arrived = () => {}
    const asked = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const { url } = await testServer(() => arrived())
    const child = start(['quota'], { env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_demo_alice' } })
    await asked
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.kill(signal)
    expect(await closed).toBe(code)
  },
)

test('E5: a batch that meets its quota lists the outcome of every script', async () => {
  const names = Array.from({ length: 22 }, (_, n) => `s${n}`)
  const cwd = folder(Object.fromEntries(names.map((name) => [`${name}.topology.js`, script(name)])))
  const { stdout } = await topo(['push', '--local', '--json'], { cwd })
  expect(JSON.parse(stdout).error.details).toMatchObject({
    totalCount: 22,
    counts: { created: 20, 'not-done': 2 },
  })
  put(join(cwd, 'nothing'), '')
  const again = JSON.parse((await topo(['push', '--local', '--json'], { cwd })).stdout)
  expect(again.error.details.counts).toEqual({ unchanged: 20, 'not-done': 2 })
})

test('a current folder that was removed is not reported as a bug', { tags: 'posix' }, () => {
  const [cwd, remove] = [folder(), 'rmdir "$PWD" && exec "$0" "$@"']
  const { status, stderr } = spawnSync('sh', ['-c', remove, process.execPath, bin, 'validate'], {
    ...{ cwd, encoding: 'utf8', env: { PATH: process.env.PATH } },
  })
  expect([status, stderr]).toEqual([2, expect.stringContaining('[TOPO_NO_FOLDER]')])
})

test.each([
  [
    'push --local',
    /Cannot write \S+[\\/]\.topo[\\/]\S+: cannot create the folder \S+[\\/]\.topo \(EACCES\)\./,
  ],
  [
    'render shop.topology.js -o out/shop.svg',
    /Cannot write \S+shop\.svg: cannot create the folder \S+out \(EACCES\)\./,
  ],
  ['render shop.topology.js -o shop.svg', /Cannot write \S+shop\.svg \(EACCES\)\./],
])('%s in a folder of another user says what is refused', { tags: 'modes' }, (words, message) => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  chmodSync(cwd, 0o555)
  onTestFinished(() => chmodSync(cwd, 0o755))
  const { status, stderr } = spawnSync(process.execPath, [bin, ...words.split(' ')], {
    ...{ cwd, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: cwd } },
    // The system refuses root nothing.
    ...(process.getuid?.() === 0 && { uid: 1000, gid: 1000 }),
  })
  expect([status, stderr.replaceAll(cwd, '/work')]).toEqual([1, expect.stringMatching(message)])
  expect(stderr).toContain('--user')
})
