/** Every command that reads a script accepts one that ends with `export default`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../action/step.ts'
import { as } from '../control.ts'
import { folder, put, script, sharedMock, topo } from '../topo.ts'

const service = sharedMock()
const flow =
  "const flow = new FlowBuilder()\nflow.scenario('s', 'Scenario').from('shop-web').to('shop-db')\n"
const body = `${script('shop')}${flow}`
const text = `${body}export default flow\n`
const sent = `${body}return flow\n`
const env = () => as(service.url)
const json = async (args: string[], cwd: string) =>
  JSON.parse((await topo([...args, '--json'], { cwd, env: env() })).stdout)

test('push, status, diff, pull, publish and export agree that nothing differs', async () => {
  const cwd = folder({ 'topo.config.json': '{}', 'shop.topology.js': text })
  expect((await json(['push'], cwd)).counts).toEqual({ created: 1 })
  expect((await json(['show', 'shop'], cwd)).code).toBe(sent)
  expect((await topo(['status', '--exit-code'], { cwd, env: env() })).code).toBe(0)
  expect((await topo(['diff', 'shop', '--exit-code'], { cwd, env: env() })).code).toBe(0)
  expect((await json(['pull', 'shop'], cwd)).counts).toEqual({ unchanged: 1 })
  await topo(['publish', 'shop'], { cwd, env: env() })
  const file = readFileSync(join(cwd, 'shop.topology.js'), 'utf8')
  expect(file).toMatch(/public: true[\s\S]*export default flow\n$/)
  expect((await topo(['status', '--exit-code'], { cwd, env: env() })).code).toBe(0)

  const elsewhere = join(cwd, 'backup')
  await topo(['export', elsewhere], { cwd, env: env() })
  expect(readFileSync(join(elsewhere, 'shop.topology.js'), 'utf8')).toContain('return flow\n')
})

test('validate and render read a file, standard input and a table', async () => {
  const cwd = folder({ 'topo.config.json': '{}', 'shop.topology.js': text })
  const { files, errorCount } = await json(['validate'], cwd)
  expect([errorCount, files.length]).toEqual([0, 1])
  expect(await topo(['validate', '-'], { cwd, input: text })).toMatchObject({ code: 0 })
  for (const input of ['shop', '-']) {
    const drawn = await topo(['render', input, '--format', 'mermaid', '-o', '-'], {
      cwd,
      input: text,
    })
    expect([drawn.code, drawn.stdout]).toEqual([0, expect.stringContaining('Database')])
  }
  put(join(cwd, 'rows.json'), JSON.stringify([{ name: 'Row', slug: 'from-row', code: text }]))
  const imported = await json(['import', 'rows.json'], cwd)
  expect(imported.counts).toEqual({ created: 1 })
  const stored = await json(['show', 'from-row'], cwd)
  expect(stored.code).toBe(sent)
})

test('diff sees no change between the two forms, and a finding of an export in its line', {
  tags: 'git',
}, async () => {
  const cwd = repository({ 'shop.topology.js': sent })
  put(join(cwd, 'shop.topology.js'), text)
  const diffed = await topo(['diff', 'shop.topology.js', '--git', 'main', '--exit-code'], { cwd })
  expect(diffed.code).toBe(0)
  put(join(cwd, 'shop.topology.js'), `export default 1\n${text}`)
  const { stdout } = await topo(['validate', '--format', 'unix'], { cwd })
  expect(stdout).toContain('shop.topology.js:1:1: error:')
})
