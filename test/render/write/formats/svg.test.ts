/** The SVG shows the content of the script, and names cannot become markup. */
import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { hello, payments } from '../../../../src/mock/fixtures/scripts.ts'
import { palettes } from '../../../../src/render/picture/look/theme.ts'
import { svg } from '../../../../src/render/write/formats/svg.ts'
import { forPicture } from '../../../../src/text/safe/for-picture.ts'
import { cases } from '../../../cases.ts'
import { drawing, hostile, pictureOf, smallScript } from '../../pictures.ts'

const draw = async (script: string, theme: 'light' | 'dark' | 'auto' = 'light') =>
  svg.write(await pictureOf(script), { theme })

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

function elementsOf(text: string): Element[] {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    trimValues: false,
    parseTagValue: false,
    htmlEntities: true,
  })
  const walk = (nodes: Record<string, unknown>[]): Element[] =>
    nodes.flatMap((node) => {
      const name = Object.keys(node).find((key) => key !== ':@') as string
      if (name === '#text') return []
      const children = node[name] as Record<string, unknown>[]
      const own = children
        .flatMap((child) => ('#text' in child ? [String(child['#text'])] : []))
        .join('')
      return [
        { name, attributes: (node[':@'] ?? {}) as Record<string, string>, text: own },
        ...walk(children),
      ]
    })
  return walk(parser.parse(text))
}

test('the exact SVG of a small picture', async () => {
  await expect(await draw(hello)).toMatchFileSnapshot('fixtures/hello.svg')
})

test('the exact SVG of a demo script in the dark theme', async () => {
  await expect(await draw(payments, 'dark')).toMatchFileSnapshot('fixtures/payments-dark.svg')
})

test('descriptions for screen readers and attributes for programs', async () => {
  const elements = elementsOf(await draw(payments))
  expect(elements[0]).toMatchObject({
    name: 'svg',
    attributes: { role: 'img', 'aria-label': 'Shop' },
  })
  expect(elements[1]).toMatchObject({ name: 'title', text: 'Shop' })
  expect(elements[2]?.text).toMatch(/^4 groups, 10 nodes, 9 connections, 3 scenarios: Shopper, /)
  const ids = elements.flatMap(({ attributes }) => attributes['data-node'] ?? [])
  expect(ids).toContain('ledger-db-primary')
  const edge = elements.find(({ attributes }) => attributes['data-edge'] === 'ledger->events')
  expect(edge?.attributes).toMatchObject({ class: 'edge pulse', 'data-layers': '1' })
  const titles = elements.filter(({ name }) => name === 'title').map(({ text }) => text)
  expect(titles).toContain('Checkout (checkout) – 2 replicas')
  expect(titles).toContain('gateway → checkout: POST /payments (http)')
})

test('the theme auto follows the system of the reader', async () => {
  const auto = await draw(hello, 'auto')
  expect(auto).toContain('@media screen and (prefers-color-scheme:dark){')
  expect(await draw(hello, 'dark')).not.toContain('@media')
})

test('the dot of a state leaves the middle of a side to the connections that arrive there', async () => {
  for (const [shape, isStraight] of [
    ['default', true],
    ['cylinder', true],
    ['diamond', false],
  ] as const) {
    const picture = await pictureOf(
      drawing(`t.createProcess({ id: 'a', label: 'A', state: 'error', shape: '${shape}' })`),
    )
    const dot = elementsOf(await svg.write(picture, { theme: 'light' })).find(
      (one) => one.attributes.class === 'state',
    )
    const below = Number(dot?.attributes.cy) - (picture.nodes[0]?.height ?? 0) / 2
    expect([shape, below > 9]).toEqual([shape, isStraight])
  }
})

describe('a label with line breaks', () => {
  const broken = JSON.stringify('Orders\nGo 1.22\n:8080')
  const script = drawing(
    `t.createProcess({ id: 'a', label: ${broken} }).createProcess({ id: 'b', label: 'B' })
t.connect('a', 'b', { label: 'places\\nan order' })`,
  )
  const textsOf = (elements: readonly Element[], ...texts: readonly string[]) =>
    texts.map((text) => {
      const found = elements.find((one) => one.name === 'text' && one.text === text)
      return { text, y: Number(found?.attributes.y ?? Number.NaN) }
    })

  test('is drawn in as many lines, all in the box', async () => {
    const [first, second, third] = textsOf(
      elementsOf(await draw(script)),
      'Orders',
      'Go 1.22',
      ':8080',
    )
    const { nodes } = await pictureOf(script)
    const height = nodes[0]?.height ?? 0
    expect(first?.y).toBeGreaterThan(13)
    expect([second?.y, third?.y]).toEqual([(first?.y ?? 0) + 17, (first?.y ?? 0) + 34])
    expect(third?.y).toBeLessThan(height - 4)
  })

  test('so is a text of a connection, all of it on its ground', async () => {
    const [first, second] = textsOf(elementsOf(await draw(script)), 'places', 'an order')
    const { tag } = (await pictureOf(script)).edges[0] ?? {}
    expect(second?.y).toBe((first?.y ?? 0) + 14)
    expect(first?.y).toBeGreaterThan((tag?.y ?? 0) + 8)
    expect(second?.y).toBeLessThan((tag?.y ?? 0) + (tag?.height ?? 0) - 2)
  })

  test('a long text of a connection has two lines, and a longer one ends with an ellipsis', async () => {
    const textOf = async (label: string) => {
      const nodes = "t.createProcess({ id: 'a' }).createProcess({ id: 'b' })"
      const connection = `.connect('a', 'b', { label: ${JSON.stringify(label)} })`
      const { edges } = await pictureOf(drawing(nodes + connection))
      return edges[0]?.tag?.text
    }
    expect(await textOf('permanent error or exhausted retry')).toBe(
      'permanent error or exhausted\nretry',
    )
    const [first, second] = (await textOf('word '.repeat(30)))?.split('\n') ?? []
    expect(first).toMatch(/^(?:word )+word$/)
    expect(second).toMatch(/…$/)
  })

  test('has six lines at most; the last one has the rest', async () => {
    const long = JSON.stringify([...'abcdefgh'].join('\n'))
    const picture = await pictureOf(drawing(`t.createProcess({ id: 'x', label: ${long} })`))
    expect(picture.nodes[0]?.lines).toEqual(['a', 'b', 'c', 'd', 'e', 'f g h'])
  })
})

test('states, replicas, shards and external nodes are distinguishable', async () => {
  const text = await draw(
    drawing(
      "t.createProcess({ id: 'a', label: 'A', state: 'error', replicas: 12, external: true })\nt.createProcess({ id: 'b', label: 'B', shardId: 's1', shardRole: 'replica', capacity: { maxRps: 12000 } })",
    ),
  )
  expect(text).toContain('class="node external error"')
  expect(text).toContain('>×12</text>')
  expect(text).toContain('>s1 · replica · 12 000 req/s</text>')
})

test('names of object properties are neither icons nor types', async () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    const body = `t.createProcess({ id: 'a', icon: '${name}', shape: '${name}', state: '${name}' })\nt.connect('a', 'a', { type: '${name}' })`
    expect(await draw(drawing(body))).not.toMatch(/native code|object Object|class="icon"/)
  }
})

describe('hostile names', () => {
  test('the SVG of any script is well-formed, runs nothing and loads nothing', async () => {
    await fc.assert(
      fc.asyncProperty(smallScript, async (script) => {
        const text = await draw(script)
        expect(XMLValidator.validate(text)).toBe(true)
        expect(text).not.toMatch(/(?![\t\n\r])[\u0000-\u001F\uFFFE\uFFFF]|\p{Cs}/u)
        const elements = elementsOf(text)
        const names = new Set(elements.map(({ name }) => name))
        expect([...names].filter((name) => !known.has(name))).toEqual([])
        const attributes = new Set(elements.flatMap((element) => Object.keys(element.attributes)))
        expect([...attributes].filter((name) => /^on|href|^src$/i.test(name))).toEqual([])
        expect(text.replace(/http:\/\/www\.w3\.org\/2000\/svg/, '')).not.toMatch(
          /url\(|@import|style="[^"]*:[^"]*\(/,
        )
      }),
      { numRuns: cases(60) },
    )
  }, 60_000)

  test('the SVG contains every label, cleaned', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (label) => {
        const script = drawing(`t.createProcess({ id: 'x', label: ${JSON.stringify(label)} })`)
        const node = elementsOf(await draw(script)).find(({ text }) => /^.*\(x\)$|^x$/su.test(text))
        expect(node?.text).toBe(
          forPicture(label) === '' || forPicture(label) === 'x' ? 'x' : `${forPicture(label)} (x)`,
        )
      }),
      { numRuns: cases(80) },
    )
  }, 60_000)

  test('values that are not colours are dropped', async () => {
    const bad = 'red;background:url(https://example.com/x)'
    const text = await draw(
      drawing(
        `t.createGroup('g', { label: 'G', color: '${bad}' }).addProcess({ id: 'a', color: '#f80' })`,
      ),
    )
    expect(text).not.toContain('example.com')
    expect(text).toContain('style="stroke:#f80"')
  })
})

const known = new Set(['svg', 'title', 'desc', 'style', 'rect', 'g', 'path', 'text', 'circle'])

describe('hues of groups', () => {
  const classes = (text: string) =>
    Object.fromEntries(
      elementsOf(text).flatMap(({ attributes }) =>
        attributes['data-node'] !== undefined && /\bframe\b/.test(attributes.class ?? '')
          ? [[attributes['data-node'], /hue-\d/.exec(attributes.class ?? '')?.[0]]]
          : [],
      ),
    )
  const two = (color = '') =>
    drawing(
      `const a = t.createGroup('a', { label: 'A' ${color} }); a.addGroup({ id: 'in', label: 'In' }).addProcess({ id: 'x', label: 'X' })
      t.createGroup('b', { label: 'B' }).addProcess({ id: 'y', label: 'Y' })`,
    )

  test('groups that are in no other differ, and those in them have theirs', async () => {
    const text = await draw(two())
    expect(classes(text)).toEqual({ a: 'hue-0', in: 'hue-0', b: 'hue-1' })
    expect(text).toContain(
      `.hue-1>.body{fill:${palettes.light.hues[1]};stroke:${palettes.light.hues[1]}}`,
    )
    expect(text).not.toContain('.hue-2')
  })

  test('a colour of the script is drawn as it is, and the groups in it have no hue', async () => {
    expect(classes(await draw(two(", color: 'teal'")))).toEqual({
      a: undefined,
      in: undefined,
      b: 'hue-0',
    })
  })

  test('a comparison has none: only changes have colours', async () => {
    const text = svg.write({ ...(await pictureOf(two())), compares: true }, { theme: 'auto' })
    expect(text).not.toContain('hue-')
  })
})
