/** Scenarios as sequence diagrams. */

import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import {
  drawSequences,
  isMermaidSequence,
  mermaidSequence,
  type Picture,
  pictureFormats,
  sequencesOf,
} from '../../../../src/render/index.ts'
import { cases } from '../../../cases.ts'
import { corpus } from '../../corpus/index.ts'
import { drawing, hostile, pictureOf } from '../../pictures.ts'

const shop = (steps: string) =>
  pictureOf(
    `${drawing(`t.createClient({ id: 'user', label: 'Customer' })
t.createProcess({ id: 'api', label: 'API', replicas: 3 }).createProcess({ id: 'db', label: 'DB' }).createProcess({ id: 'mail', label: 'Mail' })
t.connect('user', 'api', { type: 'http', port: 443 }).connect('api', 'db', { label: 'SQL' }).connect('api', 'mail', { type: 'pulse' })
const f = new FlowBuilder()
${steps}`)}return f\n`,
  )
const mermaidOf = async (steps: string) =>
  sequencesOf(await shop(steps))
    .map(mermaidSequence)
    .join('\n')

describe('a scenario as a sequence', () => {
  test('calls, replies, notes, errors, parallel steps and replicas', async () => {
    const text =
      await mermaidOf(`f.scenario('s', 'S').from('user').to('api-1').showMessage('[API] checks')
.parallel([['api-1', 'db'], ['api-2', 'mail']]).from('db').to('api').to('user').showError('[API] 500').flashError('db')
.from('mail').to('user')`)
    expect(text).toBe(`sequenceDiagram
  actor p0 as Customer
  participant p1 as API ×3
  participant p2 as DB
  participant p3 as Mail
  p0->>p1: http #58;443
  Note over p1: #91;API#93; checks
  par
    p1->>p2: SQL
  and
    p1->>p3: pulse
  end
  p2-->>p1: 
  p1-->>p0: 
  rect rgba(220,53,69,0.18)
    Note over p0: ✗ #91;API#93; 500
  end
  rect rgba(220,53,69,0.18)
    Note over p2: ✗ fails
  end
  p3-xp0: 
`)
  })

  test('a message right behind an arrow is its text, unless the connection has a label or the node says it', async () => {
    const text = await mermaidOf(
      `f.from('user').to('api').showMessage('buy').showMessage('later')
.to('db').showMessage('behind a label').to('api').showMessage('rows').to('user').showMessage('[USER] reads')`,
    )
    expect(text.split('\n').slice(4, -1)).toEqual([
      '  p0->>p1: buy',
      '  Note over p1: later',
      '  p1->>p2: SQL',
      '  Note over p2: behind a label',
      '  p2-->>p1: rows',
      '  p1-->>p0: ',
      '  Note over p0: #91;USER#93; reads',
    ])
  })

  test('participants of one group are in a box side by side; a group around all of them is none', async () => {
    const picture = await pictureOf(`const t = new TopologyBuilder(true)
const all = t.createGroup('all', { label: 'All' })
const shop = all.addGroup({ id: 'shop', label: 'Shop: #1' }).addProcess({ id: 'web' }).addProcess({ id: 'orders' })
shop.autoResize()
all.addProcess({ id: 'bank' }).autoResize()
t.connect('web', 'bank').connect('bank', 'orders')
await t.apply()
return new FlowBuilder().from('web').to('bank').to('orders')
`)
    const [sequence] = sequencesOf(picture)
    const text = sequence ? mermaidSequence(sequence) : ''
    expect(text.split('\n').slice(1, -1)).toEqual([
      '  box transparent Shop#58; #35;1',
      '    participant p0 as web',
      '    participant p1 as orders',
      '  end',
      '  participant p2 as bank',
      '  p0->>p2: ',
      '  p2->>p1: ',
    ])
    expect(isMermaidSequence(text)).toBe(true)
    expect(drawSequences(picture, 'light').svg).toContain('Shop: #1</text>')
  })

  test('line breaks of names and of texts stay', async () => {
    const picture = await pictureOf(
      `${drawing(`t.createProcess({ id: 'a', label: 'Orders\\nGo\\n:8080' }).createProcess({ id: 'b', label: 'B' })
t.connect('a', 'b', { label: 'places\\nan order' })
const f = new FlowBuilder()
f.from('a').to('b')`)}return f\n`,
    )
    const [sequence] = sequencesOf(picture)
    const text = sequence ? mermaidSequence(sequence) : ''
    expect(text).toContain('  participant p0 as Orders<br/>Go<br/>#58;8080\n')
    expect(text).toContain('  p0->>p1: places<br/>an order\n')
    expect(isMermaidSequence(text)).toBe(true)
    const { svg } = drawSequences(picture, 'light')
    for (const line of ['Orders', 'Go', ':8080', 'places', 'an order'])
      expect(svg).toContain(`>${line}</text>`)
    expect(svg).toContain('Orders Go :8080, B.</desc>')
  })

  test('a long scenario is cut, and says so', async () => {
    const text = await mermaidOf(
      "f.scenario('s', 'S').from('user')\nfor (let i = 0; i < 500; i++) f.to(i % 2 ? 'user' : 'api')",
    )
    expect(text).toContain('Note over p0,p1: 101 more steps\n')
    expect(text.split('\n').length).toBeLessThan(420)
    const { svg } = drawSequences(
      await shop("f.from('user')\nfor (let i = 0; i < 500; i++) f.to('api').to('user')"),
      'light',
    )
    expect(svg).toContain('601 more steps are not shown.')
  })

  test('each scenario has a heading and a diagram; without scenarios it says so', async () => {
    const format = pictureFormats.find(({ name }) => name === 'sequence')
    const write = async (picture: Picture) => format?.write(picture, { theme: 'light' })
    const text = await write(
      await shop("f.scenario('a', 'A # b').from('user').to('api').scenario('e', 'Empty')"),
    )
    expect(text).toMatch(
      /^# Shop\n\n## A \\# b\n\n```mermaid\nsequenceDiagram\n[^`]+```\n\n## Empty\n\nNo steps\.\n$/,
    )
    expect(await write(await shop(''))).toBe('# Shop\n\nNo scenarios.\n')
  })
})

describe('hostile names', () => {
  const picture = fc
    .record({
      names: fc.array(hostile, { minLength: 2, maxLength: 4 }),
      title: hostile,
      texts: fc.array(hostile, { maxLength: 4 }),
    })
    .map(({ names, title, texts }) => {
      const steps = texts.map(
        (text, i) =>
          `f.${i % 2 ? 'showError' : 'showMessage'}(${JSON.stringify(text)}).to('n${i % names.length}')`,
      )
      return `${drawing(
        `${names.map((name, i) => `t.createProcess({ id: 'n${i}', label: ${JSON.stringify(name)} })`).join('\n')}
${names.map((name, i) => `t.connect('n0', 'n${i}', { label: ${JSON.stringify(name)} })`).join('\n')}
const f = new FlowBuilder()
f.scenario('s', ${JSON.stringify(title)}).from('n0').to('n1')
${steps.join('\n')}`,
      )}return f\n`
    })

  test('end neither their line of Mermaid nor their element of SVG', async () => {
    await fc.assert(
      fc.asyncProperty(picture, async (script) => {
        const drawn = await pictureOf(script)
        for (const sequence of sequencesOf(drawn)) {
          const text = mermaidSequence(sequence)
          expect(isMermaidSequence(text)).toBe(true)
          expect(text).not.toMatch(/`|%%|^ *(?:click|links?)\b|<(?!br\/>)/m)
        }
        const { svg } = drawSequences(drawn, 'auto')
        expect(XMLValidator.validate(svg)).toBe(true)
        expect(svg).not.toMatch(/<script|<img|onload="|href/)
      }),
      { numRuns: cases(200) },
    )
  })

  test.each([
    'sequenceDiagram\n  link p0: x @ https://x',
    'sequenceDiagram\n  participant p0 as A; click',
    '%%{init: {}}%%\nsequenceDiagram',
    'sequenceDiagram\n  Note over p0: <img src=x>',
    'sequenceDiagram\n  p0->>p1: a\r```',
  ])('%j is not ours', (text) => expect(isMermaidSequence(text)).toBe(false))
})

test('drawn sequences of the corpus: all texts and boxes are inside, and boxes of one row do not meet', async () => {
  const withScenarios = corpus.filter(([, script]) => script.includes('FlowBuilder'))
  expect(withScenarios.length).toBeGreaterThan(2)
  for (const [name, script] of withScenarios) {
    const drawn = await pictureOf(script)
    const { svg, width, height } = drawSequences(drawn, 'light')
    expect(XMLValidator.validate(svg), name).toBe(true)
    expect(Math.max(width, height)).toBeLessThan(60_000)
    expect(svg).not.toContain('NaN')
    const heads = [
      ...svg.matchAll(
        /<rect class="body" x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)"[^>]*rx="(?:8|\d\d[\d.]*)"/g,
      ),
    ]
    let before: { y: string; end: number } | undefined
    for (const [, x = '', y = '', wide = ''] of heads) {
      expect(Number(x), name).toBeGreaterThanOrEqual(0)
      expect(Number(x) + Number(wide), name).toBeLessThanOrEqual(width)
      if (
        before?.y === y &&
        Number(x) > before.end - 1000 &&
        Number(x) >= before.end - Number(wide)
      )
        expect(Number(x), name).toBeGreaterThan(before.end)
      before = { y, end: Number(x) + Number(wide) }
    }
  }
})
