/** Icons of packs: from the packages of the project into every picture, hints about the others. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, topo } from '../topo.ts'

const script = (icon: string) =>
  `const t = new TopologyBuilder(true)\nt.createProcess({ id: 'fn', label: 'Function', icon: '${icon}' })\nt.createProcess({ id: 'b', label: 'B' })\nt.connect('fn', 'b', {})\nawait t.apply()\n`
const path = 'M128 8l120 240H8z'
const logos = {
  prefix: 'logos',
  width: 256,
  height: 256,
  icons: {
    'aws-lambda': { body: `<script>alert(1)</script><path onclick="x" fill="#f60" d="${path}"/>` },
  },
}
const project = (icon = 'aws:lambda') =>
  folder({
    'd/a.topology.js': script(icon),
    'd/plain.topology.js': script('none'),
    'node_modules/@iconify-json/logos/icons.json': JSON.stringify(logos),
  })
const render = (cwd: string, ...args: string[]) => topo(['script', 'render', ...args], { cwd })

test('SVG, page and PNG contain the icon, without what is not a drawing', async () => {
  const cwd = project()
  await render(cwd, 'd/a.topology.js', '-o', 'a.svg')
  await render(cwd, 'd/a.topology.js', '-o', 'a.html')
  const svg = readFileSync(join(cwd, 'a.svg'), 'utf8')
  const page = readFileSync(join(cwd, 'a.html'), 'utf8')
  const id =
    /<symbol id="(icon-[\da-f]{12})" viewBox="0 0 256 256"><path fill="#f60" d="M128 8l120 240H8z"\/><\/symbol>/.exec(
      svg,
    )?.[1]
  for (const text of [svg, page]) expect(text).toContain(`<use class="art" href="#${id}"`)
  expect(page.split(path)).toHaveLength(2)
  expect(svg).not.toMatch(/script|onclick/)
  const { stdout } = await render(cwd, 'd/a.topology.js', '--format', 'json')
  expect(stdout).toContain('"icon": "aws:lambda"')
  expect(stdout).not.toContain(path)
  const [own, without] = await Promise.all(
    ['a', 'plain'].map(async (name) => {
      await render(cwd, `d/${name}.topology.js`, '-o', `${name}.png`, '--scale', '1')
      return readFileSync(join(cwd, `${name}.png`))
    }),
  )
  expect(own?.equals(without as Buffer)).toBe(false)
})

test('an icon changes no place', async () => {
  const cwd = project()
  const places = async (name: string) => {
    const { stdout } = await render(cwd, `d/${name}.topology.js`, '--format', 'json')
    return JSON.parse(stdout).nodes.map(({ x, y, width }: Record<string, number>) => [x, y, width])
  }
  expect(await places('a')).toEqual(await places('plain'))
})

test('a comparison draws none', async () => {
  const cwd = project()
  const { code } = await topo(
    ['script', 'diff', 'd/plain.topology.js', 'd/a.topology.js', '--format', 'svg', '-o', 'c.svg'],
    { cwd },
  )
  expect(code).toBe(0)
  expect(readFileSync(join(cwd, 'c.svg'), 'utf8')).not.toContain('class="art"')
})

test.each([
  ['aws:lamda', 'Did you mean "aws:lambda"?'],
  ['mdi:cloud', 'Run "npm install --save-dev @iconify-json/mdi".'],
])('an unknown icon is a hint, and drawn without: %s', async (icon, fix) => {
  const cwd = project(icon)
  const { code, stdout } = await topo(['validate', 'd/a.topology.js', '--json'], { cwd })
  const { findings } = JSON.parse(stdout).files[0]
  expect([code, findings]).toMatchObject([
    0,
    [{ rule: 'unknown-icon', severity: 'hint', fix, line: 2 }],
  ])
  expect((await render(cwd, 'd/a.topology.js', '-o', 'a.svg')).code).toBe(0)
  expect(readFileSync(join(cwd, 'a.svg'), 'utf8')).not.toContain('class="art"')
})
