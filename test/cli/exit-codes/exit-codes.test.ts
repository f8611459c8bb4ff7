/** Every exit code: the same as text and as JSON, in a pipe and on a terminal. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { tryParseJson } from '../../../src/text/parse-json.ts'
import { closedAddress, testServer } from '../../api/server.ts'
import { isAll, oneOf } from '../../cases.ts'
import { as } from '../control.ts'
import { bin, folder, mock, script, start, topo } from '../topo.ts'

interface Case {
  args: string[]
  cwd?: string
  env?: Record<string, string>
}

const broken = script('shop').replace("'shop-db', {", "'shop-bd', {")

const many = Array.from({ length: 22 }, (_, n) => `s${n}`)
const sabotage = 'process.cwd=()=>{throw new TypeError("sabotaged")}'
const sabotaged = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(sabotage)}` }

const cases: [expected: number, what: string, code: string, prepare: () => Case | Promise<Case>][] =
  [
    [
      0,
      'an empty list',
      '',
      async () => ({ args: ['script', 'list'], env: as((await mock({ fixtures: 'none' })).url) }),
    ],
    [
      1,
      'findings',
      '',
      () => ({ args: ['validate'], cwd: folder({ 'shop.topology.js': broken }) }),
    ],
    [2, 'an unknown flag', 'TOPO_USAGE', () => ({ args: ['validate', '--frobnicate'] })],
    [
      4,
      'a revoked key',
      'TOPO_UNAUTHORIZED',
      async () => ({ args: ['quota'], env: as((await mock()).url, 'revoked') }),
    ],
    [
      5,
      'a quota that ends in the middle of a batch',
      'TOPO_QUOTA_EXCEEDED',
      () => ({
        args: ['push', '--local'],
        cwd: folder(Object.fromEntries(many.map((name) => [`${name}.topology.js`, script(name)]))),
      }),
    ],
    [
      6,
      'a conflict',
      '',
      () => ({
        args: ['push', '--local', '--on-conflict', 'fail'],
        cwd: folder({ 'alice-shop.topology.js': script('shop') }),
      }),
    ],
    [70, 'a bug', 'TOPO_BUG', () => ({ args: ['script', 'list', '--local'], env: sabotaged })],
    [
      75,
      'an outage',
      'TOPO_REFUSED_CONNECTION',
      async () => ({ args: ['quota'], env: as(await closedAddress()) }),
    ],
  ]

test.each(cases)(
  'E1 E2 E6 E11: exit code %i for %s, as text and as JSON, in a pipe and on a terminal',
  async (expected, _what, code, prepare) => {
    const { args, ...options } = await prepare()
    const json = [...args, '--json']

    const text = await topo(args, options)
    expect(text.code).toBe(expected)
    // oxlint-disable-next-line no-control-regex
    expect(text.stdout + text.stderr).not.toContain('\u001b')
    expect(text.stderr).not.toMatch(/^\s+at /m)

    const document = await topo(json, options)
    expect(document.code).toBe(expected)
    const data = JSON.parse(document.stdout)
    if (code !== '') {
      expect(text.stderr).toContain(`[${code}]`)
      expect(data.error).toMatchObject({ code, exitCode: expected, message: expect.any(String) })
      expect(Object.keys(data.error).sort()).toEqual(
        [
          'code',
          'details',
          'exitCode',
          'hint',
          'message',
          'requestId',
          'retryable',
          'status',
        ].sort(),
      )
    }

    const terminal = { ...options, columns: 100 }
    if (isAll) expect((await topo(args, terminal)).code).toBe(expected)
    const shown = await topo(json, terminal)
    expect(shown.code).toBe(expected)
    expect(tryParseJson(shown.stdout), shown.stdout).toBeDefined()
  },
)

test.each(
  oneOf(2, [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const),
)(
  'E13: %s while a request is under way is exit code %i',
  { tags: 'signals' },
  async (signal, code) => {
    const { url, requests } = await testServer(() => {})
    const child = start(['quota'], { env: as(url) })
    await expect.poll(() => requests.length).toBe(1)
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([code, null])
  },
)

test('a current folder that was removed is not reported as a bug', { tags: 'posix' }, () => {
  const cwd = folder()
  const remove = 'rmdir "$PWD" && exec "$0" "$@"'
  const { status, stderr } = spawnSync('sh', ['-c', remove, process.execPath, bin, 'validate'], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  expect([status, stderr]).toEqual([2, expect.stringContaining('[TOPO_NO_FOLDER]')])
})

const refused = [
  [
    'push --local',
    /Cannot write \S+[\\/]\.topo[\\/]\S+: cannot create the folder \S+[\\/]\.topo \(EACCES\)\./,
  ],
  [
    'render shop.topology.js -o out/shop.svg',
    /Cannot write \S+shop\.svg: cannot create the folder \S+out \(EACCES\)\./,
  ],
  ['render shop.topology.js -o shop.svg', /Cannot write \S+shop\.svg \(EACCES\)\./],
] as const
test.each(oneOf(2, refused))(
  '%s in a folder of another user says what is refused',
  { tags: 'modes' },
  (words, message) => {
    const cwd = folder({ 'shop.topology.js': script('shop') })
    chmodSync(cwd, 0o555)
    onTestFinished(() => chmodSync(cwd, 0o755))
    const { status, stderr } = spawnSync(process.execPath, [bin, ...words.split(' ')], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: cwd },
      // The system refuses root nothing.
      ...(process.getuid?.() === 0 && { uid: 1000, gid: 1000 }),
    })
    expect([status, stderr.replaceAll(cwd, '/work')]).toEqual([1, expect.stringMatching(message)])
    expect(stderr).toContain('--user')
  },
)
