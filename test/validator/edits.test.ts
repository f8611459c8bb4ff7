/** An edit fixes its finding and does not change the diagram. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LineIndex } from '../../src/topology/index.ts'
import { type Finding, rules, validate } from '../../src/validator/index.ts'

const folder = join(import.meta.dirname, 'fixtures')

const startOf = ({ edit }: Finding) =>
  edit === undefined ? 0 : edit.at.line * 1e6 + edit.at.column

/** Applies edits from the end to the start, so that positions stay valid. */
function applyEdits(text: string, findings: readonly Finding[]): string {
  const lines = new LineIndex(text)
  const backwards = findings.filter(({ edit }) => edit).sort((a, b) => startOf(b) - startOf(a))
  return backwards.reduce((script, { edit }) => {
    if (edit === undefined) return script
    const { line, column, endLine, endColumn } = edit.at
    return (
      script.slice(0, lines.offset(line, column)) +
      edit.text +
      script.slice(lines.offset(endLine, endColumn))
    )
  }, text)
}

/** The topology without positions, order and the properties that edits change. */
function drawing({ topology }: Awaited<ReturnType<typeof validate>>) {
  expect(topology).toBeDefined()
  const editable = new Set(['at', 'order', 'idGiven', 'awaited', 'returned'])
  return JSON.parse(
    JSON.stringify(topology, (key, value) => (editable.has(key) ? undefined : value)),
  )
}

async function expectFixed(text: string) {
  const before = await validate(text)
  const edited = applyEdits(text, before.findings)
  if (edited === text) return edited
  const after = await validate(edited)
  const withoutEdit = before.findings
    .filter(({ edit }) => edit === undefined)
    .map(({ rule }) => rule)
  expect(after.findings.map(({ rule }) => rule).sort()).toEqual(withoutEdit.sort())
  expect(drawing(after)).toEqual(drawing(before))
  return edited
}

const fixtures = readdirSync(folder).filter((name) =>
  /^(?!runtime|syntax).*\.topology\.[jt]s$/.test(name),
)

describe('edits of every fixture', () => {
  it.each(fixtures)('%s', async (name) => {
    await expectFixed(readFileSync(join(folder, name), 'utf8'))
  })

  it('only fixable rules have edits', async () => {
    const reports = await Promise.all(
      fixtures.map((name) => validate(readFileSync(join(folder, name), 'utf8'))),
    )
    const edited = reports.flatMap(({ findings }) =>
      findings.filter(({ edit }) => edit !== undefined),
    )
    const fixable = rules.filter((rule) => rule.fixable).map(({ id }) => id)
    expect([...new Set(edited.map(({ rule }) => rule))].sort()).toEqual(fixable.sort())
  })
})

describe('suggestions', () => {
  it('stand where their word is, and remove their finding', async () => {
    const suggesting = new Set<string>()
    for (const name of fixtures) {
      const text = readFileSync(join(folder, name), 'utf8')
      const lines = new LineIndex(text)
      const { findings } = await validate(text)
      for (const { rule, message, suggestion } of findings) {
        if (suggestion === undefined) continue
        suggesting.add(rule)
        const { at, replaces, text: meant } = suggestion
        const start = lines.offset(at.line, at.column)
        const end = lines.offset(at.endLine, at.endColumn)
        expect(text.slice(start, end)).toBe(replaces)
        const after = await validate(text.slice(0, start) + meant + text.slice(end))
        const same = ({ findings: otherFindings }: { findings: readonly Finding[] }) =>
          otherFindings.filter((one) => one.rule === rule && one.message === message).length
        expect(same(after), `${name}: ${message}`).toBe(same({ findings }) - 1)
      }
    }
    expect([...suggesting].sort()).toEqual([
      ...'bad-colors known-connection-ends known-flow-nodes layer-names unknown-connection-type'.split(
        ' ',
      ),
      ...'unknown-icon unknown-method unknown-option unknown-value'.split(' '),
    ])
  })

  it('are not made for words with escapes, in functions, or with a correction that needs some', async () => {
    const suggestions = async (code: string) =>
      (await validate(code)).findings.map(({ suggestion }) => suggestion)
    const node = (id: string) => `t.createProcess({ id: ${id}, label: 'A' })\n`
    const around = (code: string) => `const t = new TopologyBuilder(true)\n${code}await t.apply()\n`
    const connect = (to: string) =>
      around(`${node("'web'")}${node("'database'")}t.connect('web', ${to})\n`)
    expect(await suggestions(connect("'databas'"))).toContainEqual(
      expect.objectContaining({ text: 'database' }),
    )
    expect((await suggestions(connect("'datab\\u0061s'"))).filter(Boolean)).toEqual([])
    expect((await suggestions(connect("(() => 'databas')()"))).filter(Boolean)).toEqual([])
    const quoted = `${node("'web'")}${node('"it\'s"')}t.connect('web', 'its')\n`
    const found = (await validate(around(quoted))).findings.filter(
      ({ rule }) => rule === 'known-connection-ends',
    )
    expect(found).toMatchObject([{ fix: `Did you mean "it's"?` }])
    expect(found[0]?.suggestion).toBeUndefined()
  })
})

const READY = "const t = new TopologyBuilder(true); t.createProcess({ id: 'a', label: 'A' })\n"

describe('edit that adds await', () => {
  it.each([
    ['t.apply()', 'await t.apply()'],
    ["t.connect('a', 'a').apply()", "await t.connect('a', 'a').apply()"],
    ['if (t) t.apply()', 'if (t) await t.apply()'],
    ['const x = 1\nt\n  .apply()', 'const x = 1\nawait t\n  .apply()'],
    ['for (const one of [t]) { one.apply(); }', 'for (const one of [t]) { await one.apply(); }'],
  ])('%s', async (text, edited) => {
    expect(await expectFixed(READY + text)).toBe(READY + edited)
  })

  it.each([
    'const done = t.apply()',
    'const draw = () => t.apply(); draw()',
    'function draw() { t.apply() } draw()',
    'class D { constructor() { t.apply() } } new D()',
    ';[t].forEach((one) => { one.apply() })',
    'void t.apply()',
    "const late = async () => { await null; t.createProcess({ id: 'b', label: 'B' }) }; late(); t.apply(); await t.apply()",
    "const late = async () => { await null; t.createProcess({ id: 'b', label: 'B' }) }; late(), t.apply()",
    't["apply"](), null',
  ])('no edit: %s', async (text) => {
    expect(await expectFixed(READY + text)).toBe(READY + text)
  })
})

describe('edit that adds return', () => {
  const APPLIED = `${READY}await t.apply()\n`

  it.each([
    ["const flow = new FlowBuilder()\nflow.from('a')", '\nreturn flow\n'],
    ["const flow = new FlowBuilder()\nflow.from('a')\n", 'return flow\n'],
    ["const f = new FlowBuilder().from('a') // end", '\nreturn f\n'],
    ["const x = 1, f = new FlowBuilder\r\nf.from('a')\r\n", 'return f\r\n'],
    ["const f = new FlowBuilder(); [1].map((x) => { return x }); f.from('a')", '\nreturn f\n'],
  ])('%j', async (text, added) => {
    expect(await expectFixed(APPLIED + text)).toBe(APPLIED + text + added)
  })

  it.each([
    "let flow = new FlowBuilder()\nflow.from('a'); flow = 1",
    "const flow = new FlowBuilder()\nflow.from('a')\nreturn null",
    "if (t) return new FlowBuilder().from('a').x\nconst f = 1",
    "{ const flow = new FlowBuilder()\nflow.from('a') }",
    "const make = () => new FlowBuilder().from('a'); const f = make()",
    "const f = new FlowBuilder().from('a'), g = new FlowBuilder().from('a')",
    "new FlowBuilder().from('a')",
  ])('no edit: %j', async (text) => {
    expect(await expectFixed(APPLIED + text)).toBe(APPLIED + text)
  })
})

describe('edit that quotes an id', () => {
  const script = (made: string) => `const t = new TopologyBuilder(true)\n${made}\nawait t.apply()\n`

  it.each([
    ["t.createProcess({ id: 7, label: 'A' })", "t.createProcess({ id: '7', label: 'A' })"],
    ["t.createGroup(0x10, { label: 'A' })", "t.createGroup('16', { label: 'A' })"],
    ["t.createProcess({ label: 'A', 'id': 1.50 })", "t.createProcess({ label: 'A', 'id': '1.5' })"],
  ])('%s', async (made, edited) => {
    expect(await expectFixed(script(made))).toBe(script(edited))
  })

  it.each([
    ";[1, 2].forEach((id) => t.createProcess({ id, label: 'A' }))",
    "const more = { id: 8 }; t.createProcess({ id: 7, label: 'A', ...more })",
    "t.createProcess({ id: 7, label: 'A', id: 8 })",
    "const spec = { id: 7, label: 'A' }; t.createProcess(spec)",
    "t.createProcess({ id: -7, label: 'A' })",
  ])('no edit: %s', async (made) => {
    expect(await expectFixed(script(made))).toBe(script(made))
  })
})

it('edits work in TypeScript', async () => {
  const text = `const t: TopologyBuilder = new TopologyBuilder(true as boolean)
t.createProcess({ id: 7 as number, label: 'A' } as any)
t.createProcess({ id: 8, label: 'B' })
t!.apply()
const flow: FlowBuilder = new FlowBuilder()
flow.from('8')`
  const edited = await expectFixed(text)
  expect(edited).toContain('await t!.apply()')
  expect(edited).toContain("id: '8'")
  expect(edited).toContain('id: 7 as number')
  expect(edited.endsWith('\nreturn flow\n')).toBe(true)
})
