/** What a worker answers about a text: its picture, findings with places and fixes, completions, conversions. */
import { beforeEach, describe, expect, test } from 'vitest'
import { convertText } from '../../../src/browser/worker/convert-text.ts'
import { drawText } from '../../../src/browser/worker/draw.ts'
import { completeText, explainText } from '../../../src/browser/worker/language.ts'
import { TextSession } from '../../../src/browser/worker/text-session.ts'

const script = `/*---
name: Shop
direction: right
---*/
const t = new TopologyBuilder(true)
t.createProcess({ id: 'web', label: 'Web' })
t.createProcess({ id: 'db', label: 'Database' })
t.connect('web', 'db')
await t.apply()
`

let session: TextSession
beforeEach(() => {
  session = new TextSession()
})
const drawn = (text: string) => {
  session.open(text)
  return drawText(session, 'auto')
}

describe('a text is drawn', () => {
  test('with the name and the direction of its header', async () => {
    const { drawing, findings } = await drawn(script)
    expect(findings).toEqual([])
    expect(drawing?.svg).toContain('aria-label="Shop"')
    const [web, db] = drawing?.picture.nodes ?? []
    expect((db?.x ?? 0) - (web?.x ?? 0)).toBeGreaterThan(50)
  })

  test('not with errors; their places are those of the text, and a fix changes it there', async () => {
    const { drawing, findings } = await drawn(script.replace("'web', 'db'", "'web', 'dbb'"))
    expect(drawing).toBeUndefined()
    const [finding] = findings.filter(({ severity }) => severity === 'error')
    expect(finding).toMatchObject({ line: 8, rule: 'known-connection-ends' })
    const fix = finding?.fixes.find(({ title }) => title === 'Change "dbb" to "db"')
    const [change] = fix?.changes ?? []
    expect(change?.insert).toBe('db')
    const text = session.text('file:///diagram.topology.js')?.text ?? ''
    expect(text.slice(change?.from, change?.to)).toBe('dbb')
  })

  test('with the findings of a header that is wrong, at its line', async () => {
    const { findings, drawing } = await drawn(
      script.replace('direction: right', 'direction: sideways'),
    )
    expect(drawing).toBeUndefined()
    expect(findings).toMatchObject([{ rule: 'header', line: 3, severity: 'error' }])
  })

  test('without what a comment suppresses', async () => {
    const call = "t.createProcess({ id: 'alone', label: 'Alone' })\n"
    const lonely = script.replace('await', `${call}await`)
    expect((await drawn(lonely)).findings.map(({ rule }) => rule)).toEqual(['isolated-nodes'])
    const comment = '// topo-disable-next-line isolated-nodes -- an example\n'
    expect((await drawn(lonely.replace(call, comment + call))).findings).toEqual([])
  })

  test('TypeScript too, and an import is an error', async () => {
    const typed = script.replace('const t =', 'const t: TopologyBuilder =')
    expect((await drawn(typed)).findings).toEqual([])
    const importing = `import x from './x.ts'\n${script.slice(script.indexOf('const'))}`
    expect((await drawn(importing)).findings[0]?.severity).toBe('error')
  })
})

describe('the features of the language server', () => {
  test('complete ids in a line that is not finished', async () => {
    await drawn(script)
    const text = script.replace("t.connect('web', 'db')", "t.connect('web', '")
    session.open(text)
    const offset = text.indexOf("'web', '") + "'web', '".length
    const completion = await completeText(session, offset)
    expect(completion?.from).toBe(offset)
    expect(completion?.items).toContainEqual(
      expect.objectContaining({ label: 'db', description: 'Database', insert: 'db', kind: 'name' }),
    )
  })

  test('explain a node, as safe HTML', async () => {
    const hostile = script.replace("label: 'Database'", "label: '<img src=x onerror=alert(1)>'")
    session.open(hostile)
    const found = await explainText(session, hostile.indexOf("'web', 'db'") + 2)
    expect(found?.html).toContain('Calls:')
    expect(found?.html).not.toContain('<img')
    expect(hostile.slice(found?.from, found?.to)).toBe('web')
  })

  test('say nothing about code without names', async () => {
    session.open(script)
    expect(await explainText(session, script.indexOf('await'))).toBeUndefined()
    expect(await completeText(session, script.indexOf('true'))).toBeUndefined()
  })
})

describe('a text of another tool', () => {
  test.each([
    ['Mermaid', 'flowchart LR\n  a[One] --> b[Two]\n'],
    ['Compose', 'services:\n  web:\n    image: nginx\n'],
    [
      'Structurizr',
      'workspace "Big" {\n  model {\n    u = person "User"\n    s = softwareSystem "Shop"\n    u -> s "uses"\n  }\n}\n',
    ],
  ])('%s becomes a script without errors', async (language, text) => {
    const converted = convertText(text)
    expect(converted).toMatchObject({ language, others: expect.any(Number), error: undefined })
    const { findings, drawing } = await drawn(converted?.script ?? '')
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(drawing).toBeDefined()
  })

  test('says what is left out, and how many diagrams are not in the script', () => {
    const chart = '```mermaid\nflowchart LR\n  a --> b\n  click a "https://example.com"\n```\n'
    expect(convertText(`${chart}\n${chart}`)).toMatchObject({
      others: 1,
      leftOut: [{ line: expect.any(Number), what: expect.stringContaining('a') }],
    })
  })

  test('that cannot be read says why; other text is none', () => {
    expect(convertText('flowchart LR\n  subgraph x\n')).toMatchObject({
      script: undefined,
      error: expect.stringContaining('Line 3'),
    })
    expect(convertText('Hello')).toBeUndefined()
    expect(convertText(script)).toBeUndefined()
  })
})
