/** `topo render --format sequence`, and Mermaid diagrams that GitHub refuses. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, topo } from '../topo.ts'

const render = (cwd: string, ...args: string[]) =>
  topo(['script', 'render', 'd.topology.js', ...args], { cwd })
const shop = `const t = new TopologyBuilder(true)
t.createProcess({ id: 'web', label: 'Web' }).createProcess({ id: 'db', label: 'DB' })
t.connect('web', 'db', { type: 'tcp' })
await t.apply()
const f = new FlowBuilder()
f.scenario('read', 'Read').from('web').to('db').to('web')
f.scenario('fail', 'Fail').from('web').to('db').showError('[DB] down')
return f
`

describe('sequence diagrams', () => {
  test('Markdown has all scenarios; Mermaid, SVG and PNG follow the extension', async () => {
    const cwd = folder({ 'd.topology.js': shop })
    const printed = await render(cwd, '--format', 'sequence')
    expect(printed.stdout.match(/^```mermaid\nsequenceDiagram$/gm)).toHaveLength(2)
    const written = async (name: string, ...more: string[]) => {
      const run = await render(cwd, '--format', 'sequence', '-o', name, ...more)
      expect([run.code, run.stderr]).toEqual([0, ''])
      return readFileSync(join(cwd, name))
    }
    expect((await written('d.md')).toString()).toBe(printed.stdout)
    expect((await written('d.mmd', '--scenario', 'fail')).toString()).toMatch(
      /^sequenceDiagram\n.*down\n/s,
    )
    const svg = (await written('d.svg')).toString()
    expect([svg.includes('>Read<'), svg.includes('>Fail<')]).toEqual([true, true])
    expect((await written('d.png')).subarray(1, 4).toString()).toBe('PNG')
    expect((await written('only.svg', '--scenario', 'read')).toString()).not.toContain('>Fail<')
    const inFolder = await render(cwd, '--format', 'sequence', '-o', 'out/')
    expect(inFolder.stdout).toContain(join('out', 'd.sequence.md').replaceAll('\\', '/'))
  })

  test('a Mermaid file needs one scenario, and a scenario its id', async () => {
    const cwd = folder({ 'd.topology.js': shop })
    const both = await render(cwd, '--format', 'sequence', '-o', 'd.mmd')
    expect([both.code, both.stderr]).toEqual([
      1,
      expect.stringMatching(/scenario.*\[TOPO_NOT_DRAWN\]/),
    ])
    const unknown = await render(cwd, '--format', 'sequence', '--scenario', 'nope')
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('read and fail')])
  })
})

test('a Mermaid diagram that GitHub refuses is reported once, and in the JSON', async () => {
  const long = `const t = new TopologyBuilder(true)
for (let i = 0; i <= 501; i++) t.createProcess({ id: 'n' + i })
for (let i = 0; i < 501; i++) t.connect('n' + i, 'n' + (i + 1))
await t.apply()
`
  const cwd = folder({ 'd.topology.js': long })
  const { items } = JSON.parse((await render(cwd, '--format', 'mermaid', '--json')).stdout)
  expect(items[0].warning).toContain('501 connections')
  const words = `const t = new TopologyBuilder(true)
for (let i = 0; i < 400; i++) t.createProcess({ id: 'n' + i, label: 'x'.repeat(150) })
await t.apply()
`
  const large = await render(folder({ 'd.topology.js': words }), '--format', 'mermaid')
  expect([large.code, large.stdout]).toEqual([0, expect.stringMatching(/^flowchart TB\n/)])
  expect(large.stderr).toMatch(
    /^d: GitHub does not draw this Mermaid diagram: it has 6\d,\d{3} characters, the maximum is 50,000\.\n$/,
  )
})
