/** Generates scripts for fuzzing: plausible ones with common mistakes, and mutated ones. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { ScriptRow } from '../../src/mock/database/rows.ts'
import { demoWorld } from '../../src/mock/fixtures/demo-world.ts'

const root = join(import.meta.dirname, '../..')

function scriptsBelow(folder: string): [name: string, text: string][] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => /\.topology\.[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [file.slice(root.length + 1), readFileSync(file, 'utf8')])
}

/** All scripts of the repository, with their headers, by name. */
export const corpus: ReadonlyMap<string, string> = new Map([
  ...scriptsBelow('test/validator/fixtures'),
  ...scriptsBelow('test/topology/fixtures'),
  ...scriptsBelow('templates'),
  ...(demoWorld.tables.scripts ?? []).map((row): [string, string] => {
    const { slug, code } = row as unknown as ScriptRow
    return [`demo/${slug}.topology.js`, code]
  }),
])

// ── Programs with mistakes ─────────────────────────────────────────────────────────────────────────────

const id = fc.constantFrom(
  ..."'a' 'b' 'c' 'api' 'ghost' 'a-1' '' 7 `n${i}` undefined '__proto__' name".split(' '),
)
const config = fc
  .record({
    id,
    rest: fc.subarray([
      "label: 'L'",
      'replicas: 2',
      "state: 'eror'",
      'layer: 1',
      'style: { a: 1 }',
      'x: 1',
      "labl: 'M'",
      'capacity: null',
      'get icon() { return name }',
    ]),
  })
  .map(({ id: optionId, rest }) => `{ ${[`id: ${optionId}`, ...rest].join(', ')} }`)
const call = fc.oneof(
  config.map((c) => `t.createProcess(${c})`),
  fc.tuple(id, config).map(([i, c]) => `t.createGroup(${i}, ${c})`),
  fc.tuple(id, config).map(([i, c]) => `g = t.createGroup(${i}, ${c}, { x: 1, y: 2 })`),
  config.map((c) => `g.addProcess(${c}).newRow()`),
  config.map((c) => `g = g.addGroup(${c})`),
  fc.tuple(id, id).map(([a, b]) => `t.connect(${a}, ${b})`),
  fc.tuple(id, id).map(([a, b]) => `t.connect(${a}, ${b}, { type: 'http', prot: 1 })`),
  fc.tuple(id, id).map(([a, b]) => `f.from(${a}).to(${b})`),
  fc.tuple(id, id).map(([a, b]) => `f.parallel([[${a}, ${b}], 1])`),
  fc.constantFrom(
    'await t.apply()',
    't.apply()',
    't.aply()',
    'g.autoResize()',
    "f.scenario('s', 'S', { layer: 'l' })",
    "f.showMessage('[X] y')",
    'return f',
    'return null',
    't = new TopologyBuilder',
    "throw new Error('no')",
    'null.x',
    'missing()',
    'missing',
    'const t = 1',
    'let name',
    'import x from "y"',
    'export {}',
    'enum E { A }',
    'type X = string',
    "console.log('TopologyBuilder')",
    "// t.connect('a', 'ghost')",
  ),
)
const statement = fc.oneof(
  { weight: 6, arbitrary: call },
  { weight: 1, arbitrary: call.map((c) => `for (let i = 0; i < 3; i++) { ${c} }`) },
  { weight: 1, arbitrary: call.map((c) => `await (async () => { ${c} })()`) },
  { weight: 1, arbitrary: call.map((c) => `;['x', 'y'].forEach((name) => { ${c} })`) },
  { weight: 1, arbitrary: call.map((c) => `try { ${c} } catch {}`) },
  { weight: 1, arbitrary: call.map((c) => `const h${'$'} = (name: string) => { ${c} }`) },
)

/** Programs in the DSL: most of them run, many are rejected. */
export const program: fc.Arbitrary<string> = fc
  .tuple(
    fc.boolean(),
    fc.array(statement, { maxLength: 8 }),
    fc.constantFrom('await t.apply()\nreturn f', 'await t.apply()', 't.apply()', ''),
  )
  .map(([begin, lines, end]) =>
    [
      ...(begin ? ["let i = 0, name = 'n'"] : []),
      "let t = new TopologyBuilder(true), f = new FlowBuilder(), g = t.createGroup('g', { label: 'G' })",
      ...lines,
      end,
    ].join('\n'),
  )

// ── Mutilated programs ─────────────────────────────────────────────────────────────────────────────────

const NOISE = [
  ...'( ) [ ] { } ${ ` \' " / /* */ // <!-- --> \\ , ; : ? . ... => = < > ! # @ 0 1e999 0x 1n'.split(
    ' ',
  ),
  ...'await return yield async new class function super this import export eval arguments with let of'.split(
    ' ',
  ),
  ...'\0 \u2028 \u2029 \uFEFF \r \r\n \t \u200d \u202e \ud800 \udc00 😀 ſ \\u0061 \\u{110000} </script> */'.split(
    ' ',
  ),
  '#!x\n',
  '//# sourceMappingURL=data:,x\n',
  '})(); (async () => {',
]

type Mutation = (tokens: string[], at: number, other: number) => void
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constant<Mutation>((tokens, at) => void tokens.splice(at, 1)),
  fc.constant<Mutation>((tokens, at) => void tokens.splice(at, 0, tokens[at] ?? '')),
  fc.constant<Mutation>((tokens, at, other) => {
    const token = tokens[at] ?? ''
    tokens[at] = tokens[other] ?? ''
    tokens[other] = token
  }),
  fc
    .constantFrom(...NOISE)
    .map<Mutation>((noise) => (tokens, at) => void tokens.splice(at, 0, noise)),
  fc.constant<Mutation>(
    (tokens, at, other) => void tokens.splice(at, 0, ...tokens.slice(at, other)),
  ),
  fc.constant<Mutation>((tokens, at) => void tokens.splice(at)),
  fc
    .tuple(fc.constantFrom(...NOISE, 'f(', 'a=>', 'a?', 'new ', 'A<'), fc.nat({ max: 30_000 }))
    .map<Mutation>(
      ([noise, times]) =>
        (tokens, at) =>
          void tokens.splice(at, 0, noise.repeat(times)),
    ),
  fc
    .tuple(
      fc.constantFrom('x', '9', '(', '\\n', '$', 'é'),
      fc.nat({ max: 200_000 }),
      fc.constantFrom("'", '`', '/', ''),
    )
    .map<Mutation>(
      ([unit, times, quote]) =>
        (tokens, at) =>
          void tokens.splice(at, 0, quote + unit.repeat(times) + quote),
    ),
)

const tokensOf = (text: string): string[] => text.match(/[\w$]+|\s+|[^\w\s]/gu) ?? []

/** Mutated scripts. */
export const mutilate = (scripts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      scripts,
      fc.array(
        fc.tuple(
          mutation,
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.double({ min: 0, max: 1, noNaN: true }),
        ),
        { minLength: 1, maxLength: 4 },
      ),
    )
    .map(([text, mutations]) => {
      const tokens = tokensOf(text)
      for (const [mutate, at, other] of mutations) {
        mutate(tokens, Math.floor(at * tokens.length), Math.floor(other * tokens.length))
      }
      return tokens.join('')
    })

/** Scripts of the corpus, and generated programs. */
export const mutilated: fc.Arbitrary<string> = mutilate(
  fc.oneof(fc.constantFrom(...corpus.values()), program),
)
