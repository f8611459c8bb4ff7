/** Commands that need no network do not use it, whatever is configured. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { commandIds, files } from '../commands.ts'
import { folder, topo, topoProcess } from '../topo.ts'

const preload = resolve(import.meta.dirname, 'no-network.cjs')
const remote = {
  NODE_OPTIONS: `--require ${JSON.stringify(preload)}`,
  TOPO_BASE_URL: 'https://service.example.com',
  TOPO_WEB_URL: 'https://example.com',
  TOPO_API_KEY: 'ca_network_0123456789',
  HTTPS_PROXY: 'http://proxy.example.com:3128',
}

const calls: [id: string, argv: string[]][] = [
  ['', ['--help']],
  ['', ['--version']],
  ['', ['push', '--help']],
  ['', ['script']],
  ['script:validate', ['validate']],
  ['script:validate', ['validate', '--json']],
  ['script:new', ['script', 'new', 'first']],
  ['script:render', ['script', 'render', 'odd.topology.js', '-o', '-']],
  ['init', ['init']],
  ['config:list', ['config', 'list']],
  ['config:get', ['config', 'get', 'baseUrl']],
  ['completion', ['completion', 'bash']],
]

test.each(
  oneOf(
    2,
    calls.filter(([id]) => id === '' || commandIds.includes(id)),
  ),
)('N15: %s %j', async (_id, argv) => {
  const run = await topo(argv, { cwd: folder(files), env: remote })
  expect(run).toMatchObject({
    code: 0,
    signal: null,
    stderr: expect.stringMatching(/^(NAME\tVALUE\tSOURCE\n|Next: .+\n)?$/),
  })
})

test('the network guard works', async () => {
  const run = await topoProcess(['quota'], { env: remote })
  const signal = process.platform === 'win32' ? null : 'SIGABRT'
  expect([run.signal, run.stderr]).toEqual([
    signal,
    expect.stringContaining('REACHED FOR THE NETWORK'),
  ])
})

test('N16: topo sends no telemetry, and the README says so', () => {
  expect(readFileSync(resolve(import.meta.dirname, '../../../README.md'), 'utf8')).toContain(
    'no telemetry',
  )
})
