/** Mermaid, Graphviz, text, page and JSON of a script; names are escaped in each. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hello, payments } from '../../../../src/mock/fixtures/scripts.ts'
import { isFlowchart, pictureFormats } from '../../../../src/render/index.ts'
import { cases } from '../../../cases.ts'
import { drawing, pictureOf, smallScript } from '../../pictures.ts'

async function write(name: string, script: string): Promise<string> {
  const format = pictureFormats.find((one) => one.name === name)
  if (!format) throw new Error(`no format ${name}`)
  return format.write(await pictureOf(script), { theme: 'light' })
}

test('Mermaid flowchart of a script', async () => {
  expect(await write('mermaid', hello)).toBe(
    [
      'flowchart TB',
      '  subgraph n0["App"]',
      '    n1["Web"]',
      '    n2[("Database")]',
      '  end',
      '  n1 -->|":5432"| n2',
      '',
    ].join('\n'),
  )
})

test('Graphviz graph of a script', async () => {
  const text = await write('dot', hello)
  expect(text).toContain('  subgraph "cluster app" {\n    label="App"\n    "web" [label="Web"]')
  expect(text).toContain('  "web" -> "db" [label=":5432" color="#55687f"]\n')
})

test('formats without places have the direction of the picture', async () => {
  const picture = await pictureOf(hello, 'Hello', { direction: 'right' })
  expect(picture.direction).toBe('right')
  const text = async (name: string) =>
    String(
      await pictureFormats
        .find((format) => format.name === name)
        ?.write(picture, { theme: 'light' }),
    )
  expect(await text('mermaid')).toMatch(/^flowchart LR\n/)
  expect(isFlowchart(await text('mermaid'))).toBe(true)
  expect(await text('dot')).toContain('rankdir=LR')
  expect(await text('plantuml')).toContain('\nleft to right direction\n')
  expect(await write('plantuml', hello)).not.toContain('direction')
})

describe('line breaks of a label', () => {
  const broken = drawing(`const g = t.createGroup('g', { label: 'Cluster\\neu' })
g.addProcess({ id: 'a', label: 'Orders\\r\\nGo\\n\\n :8080 ' }).addProcess({ id: 'b', label: 'B' })
t.connect('a', 'b', { label: 'places\\nan order' })`)

  test.each([
    ['mermaid', '["Orders<br/>Go<br/>:8080"]', '|"places<br/>an order"|'],
    ['dot', 'label="Orders\\nGo\\n:8080"', 'label="places\\nan order"'],
    ['plantuml', '"Orders\\nGo\\n<U+003A>8080"', ' : places\\nan order'],
    ['drawio', 'value="Orders&#10;Go&#10;:8080"', 'value="places&#10;an order"'],
    ['text', '  Orders (a)\n    Go\n    :8080\n    → B, places an order\n', ''],
  ])('%s has each line', async (format, node, connection) => {
    const text = await write(format, broken)
    expect(text).toContain(node)
    expect(text).toContain(connection)
  })

  test('json has the label in one line, and its lines', async () => {
    const { nodes, edges } = JSON.parse(await write('json', broken))
    const lines = ['Orders', 'Go', ':8080']
    expect(nodes[1]).toMatchObject({ label: 'Orders Go :8080', labelLines: lines, lines })
    expect(edges[0]).toMatchObject({ label: 'places an order', labelLines: ['places', 'an order'] })
    expect(edges[0].tag.text).toBe('places\nan order')
    expect(nodes[2]).not.toHaveProperty('labelLines')
  })

  test('an id that contains one stays in its line', async () => {
    const script = drawing("t.createProcess({ id: 'a\\nb', label: 'A' })")
    expect(await write('dot', script)).toContain('\n  "a b" [label="A"]\n')
  })
})

test('the source of a picture contains no CI command', async () => {
  const label = '##[group]##vso[task.setvariable variable=x]'
  const script = drawing(`t.createProcess({ id: 'a', label: ${JSON.stringify(label)} })`)
  for (const { name } of pictureFormats) {
    expect({ name, orders: (await write(name, script)).match(/##\w*\[/g) }).toEqual({
      name,
      orders: null,
    })
  }
})

test('Graphviz clips an edge of a group at its border', async () => {
  const body =
    "t.createGroup('g', { label: 'G' }).addProcess({ id: 'a' })\nt.createProcess({ id: 'b' })\nt.connect('b', 'g').connect('g', 'a')"
  const text = await write('dot', drawing(body))
  expect(text).toContain('"b" -> "a" [lhead="cluster g"]')
  // Without a type, in the hue of the group.
  expect(text).toContain('"a" -> "a" [color="#6387b4"]')
})

test('text description of a script', async () => {
  const text = await write('text', payments)
  expect(text).toMatch(
    /^Shop\n4 groups, 10 nodes, 9 connections, 3 scenarios\.\n\nShopper \(shopper\), external\n {2}→ CDN, http, HTTPS, port 443\n/,
  )
  expect(text).toContain(
    '  Core (core), group\n    Checkout (checkout), 2 replicas\n      → Fraud rules, tcp, gRPC\n',
  )
  expect(text).toContain(
    'Scenario: The bank declines\n  1. API gateway → Checkout\n  2. Checkout → Acquiring bank\n  3. Acquiring bank fails: [BANK] insufficient funds\n',
  )
})

test('JSON model of a script', async () => {
  const picture = await pictureOf(payments)
  expect(JSON.parse(await write('json', payments))).toEqual({ version: 1, ...picture })
})

test('the HTML page is self-contained and embeds the model', async () => {
  const page = await write(
    'html',
    drawing("t.createProcess({ id: 'a', label: '</script><script>alert(1)</script><!--' })"),
  )
  expect(page).not.toMatch(/<!--|(?:src|href)=/)
  // The policy only allows the player, by its hash.
  const [player, ...others] = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, code]) => code as string,
  )
  expect(others).toEqual([])
  const hash = createHash('sha256')
    .update(player as string)
    .digest('base64')
  expect(page).toContain(`script-src &#39;sha256-${hash}&#39;; style-src`)
  const [, json = ''] =
    /<script type="application\/json" id="picture">(.*)<\/script>/.exec(page) ?? []
  expect(JSON.parse(json).picture.nodes[0].label).toBe('</script><script>alert(1)</script><!--')
})

test('Mermaid: names cannot end their quotes and contain no Markdown or HTML', async () => {
  await fc.assert(
    fc.asyncProperty(smallScript, async (script) => {
      const written = await write('mermaid', script)
      expect(isFlowchart(written)).toBe(true)
      for (const [quoted] of written.matchAll(/"[^"]*"/g)) {
        expect(quoted.slice(1, -1).replace(/#\d+;|<br\/>/g, '')).not.toMatch(
          /[<>&`*_#\\[\]{}|;%~=!?'$^@]|[\p{Cc}\u2028\u2029\u202A-\u202E]/u,
        )
      }
    }),
    { numRuns: cases(60) },
  )
}, 60_000)

test.each([
  'click n0 "https://evil.example"',
  'n0["x"]; click n0 call x()',
  '%%{init: {"securityLevel": "loose"}}%%',
  'n0["<img src=x>"]',
  'n0["x"] --> n1["`x`"]',
  'classDef added fill:url(https://evil.example)',
  'style n0 fill:red',
  'style n0 fill:#ffffff,background:url(https://evil.example)',
])('isFlowchart rejects foreign Mermaid with %s', async (line) => {
  const own = await write('mermaid', payments)
  expect([isFlowchart(own), isFlowchart(`${own}  ${line}\n`)]).toEqual([true, false])
})

const dotText = String.raw`"(?:[^"\\]|\\["\\])*"`
const dotLabel = String.raw`label="(?:[^"\\]|\\["\\n])*"`
const attributes = String.raw`\[(?:(?:${dotLabel}|\w+=${dotText}) ?)*\]`
const dotLine = new RegExp(
  `^(?:digraph ${dotText} \\{| {2}(?:graph|node|edge) \\[.*\\]| *subgraph ${dotText} \\{| *(?:${dotLabel}|(?:style|color|fillcolor)=${dotText})| *\\}| *${dotText} ${attributes}| *${dotText} -> ${dotText} ${attributes}|)$`,
  'u',
)

test('Graphviz and text: names cannot end their quotes or break a line', async () => {
  await fc.assert(
    fc.asyncProperty(smallScript, async (script) => {
      for (const line of (await write('dot', script)).split('\n')) expect(line).toMatch(dotLine)
      expect(await write('text', script)).not.toMatch(/(?!\n)\p{Cc}|[\u2028\u2029\u202A-\u202E]/u)
    }),
    { numRuns: cases(60) },
  )
}, 60_000)
