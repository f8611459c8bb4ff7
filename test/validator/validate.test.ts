/** Each fixture lists its expected findings in `//!` comments. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { START } from '../../src/topology/index.ts'
import { accepts, rules, serviceErrors, validate } from '../../src/validator/index.ts'

const folder = join(import.meta.dirname, 'fixtures')
const fixtures = readdirSync(folder).filter((name) => /\.topology\.[jt]s$/.test(name))
function expected(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const comment = /\/\/! (.*)$/.exec(line)?.[1]
    if (comment === undefined) return []
    return comment.split(',').map((part) => {
      const [rule, column] = part.trim().split(' ')
      return `${index + 1}:${column} ${rule}`
    })
  })
}

describe('fixtures', () => {
  it.each(fixtures)('%s', async (name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const { findings } = await validate(text)
    const found = findings.map(({ line, column, rule }) => `${line}:${column} ${rule}`)
    expect(found.sort()).toEqual(expected(text).sort())
  })

  it('every rule has a fixture with a finding and a good fixture', () => {
    for (const { id } of rules) {
      expect(fixtures).toContain(`${id}.topology.js`)
      expect(readFileSync(join(folder, `${id}.topology.js`), 'utf8')).toContain(`${id} `)
      expect(fixtures).toContain(`good-${id}.topology.js`)
    }
  })

  it('good fixtures have no finding', () => {
    const good = fixtures.filter((name) => name.startsWith('good-'))
    const marked = good.filter(
      (name) => expected(readFileSync(join(folder, name), 'utf8')).length > 0,
    )
    expect(marked).toEqual([])
  })
})

it('each rule has a file of its name, and documentation', () => {
  const files = readdirSync(join(import.meta.dirname, '../../src/validator/rules'))
  expect(files.filter((name) => name !== 'index.ts').sort()).toEqual(
    rules.map(({ id }) => `${id}.ts`).sort(),
  )
  for (const { id, severity, docs, serverType } of rules) {
    expect(docs.summary, id).toMatch(/^[A-Za-z].{10,90}[^.]$/)
    expect(docs.why, id).toMatch(/^[A-Za-z].{20,160}\.$/)
    // A script that the service accepts never has an error.
    if (serverType === undefined) expect(severity, id).not.toBe('error')
  }
})

const READY = "const t = new TopologyBuilder(true); t.createProcess({ id: 'api', label: 'API' });"

it('a call that no rule explains has the findings of its element', async () => {
  const text =
    "const t = new TopologyBuilder(true)\nt.createGroup('g', { label: 'G' }).addProcess('web', 'Web')\nawait t.apply()\n"
  const rulesOf = async (settings = {}) =>
    (await validate(text, { rules: settings })).findings.map(({ rule }) => rule)
  expect(await rulesOf()).not.toContain('has-label')
  expect(await rulesOf({ 'call-arguments': 'off' })).toContain('has-label')
})

describe('messages', () => {
  it('suggest the nearest id', async () => {
    const { findings } = await validate(`${READY} t.connect('api', 'apu'); await t.apply()`)
    expect(findings).toMatchObject([
      {
        message: '"apu" is not a node or group, so this connection has no end',
        fix: 'Did you mean "api"?',
      },
    ])
  })

  it('say that connect() takes ids, once for two objects', async () => {
    const nodes = "const a = t.createProcess({ id: 'a', label: 'A' })"
    const { findings } = await validate(`${READY} ${nodes}; t.connect(a, a); await t.apply()`)
    expect(findings.map(({ rule, fix }) => [rule, fix])).toEqual([
      ['known-connection-ends', "Write the ids of both ends, as in connect('web', 'db')."],
    ])
  })

  it('suggest the nearest method', async () => {
    const { findings } = await validate(`${READY} t.creatGroup('g', {}); await t.apply()`)
    expect(findings).toMatchObject([{ rule: 'unknown-method', fix: 'Did you mean createGroup()?' }])
  })

  it('lead from a method of a group to the typo that made no group', async () => {
    const { findings } = await validate(
      `${READY} const g = t.creatGroup('g', {}); g.addProces({ id: 'a' }).autoResize(); t.addHost('h'); await t.apply()`,
    )
    expect(findings.map(({ fix }) => fix)).toEqual([
      'Did you mean createGroup()?',
      'addProcess() is a method of a group: fix creatGroup() in line 1 first.',
      'autoResize() is a method of a group: fix creatGroup() in line 1 first.',
      'addHost() is a method of a group: fix creatGroup() in line 1 first.',
    ])
    const [alone] = (await validate(`${READY} t.addProcess({ id: 'b' }); await t.apply()`)).findings
    expect(alone?.fix).toBe(
      'addProcess() is a method of a group: call it on what createGroup() returns.',
    )
  })

  it.each([
    // Arguments in another shape: the right call, with the words of the script.
    ["g.addProcess('x', { label: 'Web' })", "Write addProcess({ id: 'x', label: 'Web' })."],
    ["g.addProcess('x', \"Bob's\")", "Write addProcess({ id: 'x', label: 'Bob\\'s' })."],
    ['g.addProcess()', "Write addProcess({ id: 'web', label: '…' })."],
    [`g.addProcess('x', '${'y'.repeat(50)}')`, "Write addProcess({ id: 'x', label: '…' })."],
    ["g.addHost('h', { label: 'H' })", "Write addHost({ id: 'h', label: 'H' })."],
    ["t.createProcess('x', { label: 'Web' })", "Write createProcess({ id: 'x', label: 'Web' })."],
    ["t.createGroup('h', 'H')", "Write createGroup('h', { label: 'H' })."],
    ["t.createDatabase('d', 'D')", "Write createDatabase('d', { label: 'D' })."],
    ["t.createNode({ label: 'D' })", "Add an id, as in { id: 'web', label: 'Web' }."],
    ["t.connect('api', 'g', 'asks')", "Write connect('api', 'g', { label: 'asks' })."],
    ["t.connect('api', ['g', 'api'])", 'Call connect() once for each of them.'],
    ["t.connect('api')", "Write the ids of both ends, as in connect('web', 'db')."],
    [
      "t.connect({ from: 'api', to: 'g' })",
      "Write the ids first, as in connect('web', 'db', { label: 'reads' }).",
    ],
    ["f.scenario({ id: 's', title: 'S' })", "Write scenario('s', 'S')."],
    ["f.from({ id: 'api' })", "Write ids, as in from('web')."],
    ['f.flashError()', "Write ids, as in flashError('web')."],
    ["f.from('g', 'api')", "Write from('g').to('api')."],
    ["f.from('g').to('api', 'hello')", "Write to('api').showMessage('hello')."],
    ["f.flashError('api', 'lost')", "Write flashError('api').showError('lost')."],
    ["f.showMessage('api', 'hello')", "Write from('api').showMessage('hello')."],
    ["f.showMessage({ text: 'hello' })", "Write showMessage('hello')."],
    ["f.parallel('api', 'g')", "Write parallel([['web', 'db'], ['web', 'cache']])."],
    // Methods and options of another object, or of another tool.
    ["g.createProcess({ id: 'x' })", 'Did you mean addProcess()?'],
    ["g.connect('api', 'g')", 'connect() is a method of the TopologyBuilder: write t.connect().'],
    ["f.message('hello')", 'Did you mean showMessage()?'],
    ["t.from('api')", 'from() is a method of a FlowBuilder: call it on a new FlowBuilder().'],
    ["t.createNode('x', { name: 'X' })", 'Did you mean "label"?'],
    ["t.connect('api', 'g', { kind: 'http' })", 'Did you mean "type"?'],
    [
      "t.createNode({ id: 'x', label: 'X', type: 'database' })",
      "A node has a shape and an icon, such as shape: 'cylinder' or icon: 'database'.",
    ],
  ])('show the right call: %s', async (call, fix) => {
    const made = "const g = t.createGroup('g', { label: 'G' }); const f = new FlowBuilder()"
    const { findings } = await validate(`${READY} ${made}; ${call}; await t.apply(); return f`)
    const place = READY.length + made.length + 4
    const atCall = findings.filter(({ column }) => column >= place && column < place + call.length)
    expect(atCall.map((finding) => finding.fix)).toContain(fix)
    expect(atCall.filter(({ rule }) => rule === 'has-label' && !/name:/.test(call))).toEqual([])
  })

  it("use the script's own variable", async () => {
    const [missing] = (await validate(READY)).findings
    expect(missing?.fix).toBe('Add `await t.apply()` after the last connection.')
    const text = `${READY} t.createProcess({ id: 'b', label: 'B' }); await t.apply(); return new FlowBuilder().from('b').to('api')`
    const [edge] = (await validate(text)).findings.filter(({ rule }) => rule === 'flow-edges')
    expect(edge?.fix).toMatch(/^Add t\.connect\('b', 'api'/)
    const [empty] = (await validate('let my = new TopologyBuilder(true); await my.apply()'))
      .findings
    expect(empty?.fix).toMatch(/`my\.createGroup/)
  })

  it.each([
    ['while (true) {\n  n++\n}', 3, 'while (true)'],
    ['for (;;) ;', 3, 'for (;;)'],
    ['do n++; while (n > 0)', 3, 'do'],
    ['const spin = () => { for (; n < 1; ) n-- }\nspin()', 3, 'for (; n < 1; )'],
    ['while (n < 1) {\n  for (const x of [1, 2]) t.connect("api", "api")\n}', 3, 'while (n < 1)'],
    ['for (let i = 0; i < 3; i++) n++\nwhile (1) Math.random()', 4, 'while (1)'],
    ["void /^(\\w+\\s?)*$/.test('a'.repeat(40) + '!')", 3, "test('a'.repeat(40) + '!')"],
  ])('point at an endless loop: %j', async (loop, line, marked) => {
    const text = `${READY}\nlet n = 0\n${loop}\nawait t.apply()`
    const { findings } = await validate(text, { limits: { steps: 3_000_000 } })
    const [{ line: at, column, endColumn } = START] = findings
    const shown = text.split('\n')[at - 1]?.slice(column - 1, endColumn - 1)
    expect([findings[0]?.rule, at, shown]).toEqual(['timeout', line, marked])
  })

  it.each([
    [
      "t.createNode('b', { label: 'B', colour: 'red' })",
      'unknown-option',
      'Remove it, or use one of id, label, state',
    ],
    [
      "t.createGroup('b', { label: 'B', colour: 'red' })",
      'unknown-option',
      'Did you mean "color"?',
    ],
    [
      "t.createNode('b', { label: 'B', shape: 'Cylnder' })",
      'unknown-value',
      'Did you mean "cylinder"?',
    ],
    [
      "t.createNode('b', { label: 'B', state: 'fine' })",
      'unknown-value',
      'Use one of running, stopped',
    ],
    [
      "t.createNode('b', { label: 'B', icon: 'databse' })",
      'unknown-icon',
      'Did you mean "database"?',
    ],
    [
      "t.connect('api', 'api', { type: 'HTTP' })",
      'unknown-connection-type',
      'Did you mean "http"?',
    ],
    [
      "t.createGroup('b', { label: 'B', color: 'ABCDEF' })",
      'bad-colors',
      'Did you mean "#ABCDEF"?',
    ],
    [
      "t.createGroup('b', { label: 'B', color: 'Light Blue' })",
      'bad-colors',
      'Did you mean "lightblue"?',
    ],
    ["t.createGroup('b', { label: 'B', color: '#12' })", 'bad-colors', 'Use a colour such as'],
  ])('the fix names the right value: %s', async (call, rule, fix) => {
    const { findings } = await validate(`${READY} ${call}; await t.apply()`)
    expect(findings).toMatchObject([{ rule, fix: expect.stringContaining(fix) }])
  })

  it('an icon of a pack is a hint only if it is known to be wrong', async () => {
    const script = `${READY} t.createNode('b', { label: 'B', icon: 'aws:lamda' }); t.createNode('c', { label: 'C', icon: 'https://x.y/z.svg' }); await t.apply()`
    const asked: string[] = []
    const checkIcons = async (names: ReadonlySet<string>) => {
      asked.push(...names)
      return new Map([
        [
          'aws:lamda',
          { message: 'no such icon', fix: 'Did you mean "aws:lambda"?', meant: 'aws:lambda' },
        ],
      ])
    }
    expect((await validate(script)).findings.filter(({ rule }) => rule === 'unknown-icon')).toEqual(
      [],
    )
    const { findings } = await validate(script, { checkIcons })
    expect(asked).toEqual(['aws:lamda'])
    expect(findings.filter(({ rule }) => rule === 'unknown-icon')).toMatchObject([
      {
        severity: 'hint',
        message: 'no such icon',
        suggestion: { text: 'aws:lambda', replaces: 'aws:lamda' },
      },
    ])
    expect(accepts(findings)).toBe(true)
  })

  it('the span of a wrong option is the option', async () => {
    const { findings } = await validate(
      `${READY}\nt.connect('api', 'api',\n { port: 80 * 1000 })\nawait t.apply()`,
    )
    expect(findings).toMatchObject([{ line: 3, column: 10, endLine: 3, endColumn: 19 }])
  })

  it('the span of a wrong call is the whole call', async () => {
    const { findings } = await validate(`${READY}\nt.connect('api',\n 'x')\nawait t.apply()`)
    expect(findings).toMatchObject([{ line: 2, column: 3, endLine: 3, endColumn: 6 }])
  })

  it('messages are one printable line', async () => {
    const { findings } = await validate(
      `${READY} t.connect('api', '\\x1b[31m\\n\\u202e'); await t.apply()`,
    )
    expect(findings).toHaveLength(1)
    expect(findings[0]?.message).toMatch(/^[\x20-\x7e]+$/)
  })
})

describe('the errors of the service', () => {
  it('have the type `missing` for the two required parts, and a type for each other rule', async () => {
    const types = async (text: string) =>
      serviceErrors((await validate(text)).findings).map(({ type }) => type)
    expect(await types('')).toEqual(['missing', 'missing', 'not-empty'])
    expect(await types(`${READY} t.connect('api', 'x'); t.apply()`)).toEqual([
      'known-connection-ends',
    ])
    expect(await types('let x = ;')).toEqual(['syntax'])
    expect(await types('null.x')).toEqual(['runtime'])
  })

  it('the service accepts warnings and hints', async () => {
    const { findings } = await validate(`${READY} t.createProcess({ id: 'api' }); t.apply()`)
    expect(findings.map(({ severity }) => severity)).toEqual(['warning', 'hint', 'hint'])
    expect(accepts(findings)).toBe(true)
  })

  it('the service accepts findings about suppressions, even at severity error', () => {
    const at = { line: 1, column: 1, endLine: 1, endColumn: 1 }
    const finding = {
      rule: 'suppression',
      severity: 'error',
      message: 'x',
      fix: 'x',
      ...at,
    } as const
    expect(accepts([finding])).toBe(true)
    expect(accepts([{ ...finding, rule: 'syntax' }])).toBe(false)
  })

  it('messages end with the related line', async () => {
    const { findings } = await validate(
      `${READY} t.connect('api', 'b'); t.apply()\nt.createProcess({ id: 'b' })`,
    )
    expect(serviceErrors(findings)[0]?.message).toMatch(
      /created after apply\(\) is called, on line 2$/,
    )
  })

  it('rule settings of a project do not change the errors of the service', async () => {
    const text = `${READY} t.connect('api', 'x'); t.apply()`
    const settings = { 'known-connection-ends': 'off', 'awaited-apply': 'error' } as const
    const { findings } = await validate(text, { rules: settings })
    expect(findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      'known-connection-ends error',
      'awaited-apply error',
    ])
    expect(serviceErrors(findings).map(({ type }) => type)).toEqual(['known-connection-ends'])
  })

  it('rules that are off report nothing', async () => {
    const { findings } = await validate(`${READY} t.apply()`, { rules: { 'awaited-apply': 'off' } })
    expect(findings).toEqual([])
  })
})
