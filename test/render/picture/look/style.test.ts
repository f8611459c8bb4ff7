/** Styles are values of one table: every format draws them, and colours of a company are checked. */
import { describe, expect, test } from 'vitest'
import { type Picture, pictureFormats, type StyleSetting } from '../../../../src/render/index.ts'
import { contrast, parseHex } from '../../../../src/render/picture/look/contrast.ts'
import { contrastProblems } from '../../../../src/render/picture/look/style.ts'
import { drawSequences } from '../../../../src/render/write/sequence/svg.ts'
import { drawing, pictureOf } from '../../pictures.ts'

const script = `${drawing(`const a = t.createGroup('a', { label: 'A', color: '#f80', style: { background: '#0ff', borderStyle: 'dashed' } })
a.addProcess({ id: 'x', label: 'X', state: 'error', color: '#c0ffee' }).addProcess({ id: 'y', label: 'Y', shape: 'cylinder' })
t.createGroup('b', { label: 'B' }).addProcess({ id: 'z', label: 'Z', state: 'stopped' })
t.connect('x', 'y', { type: 'http' }).connect('x', 'z', { type: 'tcp' }).connect('z', 'y')`)}
return new FlowBuilder().scenario('s', 'S').from('x').to('y').showError('no')`

const write = async (
  name: string,
  style: StyleSetting | undefined,
  theme: 'light' | 'dark' | 'auto' = 'light',
) =>
  String(
    await pictureFormats
      .find((format) => format.name === name)
      ?.write({ ...(await pictureOf(script)), style }, { theme }),
  )

const hexColors = (text: string) =>
  new Set([...text.matchAll(/#[\da-f]{6}\b|#[\da-f]{3}\b/gi)].map(([color]) => color.toLowerCase()))

/** Also of the texts of badges. */
const onPaper = new Set(['#000000', '#ffffff', '#fff'])

describe('the style print', () => {
  test.each(['svg', 'dot', 'drawio'])('is black on white as %s, in every theme', async (format) => {
    for (const theme of ['light', 'dark', 'auto'] as const) {
      const others = [...hexColors(await write(format, 'print', theme))].filter(
        (one) => !onPaper.has(one),
      )
      expect({ theme, others }).toEqual({ theme, others: [] })
    }
    expect(hexColors(await write(format, 'plain')).size).toBeGreaterThan(5)
  })

  test('distinguishes all types of connections, states and borders by dashes and weights', async () => {
    const text = await write('svg', 'print')
    const lookOf = (name: string, part: string) =>
      [...text.matchAll(/([^{}]+)\{(stroke-(?:width|dasharray):[^}]+)\}/g)]
        .filter(([, selectors = '']) => selectors.split(',').includes(`.${name}>.${part}`))
        .map(([, , rule]) => rule)
        .join(';')
    const types = ['none', 'http', 'tcp', 'replication', 'monitoring', 'discovery', 'pulse']
    expect(new Set(types.map((name) => lookOf(name, 'line'))).size).toBe(types.length)
    const states = ['running', 'stopped', 'warning', 'error']
    expect(new Set(states.map((name) => lookOf(name, 'body'))).size).toBe(states.length)
    expect(text).toContain('stroke-dasharray:7 4"')
  })

  test('keeps a page light, and draws sequence diagrams', async () => {
    expect(await write('html', 'print', 'auto')).toContain(':root{color-scheme:light;')
    expect(await write('html', 'plain', 'auto')).toContain(':root{color-scheme:light dark;')
    const { svg } = drawSequences({ ...(await pictureOf(script)), style: 'print' }, 'auto')
    expect([...hexColors(svg)].filter((one) => !onPaper.has(one))).toEqual([])
  })
})

describe('colours and font of a company', () => {
  const brand = {
    accent: '#7c3aed',
    background: '#fffbeb',
    box: '#fefefe',
    line: '#57534e',
    text: '#1c1917',
    font: 'Fira Sans',
    dark: { accent: '#c4b5fd' },
  }
  test('are in the formats that can say them', async () => {
    const svg = await write('svg', brand, 'auto')
    for (const part of [
      '.canvas{fill:#fffbeb}',
      'text{fill:#1c1917}',
      '.hue-0>.body{fill:#7c3aed;stroke:#7c3aed}',
      '.hue-0>.body{fill:#c4b5fd;stroke:#c4b5fd}',
      "text{font-family:'Fira Sans','Inter SemiBold',",
      '.player{--canvas:#fffbeb;--surface:#fefefe;',
    ])
      expect(svg).toContain(part)
    expect(await write('drawio', brand)).toMatch(/background="#fffbeb".*fontFamily=Fira Sans;/s)
    expect(await write('dot', brand)).toContain(
      'fontname="Fira Sans" style="rounded" color="#57534e"',
    )
    expect(await write('plantuml', brand)).toContain('\nskinparam defaultFontName Fira Sans\n')
  })

  test('that are missing are plain', async () => {
    expect(await write('svg', { font: 'Fira Sans' })).toContain('.canvas{fill:#f8fafc}')
    expect(await write('svg', 'plain')).toBe(await write('svg', undefined))
  })

  test('without contrast are reported with the pair, its ratio and what is needed', () => {
    expect(contrastProblems(brand)).toEqual([])
    expect(contrastProblems('print')).toEqual([])
    expect(contrastProblems({ text: '#888', background: '#fff' })).toEqual([
      'Style: text (#888) on background (#fff) has a contrast of 3.5:1; WCAG AA needs 4.5:1.',
      'Style: text (#888) on the plain box (#ffffff) has a contrast of 3.5:1; WCAG AA needs 4.5:1.',
    ])
    expect(contrastProblems({ dark: { accent: '#222' } })).toEqual([
      'Style: dark.accent (#222) on the plain background (#0e141f) has a contrast of 1.1:1; WCAG AA needs 3:1.',
      'Style: dark.accent (#222) on the plain box (#18212f) has a contrast of 1:1; WCAG AA needs 3:1.',
    ])
    // A ground of the company under colours that are not.
    expect(contrastProblems({ background: '#2f6fdb' })).toContainEqual(
      'Style: the type http (#2f6fdb) on background (#2f6fdb) has a contrast of 1:1; WCAG AA needs 3:1.',
    )
  })
})

test('contrast is that of WCAG', () => {
  expect(contrast(parseHex('#000'), parseHex('#ffffff'))).toBe(21)
  expect(contrast(parseHex('#767676'), parseHex('#fff'))).toBeCloseTo(4.54, 2)
})

test('a style changes no place', async () => {
  const places = ({ nodes, edges }: Picture) => [
    nodes.map(({ x, y, width, height }) => [x, y, width, height]),
    edges.map(({ points }) => points),
  ]
  const json = async (style: StyleSetting) => JSON.parse(await write('json', style)) as Picture
  expect(places(await json('print'))).toEqual(places(await json('plain')))
})
