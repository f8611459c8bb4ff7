/** Warnings about scripts that the service accepts but that break when opened; --fail-on refuses them. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as, writes } from '../control.ts'
import { folder, mock, put, script, topo, topoOnTerminal } from '../topo.ts'

const slip = script('slip').replace(
  'await topology.apply()',
  "topology.creatGroup('g', { label: 'G' })\nawait topology.apply()",
)
const line = /^1 script has \d+ warnings?, 1 of them breaks the diagram: topo validate$/m
const advice = { scripts: 1, warnings: expect.any(Number), breaking: 1 }

test('push and publish report warnings in one line and in JSON, and nothing without warnings', {
  tags: 'terminal',
}, async () => {
  const { url } = await mock()
  const env = as(url)
  const cwd = folder({
    'topo.config.json': '{}',
    'slip.topology.js': slip,
    'good.topology.js': script('g'),
  })
  const pushed = await topo(['push'], { cwd, env })
  expect(pushed).toMatchObject({ code: 0, stderr: expect.stringMatching(line) })
  expect(pushed.stdout).not.toMatch(/warning/)
  put(join(cwd, 'slip.topology.js'), `${slip}\n`)
  const json = await topo(['push', '--json'], { cwd, env })
  expect(json).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(json.stdout)).toMatchObject({ counts: { updated: 1 }, advice })
  put(join(cwd, 'slip.topology.js'), `${slip}\n\n`)
  const shown = await topoOnTerminal(['push'], { cwd, env })
  expect(shown.screen.trim().split(/\r?\n/).at(-1)).toMatch(line)
  expect(await topo(['push'], { cwd, env })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Only on the service, .+\nRESULT\t.+\n2 unchanged\n$/),
  })

  expect((await topo(['publish', 'slip'], { cwd, env })).stderr).toMatch(line)
  expect(
    JSON.parse((await topo(['publish', 'slip', '--json'], { cwd, env })).stdout),
  ).toMatchObject({
    items: [{ advice }],
  })
  expect(await topo(['publish', 'good'], { cwd, env })).toMatchObject({ code: 0, stderr: '' })
})

test('push --fail-on warning sends no script with a warning; --fail-on none ignores warnings', async () => {
  const { url } = await mock()
  const env = as(url)
  const cwd = folder({
    'topo.config.json': '{}',
    'slip.topology.js': slip,
    'good.topology.js': script('g'),
    'bad.topology.js': 'const x = 1\n',
  })
  for (const words of [['--dry-run'], [], []]) {
    const run = await topo(['push', '--fail-on', 'warning', ...words], { cwd, env })
    expect([run.code, run.stdout]).toEqual([
      1,
      expect.stringMatching(/^invalid\tslip.*found warnings/m),
    ])
    expect(run.stderr).toContain('creatGroup')
  }
  expect(await writes(url)).toEqual(['POST /v1/scripts'])
  const none = await topo(['push', '--fail-on', 'none', '--json'], { cwd, env })
  expect([none.code, JSON.parse(none.stdout).counts]).toEqual([
    0,
    { created: 1, invalid: 1, unchanged: 1 },
  ])
  // The script is on the service now, but still fails a run with --fail-on warning.
  expect(await topo(['push', '--fail-on', 'warning'], { cwd, env })).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^invalid\tslip.*found warnings/m),
  })
  expect((await topo(['push', '--fail-on', 'hint'], { cwd, env })).code).toBe(2)
})
