/** `export default flow` at the end of a script: sent as `return flow`, positions, refused forms, and the way back. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkScript } from '../../../../src/project/check/check.ts'
import { contentHash } from '../../../../src/project/script/content-hash.ts'
import { codeInFormOf } from '../../../../src/project/script/file-form.ts'
import { type LocalScript, scriptOf } from '../../../../src/project/script/load.ts'
import { withLineFeeds } from '../../../../src/text/line-ends.ts'
import { syntaxProblemsOf } from '../../../../src/topology/parse/parse.ts'
import { anyCharacter } from '../../../any-character.ts'
import { cases } from '../../../cases.ts'
import { mutilated, program } from '../../../topology/arbitrary-scripts.ts'
import { makeFolder } from '../../folder.ts'

const header = '/*---\nname: A\n---*/\n'
const read = (text: string, name = 'a.topology.js'): Promise<LocalScript> =>
  scriptOf(Buffer.from(text), `/project/${name}`, { root: '/project' })

/** As the service runs a script. */
const AsyncFunction = (async () => {}).constructor as new (code: string) => () => Promise<unknown>
const run = (code: string) => new AsyncFunction(code)()

describe('`export default` is sent as `return`', () => {
  it.each([
    ['a variable', 'const flow = 1\nexport default flow\n', 'const flow = 1\nreturn flow\n'],
    ['a semicolon and a comment', 'export default 1; // end', 'return 1; // end'],
    ['no line end', 'export default 1', 'return 1'],
    ['no space', 'export default(1)', 'return(1)'],
    ['comments between the words', 'export /* a */ default /* b */ 1', 'return /* b */ 1'],
    ['several lines', 'export default [\n  1,\n].map(String)\n', 'return [\n  1,\n].map(String)\n'],
    ['line ends of Windows', 'await 1\r\nexport default 2\r\n', 'await 1\r\nreturn 2\r\n'],
    ['in the line of another statement', 'await 1; export default 2', 'await 1; return 2'],
    ['an early return', 'if (0) return 1\nexport default 2', 'if (0) return 1\nreturn 2'],
    ['the word import', '// import\nexport default 2', '// import\nreturn 2'],
    ['an arrow function', 'export default () => 1', 'return () => 1'],
    [
      'the words elsewhere',
      '// export default 1\nexport default `\nexport default 2`',
      '// export default 1\nreturn `\nexport default 2`',
    ],
  ])('%s', async (_, code, sent) => {
    const script = await read(header + code)
    expect(script.problems).toEqual([])
    expect(script).toMatchObject({ bundled: false, content: { code: sent }, unbundled: sent })
    await run(script.content.code)
    const asReturn = await read(header + sent)
    expect(script.hash).toBe(asReturn.hash)
    expect(script.hashAsWritten).toBe(script.hash)
    expect(await codeInFormOf(script, script.content.code)).toBe(code)
  })

  it('in a bundle, for types and imports', async () => {
    const folder = makeFolder({ 'b.ts': 'export const b: number = 2' })
    const text =
      "import { b } from './b.ts'\nconst a: number = b\nexport type { A }\ntype A = 1\nexport default [a]"
    const file = folder.write('a.topology.ts', text)
    const script = await scriptOf(Buffer.from(text), file, { root: folder.root })
    expect(script.problems).toEqual([])
    expect(await run(script.content.code)).toEqual([2])
    expect(script.bundled).toBe(true)
    // The remote code may also be the code on disk, which the service knows with `return` only.
    const unbundled = text.replace('export default', 'return')
    expect(script.hashAsWritten).toBe(contentHash({ ...script.content, code: unbundled }))
    const asReturn = await scriptOf(Buffer.from(unbundled), file, { root: folder.root })
    expect(script.hash).toBe(asReturn.hash)
  })
})

describe('other exports are findings', () => {
  it.each([
    ['not last', 'export default 1\nawait 1', [1, 1, 17], 'is not the last statement'],
    ['before a type', 'export default 1\ntype A = 1', [1, 1, 17], 'is not the last statement'],
    ['a function', 'await 1\nexport default function () {}', [2, 1, 30], 'not a function, a class'],
    ['a class', 'export default class A {}', [1, 1, 26], 'not a function, a class'],
    [
      'an abstract class',
      'export default abstract class A {}',
      [1, 1, 35],
      'not a function, a class',
    ],
    ['an interface', 'export default interface A {}', [1, 1, 30], 'not a function, a class'],
    ['a value in the next line', 'export default\n1', [1, 1, 2], 'on different lines'],
    ['words in two lines', 'export\ndefault 1', [1, 1, 10], 'on different lines'],
    [
      'another export',
      'export const a = 1\nexport default a',
      [1, 1, 19],
      'can only export its flow',
    ],
    [
      'a named default',
      'const a = 1\nexport { a as default }',
      [2, 1, 24],
      'can only export its flow',
    ],
    ['an assignment', 'const a: number = 1\nexport = a', [2, 1, 11], 'can only export its flow'],
    ['two values', 'export default 1, 2', [1, 17, 18], ''],
    ['in a block', 'const a: 1 = 1\n{ export default a }', [2, 3, 19], 'only at the top level'],
  ])('%s', async (_, code, [line, column, endColumn], message) => {
    const { problems, content } = await read(header + code)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({
      rule: 'syntax',
      line: (line as number) + 3,
      column,
      endColumn,
    })
    expect(problems[0]?.message).toContain(message)
    expect(problems[0]?.fix).toMatch(/\.$/)
    expect(content.code).toBe(code)
  })

  it.each([
    ['elsewhere', 'const = 1\nexport default flow\n', 7],
    ['in the line of the export', 'export default new FlowBuilder(]\n', 32],
  ])('a syntax error %s is reported at its own place', async (_, code, column) => {
    const { findings } = await checkScript(await read(header + code))
    expect(findings).toMatchObject([{ rule: 'syntax', line: 4, column }])
  })
})

describe('findings have the position in the file', () => {
  const nodes = `const t = new TopologyBuilder(true)
t.createProcess({ id: 'a', label: 'A' }).createProcess({ id: 'b', label: 'B' }).connect('a', 'b')
await t.apply()
`
  const unknownSteps = async (text: string, name?: string) => {
    const { findings } = await checkScript(await read(text, name))
    const steps = findings.filter(({ rule }) => rule === 'known-flow-nodes')
    return steps.map(({ line, column, endLine, endColumn }) => [line, column, endLine, endColumn])
  }
  const flow = "new FlowBuilder().from('a').to('x')\n  .to('y')\n"

  it.each([
    ['as written', '', 'a.topology.js'],
    ['in a bundle', 'type A = 1\n', 'a.topology.ts'],
  ])('%s', async (_, types, name) => {
    const line = header.split('\n').length + types.split('\n').length - 1 + 3
    const found = await unknownSteps(`${header}${types}${nodes}export default ${flow}`, name)
    expect(found.map(([first, column]) => [first, column])).toEqual([
      [line, 'export default '.length + flow.indexOf('to(') + 1],
      [line + 1, 4],
    ])
  })

  it('next to the same code with return', async () => {
    const one = `${nodes}export default ${flow}`
    const other = `${nodes}return ${flow}`
    const moved = (await unknownSteps(other)).map(([line, column = 0, endLine, endColumn = 0]) =>
      line === 4 ? [line, column + 8, endLine, endColumn + 8] : [line, column, endLine, endColumn],
    )
    expect(await unknownSteps(one)).toEqual(moved)
    expect(moved).toHaveLength(2)
  })
})

describe('properties', () => {
  const value = fc.constantFrom(
    'flow',
    ' flow;',
    '(flow)',
    ' await flow // export default',
    ' {\n  a: `return`,\n}\n',
  )
  const words = fc.constantFrom('export default', 'export\tdefault', 'export /* x */ default')
  const newline = fc.constantFrom('\n', '\r\n', ';')
  const runs = { numRuns: cases(300), seed: 20 }

  it('what is sent comes back as it was, and has the hash of the text with return', async () => {
    let converted = 0
    await fc.assert(
      fc.asyncProperty(program, words, value, newline, async (before, export_, after, line) => {
        const code = `${before}${line}${export_}${after}`
        const script = await read(code)
        if (script.exportWords === undefined || script.bundled) return
        if ((await syntaxProblemsOf(script.content.code)).length > 0) return
        converted++
        expect(script.content.code).toBe(`${before}${line}return${after}`)
        expect(withLineFeeds(await codeInFormOf(script, script.content.code))).toBe(
          withLineFeeds(code),
        )
        expect(script.hash).toBe((await read(script.content.code)).hash)
      }),
      runs,
    )
    // Programs may have a syntax error, or types, and are bundled then.
    expect(converted).toBeGreaterThan(runs.numRuns / 4)
  })

  it('text without a default export is sent untouched', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(program, mutilated, fc.string({ unit: anyCharacter })),
        async (code) => {
          if (/export\s+default/.test(code)) return
          const script = await read(code)
          if (
            script.header.end > 0 ||
            script.byteOrderMark ||
            script.bundled ||
            script.text !== code
          )
            return
          expect(script.exportWords).toBeUndefined()
          expect(script.content.code).toBe(code)
        },
      ),
      runs,
    )
  })

  it('remote code in the form of a file is sent back as it is', async () => {
    const file = await read('export default flow\n')
    await fc.assert(
      fc.asyncProperty(fc.oneof(program, mutilated), value, async (before, after) => {
        // Byte order marks belong to the file, not to its code.
        const remote = `${before.replace(/^\ufeff+/, '')}\nreturn${after.startsWith('flow') ? ` ${after}` : after}`
        // Nobody writes half characters: a file cannot store them.
        if (Buffer.from(remote).toString() !== remote) return
        // The service stores no script with an export.
        if (/export\s+default/.test(remote) && (await syntaxProblemsOf(remote)).length > 0) return
        const written = await codeInFormOf(file, remote)
        const { bundled, header: bundleHeader, content } = await read(written)
        // A pull writes a header above code that starts with one.
        if (!bundled && bundleHeader.end === 0)
          expect(withLineFeeds(content.code)).toBe(withLineFeeds(remote))
      }),
      runs,
    )
  })

  it.each([
    ['two values', 'return 1, 2'],
    ['a function', 'return function () {}'],
    ['no value', 'return'],
    ['not last', 'return 1\nfunction f() {}'],
    ['in a block', '{ return 1 }'],
    ['a comment', 'await 1 // return 1'],
    ['syntax errors', 'const = 1\nreturn 1'],
    ['conflict markers', '<<<<<<< local\nreturn 1\n=======\nreturn 2\n>>>>>>> remote\nreturn 3'],
  ])('remote code that no module can say keeps its return: %s', async (_, code) => {
    expect(await codeInFormOf(await read('export default flow\n'), code)).toBe(code)
  })
})
