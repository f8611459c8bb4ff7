/** How other programs start topo, by where it is installed. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, onTestFinished, test } from 'vitest'
import { startCommand } from '../../../src/cli/init/start-command.ts'
import { folder, topo } from '../topo.ts'

const repository = resolve(import.meta.dirname, '../../..')

/** An installed package with its program. */
function installed(packageRoot: string): string {
  mkdirSync(join(packageRoot, 'bin'), { recursive: true })
  writeFileSync(join(packageRoot, 'bin/run.js'), '')
  return packageRoot
}

const start = (
  given: Partial<Parameters<typeof startCommand>[0]> & { folder: string; packageRoot: string },
) => startCommand({ platform: 'linux', searchPath: '', isPnp: false, ...given })

test('an installation in the project is started by its path, on every platform', () => {
  const cwd = folder()
  const packageRoot = installed(join(cwd, 'node_modules/topo-cli'))
  for (const platform of ['linux', 'win32'] as const)
    expect(start({ folder: cwd, packageRoot, platform })).toEqual({
      command: 'node',
      args: ['node_modules/topo-cli/bin/run.js'],
    })
})

test('a workspace above and a link of pnpm count as installed in the project', {
  tags: 'links',
}, () => {
  const top = folder({ 'packages/shop/package.json': '{}' })
  const packageRoot = installed(join(top, 'node_modules/.pnpm/topo-cli@1/node_modules/topo-cli'))
  symlinkSync(packageRoot, join(top, 'node_modules/topo-cli'))
  expect(
    start({ folder: join(top, 'packages/shop'), packageRoot: realpathSync(packageRoot) }),
  ).toEqual({
    command: 'node',
    args: ['../../node_modules/topo-cli/bin/run.js'],
  })
})

test('another topo in the project is not the one that runs', () => {
  const cwd = folder()
  installed(join(cwd, 'node_modules/topo-cli'))
  const packageRoot = installed(join(folder(), 'topo-cli'))
  expect(start({ folder: cwd, packageRoot })).toMatchObject({
    args: [join(packageRoot, 'bin/run.js')],
  })
})

test('a global installation is started by name; Windows needs a shell for it', {
  tags: 'links',
}, () => {
  const prefix = folder()
  const packageRoot = installed(join(prefix, 'lib/node_modules/topo-cli'))
  mkdirSync(join(prefix, 'bin'))
  symlinkSync(join(packageRoot, 'bin/run.js'), join(prefix, 'bin/topo'))
  const searchPath = ['relative', folder(), join(prefix, 'bin')].join(delimiter)
  expect(start({ folder: folder(), packageRoot, searchPath })).toEqual({
    command: 'topo',
    args: [],
  })
  const windows = folder({ 'topo.cmd': '' })
  const there = installed(join(windows, 'node_modules/topo-cli'))
  expect(
    start({ folder: folder(), packageRoot: there, searchPath: windows, platform: 'win32' }),
  ).toEqual({
    command: 'cmd',
    args: ['/c', 'topo'],
  })
})

test('another topo that comes first in PATH is not started', () => {
  const packageRoot = installed(join(folder(), 'topo-cli'))
  const searchPath = folder({ topo: '' })
  expect(start({ folder: folder(), packageRoot, searchPath })).toMatchObject({ command: 'node' })
})

test.each([
  '.npm/_npx/4f/node_modules',
  '.cache/pnpm/dlx/ab/node_modules',
  'bunx-0-topo/node_modules',
])(
  'what %s contains is gone soon, so npx starts the one of the project and downloads nothing',
  (where) => {
    const packageRoot = installed(join(folder(), where, 'topo-cli'))
    const cwd = folder()
    expect(start({ folder: cwd, packageRoot })).toMatchObject({
      command: 'npx',
      args: ['--no-install', 'topo'],
      todo: expect.stringContaining('Install topo in the project'),
    })
    expect(start({ folder: cwd, packageRoot, platform: 'win32' })).toMatchObject({
      command: 'cmd',
      args: ['/c', 'npx', '--no-install', 'topo'],
    })
  },
)

test("Plug'n'Play has no folder, so yarn starts it", () => {
  const packageRoot = '/project/.yarn/cache/topo-cli.zip/node_modules/topo-cli'
  expect(start({ folder: folder(), packageRoot, isPnp: true })).toEqual({
    command: 'yarn',
    args: ['topo'],
  })
})

test('after an installation in the project, the schema exists and a client starts the server', {
  tags: 'links',
}, async () => {
  const cwd = folder()
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(repository, join(cwd, 'node_modules/topo-cli'), 'junction')
  const { stdout } = await topo(['init', '--mcp', '--json'], { cwd })
  expect(JSON.parse(stdout).todo).toEqual([])
  const read = (name: string) => JSON.parse(readFileSync(join(cwd, name), 'utf8'))
  expect(existsSync(join(cwd, read('topo.config.json').$schema))).toBe(true)
  const { command, args } = read('.mcp.json').mcpServers.topo
  const client = new Client({ name: 'story', version: '1' })
  onTestFinished(() => client.close())
  await client.connect(new StdioClientTransport({ command, args, cwd, stderr: 'ignore' }))
  expect((await client.listTools()).tools.length).toBeGreaterThan(3)
})

test('settings name no schema that other machines lack', async () => {
  const cwd = folder()
  const { stdout } = await topo(['init', '--json'], { cwd })
  expect(JSON.parse(stdout).todo).toEqual([])
  expect(readFileSync(join(cwd, 'topo.config.json'), 'utf8')).toBe('{}\n')
})
