/** topo waits for no pipe where it expects a file, and ends where a file system refuses new folders with ENOENT. */
import { execFileSync } from 'node:child_process'
import { lstatSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bin, ended, folder, put, type RunOptions, script, start, topo } from '../topo.ts'

/** Code and errors of a process; it is killed if it hangs. */
async function endOf(args: string[], options: RunOptions) {
  const child = start(args, options)
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.end(options.input)
  return ended(child)
}

/** A folder with a script and a pipe that nobody writes to. */
function withPipe(name: string): string {
  const cwd = folder({ 'a.topology.js': script('a') })
  put(join(cwd, name), '')
  rmSync(join(cwd, name))
  execFileSync('mkfifo', ['-m', '600', join(cwd, name)])
  return cwd
}

test.each([
  ['topo.config.json', ['validate']],
  ['.topoignore', ['validate']],
  ['.topo/state.json', ['status', '--local']],
  ['.config/topo/profiles.json', ['whoami', '--base-url', 'http://127.0.0.1:1']],
])('a pipe named %s is an error, not a wait', { tags: 'posix' }, async (name, args) => {
  const { code, stderr } = await topo(args, { cwd: withPipe(name) })
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`${name} is a pipe or a device, not a file.`),
  ])
})

test.each(['b.topology.js', 'readme.md', 'a.md'])(
  'a pipe named %s is skipped',
  { tags: 'posix' },
  async (name) => {
    expect(await topo(['validate'], { cwd: withPipe(name) })).toMatchObject({ code: 0 })
  },
)

test('a pipe in the place of compiled code is replaced', { tags: 'posix' }, async () => {
  const cwd = folder({ 'a.topology.js': script('a') })
  const env = { TOPO_CACHE: join(cwd, 'cache') }
  await endOf(['validate'], { cwd, env })
  const code = join(cwd, 'cache', 'code')
  const file = join(code, readdirSync(code)[0] ?? '')
  rmSync(file)
  execFileSync('mkfifo', ['-m', '600', file])
  expect(await endOf(['validate'], { cwd, env })).toMatchObject({ code: 0 })
})

test('TOPO_API_KEY_FILE may be a pipe: of another program, or one with a name', {
  tags: 'posix',
}, async () => {
  const cwd = withPipe('key')
  const list = `"${process.execPath}" "$TOPO" config list --base-url http://127.0.0.1:1 --json`
  const lines = [
    `(sleep 0.3; echo ca_demo_bob) | TOPO_API_KEY_FILE=/dev/stdin ${list}`,
    `(echo ca_demo_bob > key)& TOPO_API_KEY_FILE=key ${list}`,
  ]
  for (const line of lines)
    expect(
      execFileSync('sh', ['-c', line], { cwd, env: { ...process.env, TOPO: bin } }).toString(),
    ).toContain('TOPO_API_KEY_FILE')
})

/** What a line of shell prints; TOPO is the program. */
const shell = (line: string, cwd: string) =>
  execFileSync('bash', ['-c', line.replaceAll('TOPO', '"$NODE" "$BIN"')], {
    cwd,
    encoding: 'utf8',
    timeout: 20_000,
    env: { ...process.env, NODE: process.execPath, BIN: bin },
  })

test.each([
  ['render a.topology.js --format svg -o', /^<svg /],
  ['validate a.topology.js --output-file', /^\{\n {2}"files": /],
  ['validate a.topology.js --write-baseline', /^\{\n {2}"version": 1,/],
])(
  'topo %s writes into a pipe, and does not replace it by a file',
  { tags: 'posix' },
  (words, written) => {
    const cwd = withPipe('out')
    expect(shell(`cat out & TOPO ${words} out >messages && wait`, cwd)).toMatch(written)
    expect(shell(`TOPO ${words} >(cat) >messages`, cwd)).toMatch(written)
    expect(shell(`TOPO ${words} /dev/stdout | cat`, cwd)).toMatch(written)
    expect(lstatSync(join(cwd, 'out')).isFIFO()).toBe(true)
  },
)

test.skipIf(process.platform !== 'linux')(
  'a home that refuses new folders costs no time and is named',
  async () => {
    const cwd = folder({ 'a.topology.js': script('a') })
    const env = { HOME: '/proc/nohome', TOPO_CACHE: undefined, TOPO_CONFIG_HOME: undefined }
    const { code, stderr } = await endOf(
      ['validate', '--write-baseline', '/proc/nohome/a/b.json'],
      {
        cwd,
        env,
      },
    )
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(
        'Cannot write /proc/nohome/a/b.json: cannot create the folder /proc/nohome/a (ENOENT).',
      ),
    ])
  },
)

test.each([
  ['a name that is too long', 'x'.repeat(300), 'its name is too long'],
  ['a link to itself', 'loop', 'its links lead in a circle'],
])('%s cannot be written, and topo says why', { tags: 'links' }, async (_, name, why) => {
  const cwd = folder({ 'a.topology.js': script('a') })
  symlinkSync('loop', join(cwd, 'loop'))
  const { code, stderr } = await topo(['validate', '--write-baseline', name], { cwd })
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${name}: ${why}. [TOPO_FILE]`)])
})
