/** Flowcharts of Mermaid: forms of its manual and generated charts have the nodes and connections that Mermaid's own parser finds. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMermaid } from '../../../src/convert/mermaid/index.ts'
import { layout } from '../../../src/render/index.ts'
import { validate } from '../../../src/validator/index.ts'
import { cases, oneOf } from '../../cases.ts'
import { scriptOf } from '../script-of.ts'
import { forms } from './forms.ts'
import { directionOf, flowchartOf, lostLooksOf, titlesOf } from './own-parser.ts'

const drawingOf = (text: string) => {
  const [drawing] = readMermaid(text, 'chart.mmd')
  if (!drawing) throw new Error('There is no drawing.')
  return drawing
}

function read(text: string) {
  const { nodes, groups, connections } = drawingOf(text)
  const inside = [
    ...nodes.map(({ id, group }) => [id, group]),
    ...groups.map(({ id, parent }) => [id, parent]),
  ]
  const members = (id: string) =>
    inside.flatMap(([one, group]) => (group === id ? [one] : [])).sort()
  return {
    nodes: nodes.map(({ id }) => id).sort(),
    connections: connections.map(({ from, to }) => `${from} → ${to}`).sort(),
    groups: groups.map(({ id }) => `${id}: ${members(id).join(' ')}`).sort(),
  }
}

/** The looks of lines that are listed as left out, with their counts; each is listed once. */
function lostLooks(text: string): Record<string, number> {
  const found = drawingOf(text).leftOut.flatMap(({ what }) => {
    const [, look, count] =
      /^(.* (?:line|arrowhead|end|start)) of (\d+) connections?$/.exec(what) ?? []
    const [, invisible] = /^(\d+) invisible connections?$/.exec(what) ?? []
    if (invisible !== undefined) return [['invisible connection', Number(invisible)] as const]
    return look === undefined ? [] : [[look, Number(count)] as const]
  })
  expect(new Set(found.map(([look]) => look)).size).toBe(found.length)
  return Object.fromEntries(found)
}

function shortDirection(text: string): string {
  const { direction = 'down' } = drawingOf(text)
  return { down: 'TB', right: 'LR', up: 'BT', left: 'RL' }[direction]
}

async function isDrawn(text: string) {
  const code = scriptOf(drawingOf(text))
  const { findings, topology } = await validate(code)
  if (!topology) throw new Error(code)
  const errors = findings.filter(({ severity }) => severity === 'error')
  expect([errors, layout(topology, { title: 'Chart' }).nodes.length > 0]).toEqual([[], true])
}

const drawnForms = oneOf(3, forms)

test.each(forms)('%j', async (form) => {
  const text = /^(?:flowchart|graph|---|%%)/.test(form) ? form : `flowchart TD\n${form}`
  expect(read(text)).toEqual(await flowchartOf(text))
  expect(lostLooks(text)).toEqual(await lostLooksOf(text))
  expect(shortDirection(text)).toBe(await directionOf(text))
  if (drawnForms.includes(form)) await isDrawn(text)
})

/** A text that Mermaid draws as HTML, and its words. */
test.each([
  ['A[<font color="red">x</font>]', 'A: x'],
  [`A[<a href='x'>y</a>]`, 'A: y'],
  ['A[Text <br style="x"/> y]', 'A: Text\ny'],
  ['A(<b class="x">y</b>)', 'A: y'],
  ['A["x</br>y"]', 'A: x\ny'],
  ['A["<p>x</p><p>y</p>"]', 'A: x\ny'],
  ['A[x<hr>y]', 'A: x\ny'],
  ['A["x <hr/> y"]', 'A: x\ny'],
  ['A["a <pre>b</pre>"]', 'A: a b'],
  ['A[" "]', 'A: '],
])('the words of %s are %j', async (form, words) => {
  const text = `flowchart TD\n${form}`
  const [node] = drawingOf(text).nodes
  expect(`${node?.id}: ${node?.label}`).toBe(words)
  const theirs = (await titlesOf(text)).texts.join()
  const withoutTags = theirs
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  expect(withoutTags).toBe(words.replace('\n', ' ').trim())
})

test.each([
  'subgraph "My title" foo bar\nA\nend',
  'subgraph "My title" [x y]\nA\nend',
  'subgraph one [" "]\nA\nend',
  'subgraph " "\nA\nend',
  'subgraph two words\nA\nend',
  'subgraph "one"\nA\nend',
])('the title of %j is that of Mermaid', async (form) => {
  const text = `flowchart TD\n${form}`
  const { groups, nodes } = drawingOf(text)
  const titles = groups.map(({ id, label }) => `${id}: ${label}`)
  expect(titles).toEqual((await titlesOf(text)).titles)
  expect(nodes.map(({ id }) => id)).toEqual(['A'])
})

/** Nested subgraphs, chains, and groups as ends of connections. */
const chart = fc
  .record({
    nodes: fc.array(
      fc.tuple(fc.constantFrom('', '[a b]', '(c)', '{d}', '[(e)]', '["f (g)"]'), fc.nat(4)),
      {
        minLength: 2,
        maxLength: 12,
      },
    ),
    links: fc.array(
      fc.tuple(
        fc.nat(15),
        fc.nat(15),
        fc.constantFrom(
          '-->',
          '---',
          '-. x .->',
          '==>|y|',
          '<-->',
          '~~~',
          '&',
          '--o',
          'x-- z --x',
          '<-.->',
        ),
      ),
      { maxLength: 20 },
    ),
    groups: fc.nat(4),
  })
  .map(({ nodes, links, groups }) => {
    const id = (n: number) => (n >= 12 ? `g${n % 4}` : `n${n}`)
    const of = (group: number) =>
      nodes.flatMap(([shape, one], n) => (one === group ? [`n${n}${shape}`] : []))
    // The second subgraph is in the first.
    const open = Array.from({ length: groups }, (_, n) => [
      `subgraph g${n} [Group ${n}]`,
      ...of(n + 1),
    ])
    const lines = [
      ...of(0),
      ...open.flatMap((group, n) => [...group, ...Array(n === 1 ? 2 : Math.min(n, 1)).fill('end')]),
      ...(groups === 1 ? ['end'] : []),
      ...links
        .filter(([from, to]) => [from, to].every((n) => n < 12 || n % 4 < groups))
        .map(([from, to, link]) =>
          link === '&' ? `${id(from)} & ${id(to)} --> n0` : `${id(from)} ${link} ${id(to)}`,
        ),
    ]
    return `flowchart LR\nn0\n${lines.join('\n')}\n`
  })

test('generated charts', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(chart, async (text) => {
      expect(read(text)).toEqual(await flowchartOf(text))
      expect(lostLooks(text)).toEqual(await lostLooksOf(text))
      if (drawingOf(text).nodes.length > 0) await isDrawn(text)
    }),
    { numRuns: cases(400, 0.05), seed: 36 },
  )
})

describe('texts', () => {
  const labelOf = (text: string) => drawingOf(`flowchart LR\n${text}`).nodes[0]?.label
  test.each([
    ['A["a #quot;b#quot; #9829; #35;"]', 'a "b" ♥ #'],
    ['A["two<br/>lines"]', 'two\nlines'],
    ['A["`**bold** and _thin_`"]', 'bold and thin'],
    ['A(["fa:fa-car Car"])', 'Car'],
    ['A["<b>x</b> & y"]', 'x & y'],
    ['A', 'A'],
  ])('%j reads %j', (text, label) => expect(labelOf(text)).toBe(label))

  test('a connection has its text, and a two-headed one carries answers: it is one', () => {
    const { connections, leftOut } = drawingOf(
      'flowchart LR\nA -- reads --> B\nB <-->|"asks, answers"| C',
    )
    expect(connections.map(({ from, to, label }) => [from, to, label])).toEqual([
      ['A', 'B', 'reads'],
      ['B', 'C', 'asks, answers'],
    ])
    expect(leftOut).toEqual([{ line: 3, what: 'arrowhead at the start of 1 connection' }])
  })
})

test('lists what a script does not say, with its line', () => {
  const { leftOut } = drawingOf(
    'flowchart LR\nA:::hot --> B\nstyle A fill:#f00\nclick A "https://x.y"\nclassDef hot fill:#f00\nA ~~~ B\nlinkStyle 0 stroke:red',
  )
  expect(leftOut.map(({ line, what }) => `${line} ${what}`)).toMatchInlineSnapshot(`
    [
      "2 class of A",
      "3 style of A",
      "4 click A",
      "5 classDef hot",
      "6 1 invisible connection",
      "7 linkStyle 0",
    ]
  `)
})

test.each([
  ['flowchart LR', 'right'],
  ['graph RL', 'left'],
  ['flowchart BT', 'up'],
  ['graph TD', undefined],
  ['flowchart TB', undefined],
  ['flowchart', undefined],
  ['graph >', 'right'],
  ['graph <', 'left'],
  ['graph ^', 'up'],
  ['graph v', undefined],
])('%s leads %s', async (head, direction) => {
  const text = `${head}\nA --> B`
  expect(drawingOf(text).direction).toBe(direction)
  expect(shortDirection(text)).toBe(await directionOf(text))
})

test('a subgraph with another direction is listed, and one with the same is not', () => {
  const { direction, leftOut } = drawingOf(
    'flowchart LR\nsubgraph a\ndirection LR\nA\nend\nsubgraph b\ndirection TB\nB\nend\nA --> B',
  )
  expect([direction, leftOut]).toEqual(['right', [{ line: 7, what: 'direction TB' }]])
})

test('each look of lines that is lost is listed once, with its count and its first line', () => {
  const { leftOut, connections } = drawingOf(
    `flowchart TD
A -.-> B
B & C --- D
A <-. both .-> C
A == thick ==> E
A --o F
A x--x G
A --> H
A ~~~ H`,
  )
  expect(leftOut.map(({ line, what }) => `${line} ${what}`)).toEqual([
    '2 dotted line of 2 connections',
    '3 line without arrowhead of 2 connections',
    '4 arrowhead at the start of 1 connection',
    '5 thick line of 1 connection',
    '6 circle at the end of 1 connection',
    '7 cross at the end of 1 connection',
    '9 1 invisible connection',
  ])
  expect(connections).toHaveLength(8)
})

test.each([
  ['flowchart LR\nA[', 2, 'the text of "A" does not end'],
  ['flowchart LR\nA --> B\nsubgraph x\nA', 4, 'subgraph'],
  ['flowchart LR\nA -->', 2, ''],
  ['no diagram', 1, 'no diagram of Mermaid starts here'],
])('%j names line %i', (text, line, why) => {
  expect(() => drawingOf(text)).toThrow(new RegExp(`^Line ${line}: .*${why}`))
})
