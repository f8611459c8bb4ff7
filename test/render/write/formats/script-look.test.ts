/** What a script says of a group, an actor, a host or a node is in the picture, in every format that can show it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isFlowchart,
  type LayoutOptions,
  type Picture,
  pictureFormats,
} from '../../../../src/render/index.ts'
import { contrast, mix, parseHex } from '../../../../src/render/picture/look/contrast.ts'
import { opacityOf } from '../../../../src/render/picture/look/style.ts'
import { palettes } from '../../../../src/render/picture/look/theme.ts'
import { drawing, pictureOf } from '../../pictures.ts'

const write = (name: string, picture: Picture) =>
  String(pictureFormats.find((format) => format.name === name)?.write(picture, { theme: 'auto' }))

const group = (style: string) =>
  pictureOf(drawing(`t.createGroup('g', { label: 'G', style: ${style} }).addProcess({ id: 'a' })`))

describe('border and background of a group', () => {
  test.each([
    [
      "{ border: '2px dashed #0f766e', backgroundColor: '#CCFBF1' }",
      { dash: 'dashed', border: '#0f766e', background: '#ccfbf1' },
    ],
    ["{ borderStyle: 'dotted' }", { dash: 'dotted' }],
    ["{ border: '1px solid rgb(1, 2, 3)' }", { border: 'rgb(1, 2, 3)' }],
    ["{ border: 'thin dashed teal', borderColor: 'navy' }", { dash: 'dashed', border: 'navy' }],
    ["{ background: 'url(https://evil.example)', border: 'none' }", undefined],
    ["{ background: 'red;x:url(//y)', borderColor: '\"><script>' }", undefined],
    ["{ constructor: 'dashed', border: 3, color: '#f00' }", undefined],
    ["'border: 2px dashed red'", undefined],
  ])('%s is read as far as it is safe', async (style, look) => {
    expect((await group(style)).nodes[0]?.look).toEqual(look)
  })

  test('are in all formats that have them', async () => {
    const picture = await group("{ border: '2px dashed #0f766e', backgroundColor: '#cff' }")
    expect(write('svg', picture)).toMatch(
      /class="frame hue-0 ground-0".*<rect class="body"[^>]* style="stroke:#0f766e;stroke-dasharray:7 4"/,
    )
    expect(write('drawio', picture)).toMatch(
      /fillColor=#ccffff;fillOpacity=100;strokeColor=#0f766e;.*dashed=1;/,
    )
    expect(write('mermaid', picture)).toContain(
      '  style n0 fill:#ccffff,stroke:#0f766e,stroke-dasharray:6 4\n',
    )
    expect(isFlowchart(write('mermaid', picture))).toBe(true)
    expect(write('dot', picture)).toContain(
      '    style="rounded,dashed,filled"\n    color="#0f766e"\n    fillcolor="#ccffff"\n',
    )
    expect(write('plantuml', picture)).toContain('"G" as n0 #ccffff;line:0f766e;line.dashed {')
  })

  test('do not cover texts in either theme, whatever the colour is', () => {
    expect(opacityOf('#ccfbf1', palettes.light)).toBe(1)
    expect(opacityOf('#ccfbf1', palettes.dark)).toBeLessThan(0.3)
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, fc.constantFrom(palettes.light, palettes.dark), (color, palette) => {
        const ground = mix(parseHex(color), parseHex(palette.canvas), opacityOf(color, palette))
        expect(contrast(parseHex(palette.text), ground)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test('are not in a comparison', async () => {
    const picture = {
      ...(await group("{ border: '2px dashed #0f766e', background: '#cff' }")),
      compares: true as const,
    }
    for (const name of ['svg', 'drawio', 'mermaid', 'dot', 'plantuml'])
      expect(write(name, picture)).not.toMatch(/0f766e|ccffff|#cff\b|stroke-dasharray:6 4$/m)
  })
})

describe('actors and hosts', () => {
  const script = drawing(`t.createActor({ id: 'user', label: 'User' })
t.createHost('h', { label: 'Host' }).addProcess({ id: 'a', label: 'A' })
t.createHost({ id: 'spare', label: 'Spare' })
for (const id of ['x', 'y', 'z']) t.createProcess({ id, label: id }).connect(id, 'user')
t.connect('user', 'a', { type: 'http' })`)

  test('are a person and a machine', async () => {
    const picture = await pictureOf(script)
    const shapes = Object.fromEntries(
      picture.nodes.map(({ id, shape, isFrame }) => [id, [shape, isFrame]]),
    )
    expect(shapes).toMatchObject({
      user: ['person', false],
      h: ['machine', true],
      spare: ['machine', false],
    })
    expect(shapes.a).toEqual(['default', false])
    const svg = write('svg', picture)
    // The head is a circle above the shoulders.
    expect(svg).toMatch(
      /data-node="user"[^>]*><title>[^<]*<\/title><path class="body" d="M\S+ 20A11 11 /,
    )
    for (const id of ['h', 'spare'])
      expect(svg).toMatch(
        new RegExp(
          `data-node="${id}"[^>]*><title>[^<]*</title><\\w+ class="body"[^>]*/><path class="rim"`,
        ),
      )
    expect(write('drawio', picture)).toMatch(/value="User" style="shape=actor;/)
    expect(write('dot', picture)).toContain('"spare" [label="Spare" shape="box3d"')
    expect(write('plantuml', picture)).toMatch(/^actor "User".*\nnode "Host" as n1 \{/m)
    expect(write('mermaid', picture)).toContain('(["User"])')
  })

  test('lines end at the head and the shoulders of a person', async () => {
    const { nodes, edges } = await pictureOf(script)
    const user = nodes.find(({ id }) => id === 'user')
    if (!user) throw new Error('no person')
    const ends = edges.filter(({ to }) => to === 'user').map(({ points }) => points.at(-1))
    const depth = ends.map((end) => [
      Math.abs((end?.x ?? 0) - user.x - user.width / 2) < 11,
      (end?.y ?? 0) - user.y,
    ])
    expect(depth.toSorted()).toEqual([
      [false, 20],
      [false, 20],
      [true, 1],
    ])
  })
})

describe('the legend', () => {
  const legendOf = async (body: string) =>
    [
      ...(write('svg', await pictureOf(drawing(body))).split('class="legend"')[1] ?? '').matchAll(
        /<text[^>]*>([^<]*)</g,
      ),
    ].map(([, words]) => words)

  test('names states and shapes that occur, once', async () => {
    const body = `t.createProcess({ id: 'a', state: 'error', shape: 'cylinder' }).createProcess({ id: 'b', state: 'stopped', shape: 'cylinder' })
t.createActor({ id: 'c' })
t.createHost('h', {}).addProcess({ id: 'd', state: 'error' })
t.createCloud('cl', {}).addProcess({ id: 'e', shape: 'hexagon' })`
    expect(await legendOf(body)).toEqual([
      'stopped',
      'error',
      'cylinder',
      'actor',
      'host',
      'hexagon',
    ])
  })

  test('is missing in a picture of plain boxes', async () => {
    expect(
      await legendOf(
        "t.createGroup('g', {}).addProcess({ id: 'a' })\nt.connect('a', 'g', { type: 'http' })",
      ),
    ).toEqual([])
  })
})

test('connections without a type have the hue of the group that they come from', async () => {
  const picture = await pictureOf(
    drawing(`t.createGroup('a', {}).addGroup({ id: 'in' }).addProcess({ id: 'x' })
t.createGroup('b', {}).addProcess({ id: 'y' })
t.createGroup('own', { color: '#f80' }).addProcess({ id: 'w' })
t.createProcess({ id: 'z' })
t.connect('x', 'y').connect('y', 'x').connect('y', 'z', { type: 'tcp' }).connect('z', 'x').connect('b', 'z', { type: 'odd' }).connect('w', 'z')`),
  )
  const svg = write('svg', picture)
  const classes = [...svg.matchAll(/data-edge="([^"]*)" class="edge ?([^"]*)"><title>/g)].map(
    ([, id, name]) => [id, name],
  )
  expect(Object.fromEntries(classes)).toEqual({
    'x-&gt;y': 'hue-0',
    'y-&gt;x': 'hue-1',
    'y-&gt;z': 'tcp',
    'z-&gt;x': '',
    'b-&gt;z': 'hue-1',
    'w-&gt;z': '',
  })
  const [, hue] = palettes.light.hues
  expect(svg).toContain(`.hue-1>.line{stroke:${hue}}.hue-1>.tip{fill:${hue}}`)
  expect(write('drawio', picture)).toContain(`strokeColor=${hue};exitX`)
  expect(write('svg', { ...picture, compares: true })).not.toContain('hue-')
})

describe('descriptions', () => {
  const script =
    drawing(`t.createProcess({ id: 'a', label: 'A', description: 'Takes orders of all shops, checks them and books them until the night is over, all shops have closed and all is done' })
t.createGroup('g', { label: 'G', description: 'Not of a node' }).addProcess({ id: 'b', label: 'B' })
t.createProcess({ id: 'c', label: 'C', icon: 'api', shape: 'cylinder', capacity: { maxRps: 5 }, description: 'Holds' })`)
  const draw = (how: Partial<LayoutOptions> = {}) => pictureOf(script, 'D', how)

  test('are below the label, in a box with room for them, if they are asked for', async () => {
    const plain = await draw()
    const told = await draw({ descriptions: true })
    const node = (picture: Picture, id: string) => picture.nodes.find((one) => one.id === id)
    const about = node(told, 'a')?.about ?? []
    expect(about.length).toBe(3)
    expect(about.at(-1)).toMatch(/…$/)
    expect(node(told, 'a')?.height).toBe((node(plain, 'a')?.height ?? 0) + 40)
    expect([node(told, 'g'), node(told, 'b'), node(plain, 'a')].map((one) => one?.about)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(node(told, 'b')).toMatchObject({
      width: node(plain, 'b')?.width,
      height: node(plain, 'b')?.height,
    })
    const svg = write('svg', told)
    for (const line of about) expect(svg).toContain(`>${line}</text>`)
    expect(svg).toMatch(
      />C<\/text><text class="note"[^>]*>5 req\/s<\/text><text class="note"[^>]*>Holds<\/text>/,
    )
    expect(write('svg', plain)).not.toContain('class="note mid"')
  })

  test('are whole in the formats without boxes of topo', async () => {
    const told = await draw({ descriptions: true })
    for (const name of ['mermaid', 'dot', 'plantuml', 'text'])
      expect(write(name, told).replaceAll('\\n', ' ')).toContain('and book')
    for (const name of ['mermaid', 'dot', 'plantuml', 'text'])
      expect(write(name, await draw())).not.toContain('and book')
  })
})
