/** The same findings in each format. */
import { describe, expect, it } from 'vitest'
import { type ReportOptions, reporters, validationResult } from '../../src/reporters/index.ts'
import { validate } from '../../src/validator/index.ts'

async function report(
  format: string,
  sources: Record<string, string>,
  options: Partial<ReportOptions> = {},
) {
  const files = await Promise.all(
    Object.entries(sources).map(async ([path, text]) => ({
      path,
      findings: (await validate(text)).findings,
    })),
  )
  const reporter = reporters.find(({ name }) => name === format)
  return reporter?.report(validationResult(files), {
    color: false,
    sources: new Map(Object.entries(sources)),
    ...options,
  })
}

const GOOD =
  "const t = new TopologyBuilder(true)\nt.createProcess({ id: 'api', label: 'API' })\nawait t.apply()\n"
const BAD = GOOD.replace('await', "t.connect('api', 'apu')\n  .createProcess({ id: 'x' })\nawait")

describe('pretty', () => {
  it('shows position, message and fix', async () => {
    expect(
      await report('pretty', { 'good.topology.js': GOOD, 'a/bad.topology.js': BAD }),
    ).toMatchInlineSnapshot(`
      "a/bad.topology.js:3:3  ✖ error  "apu" is not a node or group, so this connection has no end  known-connection-ends
        2 │ t.createProcess({ id: 'api', label: 'API' })
        3 │ t.connect('api', 'apu')
          │   ^^^^^^^^^^^^^^^^^^^^^
        4 │   .createProcess({ id: 'x' })
        Did you mean "api"?

      a/bad.topology.js:4:4  · hint  "x" has no label  has-label
        3 │ t.connect('api', 'apu')
        4 │   .createProcess({ id: 'x' })
          │    ^^^^^^^^^^^^^^^^^^^^^^^^^^
        5 │ await t.apply()
        Add a label for readers of the diagram.

      1 error and 1 hint in 1 of 2 scripts
      "
    `)
  })

  it('reports success', async () => {
    expect(await report('pretty', { a: GOOD })).toBe('1 script is valid\n')
    expect(await report('pretty', { a: GOOD, b: GOOD })).toBe('2 scripts are valid\n')
    expect(await report('pretty', {})).toBe('No scripts to validate\n')
  })

  it('counts findings', async () => {
    const summary = async (sources: Record<string, string>) =>
      (await report('pretty', sources))?.trimEnd().split('\n').at(-1)
    expect(await summary({ a: BAD, b: BAD, c: GOOD })).toBe(
      '2 errors and 2 hints in 2 of 3 scripts',
    )
    expect(await summary({ a: `${GOOD}t.createProcess({ id: 'b', label: 'B' })` })).toBe(
      '1 warning in 1 of 1 script',
    )
  })

  it('distinguishes severities by colour only when asked', async () => {
    const colored = await report('pretty', { a: BAD }, { color: true })
    expect(colored).toContain('\u001B[31m✖ error\u001B[0m')
    expect(colored).toContain('\u001B[36m· hint\u001B[0m')
    expect(await report('pretty', { a: BAD })).not.toContain('\u001B')
  })

  it.each([
    ['tabs', "\t\tt.connect('api', 'x')"],
    ['wide characters', "/* 日本語😀 */ t.connect('api', 'x')"],
    ['combining characters', "/* e\u0301 */ t.connect('api', 'x')"],
    ['control characters', "/* \u0007\u009b\u200e */ t.connect('api', 'x')"],
    ['a long line', `/* ${'x'.repeat(500)} */ t.connect('api', 'x')`],
    ['a long line of wide characters', `/* ${'語'.repeat(500)} */ t.connect('api', 'x')`],
  ])('puts the caret under the span after %s', async (_, line) => {
    const text = await report(
      'pretty',
      { a: GOOD.replace('await', `${line}\nawait`) },
      { width: 80 },
    )
    const rows = text?.split('\n') ?? []
    const caret = rows.findIndex((row) => row.includes('^'))
    const before = rows[caret - 1]?.split('connect(')[0] ?? ''
    // Independent of the code under test: widths of two columns, and none for the accent.
    const columnsOf = (character: string) => {
      if (/[日本語😀]/u.test(character)) return 2
      return character === '\u0301' ? 0 : 1
    }
    const columns = [...before].reduce((sum, character) => sum + columnsOf(character), 0)
    expect(rows[caret - 1]).toContain("connect('api', 'x')")
    expect(rows[caret - 1]).not.toContain('␉')
    expect(rows[caret]?.indexOf('^')).toBe(columns)
    expect(rows[caret]?.replace(/[^^]/g, '')).toHaveLength("connect('api', 'x')".length)
  })

  it('breaks the summary of a narrow terminal between words', async () => {
    const text = await report('pretty', { a: BAD, b: GOOD }, { width: 16 })
    expect(text?.trim().split('\n').slice(-2)).toEqual(['  hint in 1 of 2', '  scripts'])
  })

  it('escapes hostile text for the terminal', async () => {
    const hostile = `${GOOD}throw '\u001b[2J\\x1b]0;title\\x07\\r' // \u001b[31m\u202e`
    const text = await report('pretty', { 'a\u001b[1m\n.js': hostile })
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/)
  })

  it('works without the source', async () => {
    const text = await report('pretty', { a: BAD }, { sources: new Map() })
    expect(text).toContain('a:3:3  ✖ error  "apu" is not a node or group')
    expect(text).not.toContain('^')
  })
})

describe('json', () => {
  it('prints the result', async () => {
    const result = JSON.parse((await report('json', { a: BAD, b: GOOD })) ?? '')
    expect(result).toMatchObject({ errorCount: 1, warningCount: 0, ruleset: 'topo-rules/7' })
    expect(Object.keys(result)).toEqual(['files', 'errorCount', 'warningCount', 'ruleset'])
    expect(result.files.map(({ path }: { path: string }) => path)).toEqual(['a', 'b'])
    expect(Object.keys(result.files[0].findings[0]).sort()).toEqual([
      'column',
      'endColumn',
      'endLine',
      'fix',
      'line',
      'message',
      'rule',
      'severity',
    ])
  })
})
