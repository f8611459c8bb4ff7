/** Scripts that topo itself writes or shows first have only the calls that the service's document knows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assistant, textOf } from '../cli/mcp/client.ts'
import { folder, topo } from '../cli/topo.ts'
import { reasonAgainst } from './documented-script.ts'
import { project, worlds } from './worlds.ts'

describe.each(worlds.slice(0, 2))('%s', (_name, document) => {
  test('the script of topo init is accepted', async () => {
    const { ok, cwd, env } = await project(document, {})
    const { code, stderr } = await topo(['init', '--yes', '--no-input'], { cwd, env })
    expect([code, stderr]).toEqual([0, expect.anything()])
    expect((await ok('push')).counts).toEqual({ created: 1 })
  })
})

test('the first script of the guide for assistants has only calls of the document', async () => {
  const { call } = await assistant([])
  const guide = textOf(await call('get_script_template'))
  const [, code = ''] = /```(?:js|ts|javascript)\n([\s\S]*?)```/.exec(guide) ?? []
  expect(code).toContain('new TopologyBuilder(')
  expect(await reasonAgainst(code)).toBeUndefined()
})

test('the suggested fix for a script without nodes has only calls of the document', async () => {
  const cwd = folder({
    'empty.topology.js': 'const topology = new TopologyBuilder(true)\nawait topology.apply()\n',
  })
  const { stdout } = await topo(['validate', '--json'], { cwd })
  const fixes = [...stdout.matchAll(/topology\.\w+\([^`]*\)/g)].map(([call]) => call.replaceAll('\\"', '"'))
  expect(fixes.length).toBeGreaterThan(0)
  const code = readFileSync(join(cwd, 'empty.topology.js'), 'utf8')
  for (const fix of fixes)
    expect(await reasonAgainst(code.replace('await', `${fix}\nawait`)), fix).toBeUndefined()
})
