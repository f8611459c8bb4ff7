/** Pictures of characters: a reader that knows only the characters finds every box and every connection. */
import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { demoWorld } from '../../../../src/mock/fixtures/demo-world.ts'
import { layout, type Picture } from '../../../../src/render/index.ts'
import { type CellDrawing, drawCells } from '../../../../src/render/write/cells/draw-cells.ts'
import { cases, isAll, oneOf } from '../../../cases.ts'
import { corpus } from '../../corpus/index.ts'
import { topologyOf } from '../../pictures.ts'
import { readCells } from './read-cells.ts'

const textOf = ({ rows }: CellDrawing) => rows.map((runs) => runs.map(({ text }) => text).join(''))
const linesOf = (picture: Picture, columns: number, isAscii = false) => {
  const drawing = drawCells(picture, { columns, isAscii })
  return drawing && textOf(drawing)
}

const pictureOf = async (script: string, title = 'T') => layout(await topologyOf(script), { title })
const corpusScript = (name: string) => corpus.find(([one]) => one === name)?.[1] ?? ''

const drawn = (name: string, lines: readonly string[] | undefined) =>
  [name, ...(lines ?? ['does not fit']), ''].join('\n')

test('some pictures of the corpus', async () => {
  const pictures: string[] = []
  for (const name of ['hello', 'web-service', 'three-regions', 'shapes', 'chain-12', 'labelled']) {
    const picture = await pictureOf(corpusScript(name))
    pictures.push(drawn(name, linesOf(picture, 80)))
    if (name === 'three-regions') pictures.push(drawn(`${name}, ASCII`, linesOf(picture, 80, true)))
  }
  const star = await pictureOf(corpusScript('star-20'))
  pictures.push(drawn('star-20, 100 columns', linesOf(star, 100)))
  pictures.push(drawn('star-20, 80 columns: from left to right', linesOf(star, 80)))
  await expect(pictures.join('\n')).toMatchFileSnapshot('pictures.txt')
})

test('all starters and topologies of the demo world, at 80 columns, else at 120', async () => {
  const starters = ['web-service', 'event-pipeline', 'three-regions'].map(
    (name) => [name, corpusScript(name)] as const,
  )
  const demo = (demoWorld.tables.scripts ?? []) as unknown as {
    slug: string
    type: string
    code: string
  }[]
  const topologies = demo.filter(({ type }) => type === 'topology')
  expect(topologies.length).toBeGreaterThan(5)
  const pictures: string[] = []
  for (const [name, code] of [
    ...starters,
    ...topologies.map(({ slug, code: scriptCode }) => [slug, scriptCode] as const),
  ]) {
    const picture = await pictureOf(code, name)
    const [columns, lines] = [80, 120]
      .map((one) => [one, linesOf(picture, one)] as const)
      .find(([, some]) => some) ?? [120]
    expect(lines, name).toBeDefined()
    for (const line of lines ?? []) expect(stringWidth(line), line).toBeLessThanOrEqual(columns)
    pictures.push(drawn(`${name}, ${columns} columns`, lines))
  }
  await expect(pictures.join('\n')).toMatchFileSnapshot('demo-pictures.txt')
})

function expectWidth(picture: Picture, columns: number, name: string): void {
  for (const line of linesOf(picture, columns) ?? [])
    expect(stringWidth(line), `${name}: ${line}`).toBeLessThanOrEqual(columns)
}

interface Graph {
  readonly nodes: number
  readonly groups: number
  readonly pairs: readonly (readonly [from: number, to: number, tag: string])[]
  readonly label: string
}

function graphScript(ids: readonly string[], { nodes, groups, pairs, label }: Graph): string {
  const ends = pairs.map(
    ([a, b, tag], at) => [ids[a % nodes], ids[b % nodes], tag && `e${at}${tag}`] as const,
  )
  return [
    'const t = new TopologyBuilder(true)',
    ...Array.from(
      { length: groups },
      (_, at) => `const g${at} = t.createGroup('g${at}', { label: 'Group ${at}' })`,
    ),
    ...ids.map((id, at) => {
      const [on, call] = at % 4 < groups ? [`g${at % 4}`, 'addProcess'] : ['t', 'createProcess']
      return `${on}.${call}({ id: '${id}', label: '${id}${at % 3 === 0 ? label : ''}' })`
    }),
    ...ends.map(([from, to, tag]) => `t.connect('${from}', '${to}', { label: '${tag}' })`),
    'await t.apply()',
  ].join('\n')
}

type Reading = ReturnType<typeof readCells>

/** Each box is shown once, and each connection from its box to its box. */
function expectGraph(
  { boxes, connections }: Reading,
  { edges }: Picture,
  { ids, shown }: { ids: readonly string[]; shown: string },
): void {
  // A group without nodes is a box.
  const named = boxes.map((text) => text.split(' ')[0]).filter((word) => word !== 'Group')
  expect(named.sort(), shown).toEqual([...ids].sort())
  const found = connections
    .map(({ from, to }) => `${from.split(' ')[0]}→${to.split(' ')[0]}`)
    .sort()
  expect(found, shown).toEqual(edges.map(({ from, to }) => `${from}→${to}`).sort())
}

function expectSameLengths(lines: readonly string[], ascii: readonly string[]): void {
  expect(ascii.map((line) => line.length)).toEqual(lines.map((line) => line.length))
}

/** Each connection shows one text at most, between the boxes that it belongs to. */
function expectTags(connections: Reading['connections'], picture: Picture, shown: string): void {
  for (const { from, to, tags } of connections) {
    const own = picture.edges.find(({ tag }) => tag && tag.text === tags[0])
    expect(tags.length, shown).toBeLessThanOrEqual(1)
    if (own)
      expect(
        [from, to].map((text) => text.split(' ')[0]),
        shown,
      ).toEqual([own.from, own.to])
  }
}

interface Counts {
  wide: number
  drawn: number
  narrow: number
  tags: number
}

async function expectDrawing(
  { label, columns, ...rest }: Graph & { readonly columns: number },
  counts: Counts,
): Promise<void> {
  const ids = Array.from({ length: rest.nodes }, (_, at) => `n${at}`)
  const picture = await pictureOf(graphScript(ids, { label, ...rest }))
  const drawing = drawCells(picture, { columns })
  if (columns === 400) counts.wide++
  // Where something would cover something else, or is too wide, there is no picture.
  if (drawing === undefined) return
  counts[columns === 400 ? 'drawn' : 'narrow']++
  const lines = textOf(drawing)
  const shown = lines.join('\n')
  for (const line of lines) expect(stringWidth(line), shown).toBeLessThanOrEqual(columns)
  const tags = picture.edges.flatMap(({ tag }) => tag?.text ?? [])
  const read = readCells(lines, tags)
  expectGraph(read, picture, { ids, shown })
  expect(tags.filter((tag) => !shown.includes(tag)).length, shown).toBe(drawing.textsLeftOut)
  for (const connection of read.connections) counts.tags += connection.tags.length
  expectTags(read.connections, picture, shown)
  if (label !== ' 服务') expectSameLengths(lines, linesOf(picture, columns, true) ?? [])
}

describe('any picture', () => {
  test('of the corpus is as wide as the terminal at most, and nearly all fit into 300 columns', async () => {
    const left: string[] = []
    const names = oneOf(8, corpus).filter(
      ([name]) => !['letters', 'placed-tight-12'].includes(name),
    )
    for (const [name, script] of names) {
      const topology = await topologyOf(script)
      if (topology.nodes.length > 45) continue
      const picture = layout(topology, { title: 'T' })
      if (!linesOf(picture, 300)) left.push(name)
      for (const columns of [80, 160]) expectWidth(picture, columns, name)
    }
    expect(left).toEqual([])
  })

  test('shows each box once, and each connection from its box to its box, with its text', async () => {
    const pair = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('', '!', ' in words!'))
    const graph = fc.record({
      nodes: fc.integer({ min: 2, max: 12 }),
      groups: fc.integer({ min: 0, max: 3 }),
      pairs: fc.array(pair, { maxLength: 16 }),
      label: fc.constantFrom('', ' with a label', ' 服务'),
      columns: fc.constantFrom(40, 60, 80, 400, 400, 400),
    })
    const counts = { wide: 0, drawn: 0, narrow: 0, tags: 0 }
    const property = fc.asyncProperty(graph, (options) => expectDrawing(options, counts))
    const numRuns = cases(300)
    // The shares of a few random graphs vary by chance.
    await fc.assert(property, isAll ? { numRuns } : { numRuns, seed: 1 })
    expect(counts.drawn).toBeGreaterThan(counts.wide * 0.8)
    expect(counts.narrow).toBeGreaterThan(0)
    expect(counts.tags).toBeGreaterThan(numRuns)
  }, 120_000)
})

test('a text of a connection without room is left out, and counted', async () => {
  const picture = await pictureOf(`const t = new TopologyBuilder(true)
t.createProcess({ id: 'a', label: 'A' })
t.createProcess({ id: 'b', label: 'B' })
t.connect('a', 'b', { label: 'the first of two long texts' })
t.connect('a', 'b', { label: 'the other of two long texts' })
await t.apply()`)
  expect(drawCells(picture, { columns: 100 })?.textsLeftOut).toBe(0)
  const [first] = picture.edges
  // As if the layout had both texts at one place.
  const edges = picture.edges.map((edge) => ({
    ...edge,
    tag: edge.tag && { ...edge.tag, x: first?.tag?.x ?? 0, y: first?.tag?.y ?? 0 },
  }))
  const drawing = drawCells({ ...picture, edges }, { columns: 100 })
  expect(drawing?.textsLeftOut).toBe(1)
  expect(drawing && textOf(drawing).join('\n')).toContain('the first of two long texts')
})

test('a loop has its text beside it, and no corner is covered', async () => {
  const picture = await pictureOf(`const t = new TopologyBuilder(true)
t.createProcess({ id: 'a', label: 'A' })
t.connect('a', 'a', { label: 'retry' })
await t.apply()`)
  expect(linesOf(picture, 80)?.map((line) => line.slice(line.length - 9))).toEqual([
    expect.anything(),
    expect.stringMatching(/├─+╮$/),
    expect.stringMatching(/ +│ retry$/),
    expect.stringMatching(/│◀─*╯$/),
    expect.anything(),
  ])
})

describe('names', () => {
  const script = (label: string) => `const t = new TopologyBuilder(true)
t.createProcess({ id: 'a', label: ${JSON.stringify(label)} })
t.createProcess({ id: 'b', label: 'B' })
t.connect('a', 'b', { label: 'uses' })
await t.apply()`

  test.each([
    ['control characters', 'A\u001b[31mB\u0007C', /│ +A \[31mB C +│/],
    ['direction overrides', 'A\u202Etxt', /│ +A txt +│/],
    ['an emoji of several parts', 'A 👩‍💻 B', /│ +A 👩 B +│/],
    ['a flag', '🇩🇪 B', /│ +DE B +│/],
    ['wide letters', '服务', /│ +服务 +│/],
    ['a mark alone', '\u0301x', /│ +◌́x +│/],
  ])('%s', async (_what, label, expected) => {
    const lines = linesOf(await pictureOf(script(label)), 80) ?? []
    expect(
      lines.find((line) => expected.test(line)),
      lines.join('\n'),
    ).toBeDefined()
    const width = stringWidth(lines[0] ?? '')
    expect(lines.slice(0, 3).map((line) => stringWidth(line))).toEqual([width, width, width])
  })

  test('without Unicode, other letters are question marks or their base letters', async () => {
    const lines = linesOf(await pictureOf(script('Zürich 服务 → ×2')), 80, true) ?? []
    expect(lines.join('\n')).toMatch(/^[ -~\n]+$/)
    expect(lines.join('\n')).toContain('| Zurich ?? -> x2 |')
  })

  test('words from right to left have no picture: terminals disagree about their places', async () => {
    const picture = await pictureOf(script('שלום'))
    expect(linesOf(picture, 80)).toBeUndefined()
    expect(linesOf(picture, 80, true)).toBeDefined()
  })
})

test('states and replicas are words of their own role', async () => {
  const picture = await pictureOf(`const t = new TopologyBuilder(true)
t.createProcess({ id: 'a', label: 'A', state: 'error', replicas: 3 })
t.createProcess({ id: 'b', label: 'B', state: 'stopped', external: true })
await t.apply()`)
  const runs = drawCells(picture, { columns: 80 })?.rows.flat() ?? []
  const ofRole = (role: string) => runs.filter((run) => run.role === role).map(({ text }) => text)
  expect(ofRole('error')).toEqual(['error'])
  expect(ofRole('label')).toEqual(['A', 'B'])
  expect(ofRole('note').sort()).toEqual(['stopped', 'external', '×3'].sort())
})

test('a picture that is too large or too wide is not drawn, and takes no time', async () => {
  const shop = await pictureOf(corpusScript('shop'))
  expect(linesOf(shop, 10_000)).toBeDefined()
  expect(linesOf({ ...shop, edges: Array(100).fill(shop.edges).flat() }, 10_000)).toBeUndefined()
  expect(linesOf(shop, 60)).toBeUndefined()
  expect(
    linesOf(await pictureOf('const t = new TopologyBuilder(true)\nawait t.apply()'), 80),
  ).toBeUndefined()
})
