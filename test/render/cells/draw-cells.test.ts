/** Pictures of characters: a reader that knows only the characters finds every box and every connection. */
import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { drawCells } from '../../../src/render/cells/draw-cells.ts'
import { layout, type Picture } from '../../../src/render/index.ts'
import { cases, oneOf } from '../../cases.ts'
import { corpus } from '../corpus/index.ts'
import { topologyOf } from '../pictures.ts'
import { readCells } from './read-cells.ts'

const linesOf = (picture: Picture, columns: number, isAscii = false) =>
  drawCells(picture, { columns, isAscii })?.map((runs) => runs.map(({ text }) => text).join(''))

const pictureOf = async (script: string, title = 'T') => layout(await topologyOf(script), { title })
const corpusScript = (name: string) => corpus.find(([one]) => one === name)?.[1] ?? ''

test('some pictures of the corpus', async () => {
  const drawn: string[] = []
  for (const name of ['hello', 'web-service', 'three-regions', 'shapes', 'chain-12', 'labelled']) {
    const picture = await pictureOf(corpusScript(name))
    drawn.push(name, ...(linesOf(picture, 80) ?? ['does not fit']), '')
    if (name === 'three-regions') drawn.push(`${name}, ASCII`, ...(linesOf(picture, 80, true) ?? []), '')
  }
  await expect(drawn.join('\n')).toMatchFileSnapshot('pictures.txt')
})

describe('any picture', () => {
  test('of the corpus is as wide as the terminal at most, and nearly all fit into 300 columns', async () => {
    const left: string[] = []
    const names = oneOf(4, corpus).filter(([name]) => !['letters', 'placed-tight-12'].includes(name))
    for (const [name, script] of names) {
      const picture = await pictureOf(script)
      if (picture.nodes.length > 45) continue
      if (!linesOf(picture, 300)) left.push(name)
      for (const columns of [80, 160])
        for (const line of linesOf(picture, columns) ?? [])
          expect(stringWidth(line), `${name}: ${line}`).toBeLessThanOrEqual(columns)
    }
    expect(left).toEqual([])
  })

  test('shows each box once, and each connection from its box to its box', async () => {
    const pair = fc.tuple(fc.nat(), fc.nat())
    const graph = fc.record({
      nodes: fc.integer({ min: 2, max: 12 }),
      groups: fc.integer({ min: 0, max: 3 }),
      pairs: fc.array(pair, { maxLength: 16 }),
      label: fc.constantFrom('', ' with a label', ' 服务'),
    })
    let drawn = 0
    const property = fc.asyncProperty(graph, async ({ nodes, groups, pairs, label }) => {
      const ids = Array.from({ length: nodes }, (_, at) => `n${at}`)
      const ends = pairs.map(([a, b]) => [ids[a % nodes], ids[b % nodes]] as [string, string])
      const script = [
        'const t = new TopologyBuilder(true)',
        ...Array.from(
          { length: groups },
          (_, at) => `const g${at} = t.createGroup('g${at}', { label: 'Group ${at}' })`,
        ),
        ...ids.map((id, at) => {
          const [on, call] = at % 4 < groups ? [`g${at % 4}`, 'addProcess'] : ['t', 'createProcess']
          return `${on}.${call}({ id: '${id}', label: '${id}${at % 3 === 0 ? label : ''}' })`
        }),
        ...ends.map(([from, to]) => `t.connect('${from}', '${to}', {})`),
        'await t.apply()',
      ].join('\n')
      const picture = await pictureOf(script)
      const lines = linesOf(picture, 400)
      // Where something would cover something else, there is no picture.
      if (lines === undefined) return
      drawn++
      const read = readCells(lines)
      // A group without nodes is a box.
      const named = read.boxes.map((text) => text.split(' ')[0]).filter((word) => word !== 'Group')
      expect(named.sort(), lines.join('\n')).toEqual([...ids].sort())
      const found = read.connections.map(([from, to]) => `${from.split(' ')[0]}→${to.split(' ')[0]}`).sort()
      expect(found, lines.join('\n')).toEqual(picture.edges.map(({ from, to }) => `${from}→${to}`).sort())
    })
    const numRuns = cases(150)
    await fc.assert(property, { numRuns })
    expect(drawn).toBeGreaterThan(numRuns * 0.8)
  }, 120_000)
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
  const runs = drawCells(picture, { columns: 80 })?.flat() ?? []
  const ofRole = (role: string) => runs.filter((run) => run.role === role).map(({ text }) => text)
  expect(ofRole('error')).toEqual(['error'])
  expect(ofRole('label')).toEqual(['A', 'B'])
  expect(ofRole('note').sort()).toEqual(['stopped', 'external', '×3'].sort())
})

test('a picture that is too large or too wide is not drawn, and takes no time', async () => {
  const [, large = ''] = corpus.find(([name]) => name.includes('500')) ?? []
  expect(linesOf(await pictureOf(large), 10_000)).toBeUndefined()
  expect(linesOf(await pictureOf(corpusScript('shop')), 60)).toBeUndefined()
  expect(linesOf(await pictureOf('const t = new TopologyBuilder(true)\nawait t.apply()'), 80)).toBeUndefined()
})
