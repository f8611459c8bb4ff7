/** `topo render` on a terminal: boxes and lines where they fit, else the outline. */
import { describe, expect, test } from 'vitest'
import { onScreen } from '../on-screen.ts'
import { folder, topo } from '../topo.ts'

const shop = `const t = new TopologyBuilder(true)
const g = t.createGroup('g', { label: 'Backend' })
g.addProcess({ id: 'api', label: 'Zahlungs-API\\u001b[31m', state: 'error' })
g.autoResize()
t.createProcess({ id: 'web', label: 'Büro' })
t.connect('web', 'api', { label: 'calls', type: 'tcp' })
await t.apply()
const f = new FlowBuilder()
f.scenario('pay', 'Pay').from('web').to('api')
f.scenario('fail', 'Fail').from('web').to('api').showError('[API] down')
return f
`
describe('render on a terminal', () => {
  const show = async (code: string, env: Record<string, string> = {}, ...more: string[]) => {
    const cwd = folder({ 'd.topology.js': code })
    return onScreen(['render', 'd.topology.js', ...more], { cwd, env })
  }

  test('draws boxes and lines, in colours', async () => {
    const { code, screen, raw } = await show(shop)
    expect(code).toBe(0)
    expect(screen).toContain('┆  │ Zahlungs-API')
    expect(screen).toMatch(/^d\n\n +┌─+┐\n +│ +Büro +│\n/m)
    expect(screen).toMatch(/^┌┄ Backend ┄+│┄+┐\n/m)
    expect(screen).toContain('\n\n2 scenarios: pay, fail. --format text tells their steps.\n')
    expect(raw).toContain('\u001b[31merror\u001b[')
    expect(raw).toContain('\u001b[36mcalls\u001b[')
  })

  test('NO_COLOR has no colours, and a terminal without UTF-8 has ASCII only', async () => {
    expect((await show(shop, { TERM: 'linux' })).screen).toMatch(/^[ -~\n]+$/)
    const { screen, raw } = await show(shop, { NO_COLOR: '1', LC_CTYPE: 'POSIX', LANG: 'C.UTF-8' })
    expect(raw).toContain('|    Buro     |\n')
    expect(screen).toMatch(/^[ -~\n]+$/)
    expect(screen).toContain('v')
  })

  test('a picture that is too wide, or --format text, is an outline', async () => {
    const nodes = Array.from(
      { length: 30 },
      (_, at) =>
        `t.createProcess({ id: 'n${at}', label: 'Node number ${at}' })\nt.connect('hub', 'n${at}', { label: 'a long label' })`,
    )
    const wide = `const t = new TopologyBuilder(true)\nt.createProcess({ id: 'hub', label: 'Hub' })\n${nodes.join('\n')}\nawait t.apply()\n`
    expect((await show(wide)).screen).toContain('Hub (hub)\n  → Node number 0, a long label')
    expect((await show(shop, {}, '--format', 'text')).screen).toContain('Scenario: Pay')
  })

  test('a picture that is too wide downwards is drawn from left to right', async () => {
    const nodes = Array.from(
      { length: 24 },
      (_, at) => `t.createProcess({ id: 'n${at}', label: 'N${at}' })\nt.connect('hub', 'n${at}')`,
    )
    const hub = `const t = new TopologyBuilder(true)\nt.createProcess({ id: 'hub', label: 'Hub' })\n${nodes.join('\n')}\nawait t.apply()\n`
    const { screen } = await show(hub)
    expect(screen).toMatch(/│ +Hub +├─+/)
    expect(screen).toMatch(/▶│ +N\d+ +│/)
  })

  test('a script with errors shows its findings; JSON has the SVG', async () => {
    const broken = await show('const t = new TopologyBuilder(true)\n')
    expect(broken.code).toBe(1)
    expect(broken.screen).toContain('calls-apply')
    const { items } = JSON.parse((await show(shop, {}, '--json')).screen)
    expect(items[0]).toMatchObject({ format: 'svg', content: expect.stringMatching(/^<svg/) })
  })
})

test('a pipe gets the SVG', async () => {
  const cwd = folder({ 'd.topology.js': shop })
  expect((await topo(['render', 'd.topology.js'], { cwd })).stdout).toMatch(/^<svg /)
})
