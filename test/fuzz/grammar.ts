/** Generates scripts from a grammar of the DSL: large, odd and hostile ones that examples would miss. */
import fc from 'fast-check'
import { anyCharacter } from '../any-character.ts'
import { mutilate, mutilated, program } from '../topology/arbitrary-scripts.ts'
import { HOSTILE } from '../topology/hostile.ts'

/** Usual sizes, and rarely huge ones, since one huge script costs as much as a thousand others. */
const count = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 12 }) },
  { weight: 8, arbitrary: fc.integer({ min: 13, max: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 401, max: 8_000 }) },
)
const text = fc.oneof(
  fc.constantFrom(
    'Orders database',
    '',
    ' ',
    'x'.repeat(60),
    ...'API 😀👩‍👩‍👧 \u202eabc ไทย हिन्दी <b>&"\''.split(' '),
  ),
  fc.string({ maxLength: 30, unit: anyCharacter }),
  fc.constantFrom(
    '%%{init: {}}%%',
    ..."'.repeat(1e5) `${1}` \\u0000 ]]> -- ::error::x ##[error]".split(' '),
  ),
)
const literal = text.map((content) => JSON.stringify(content))
const number = fc.constantFrom(...'0 -1 1e9 1e308 NaN Infinity 2**53 0.5 -0 12 "7"'.split(' '))
const odd = fc.constantFrom(
  ...'null undefined true [] {} 10n t f'.split(' '),
  '() => 1',
  'Symbol("s")',
  'new Date()',
  'new Proxy({}, {})',
  'Object.create(null)',
  '{ toString() { return "made" } }',
  '{ toString() { throw 1 } }',
  '{ get label() { throw new Error("no") } }',
  'new Array(1e4)',
  '"y".repeat(1e5)',
)
const value = fc.oneof(
  { weight: 5, arbitrary: literal },
  { weight: 2, arbitrary: number },
  { weight: 1, arbitrary: odd },
)
const id = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '"n" + i',
      '"n" + j',
      '"n" + (i * 7919 % 97)',
      '"n0"',
      '"g"',
      '"a-1"',
      '"a"',
    ),
  },
  { weight: 1, arbitrary: value },
)
const names =
  'label state shape icon description layer x y width height color style replicas shardId shardRole'
const moreNames = 'external capacity type protocol port labl __proto__'
const name = fc.constantFrom(...`${names} ${moreNames}`.split(' '))
const config = fc
  .array(fc.tuple(name, value), { maxLength: 5 })
  .map((pairs) => pairs.map(([key, given]) => `, [${JSON.stringify(key)}]: ${given}`).join(''))
/** Where an error says that it happened: `script:LINE:COLUMN`. */
const stack = fc
  .array(
    fc.constantFrom('0', '1', '2', '7', '-1', '1e9', '1234567', '9'.repeat(20), '9'.repeat(400)),
    {
      minLength: 2,
      maxLength: 3,
    },
  )
  .map((numbers) => `'at f (script:${numbers.join(':')})'`)
const thrown = fc.oneof(
  fc.tuple(value, value, stack).map(([a, b, s]) => `{ name: ${a}, message: ${b}, stack: ${s} }`),
  fc.tuple(value, stack).map(([a, s]) => `Object.assign(new Error(${a}), { stack: ${s} })`),
  stack.map((s) => `new Proxy({}, { get: (_, key) => key === 'stack' ? ${s} : t })`),
  value,
)
const call = fc.oneof(
  fc.tuple(id, config).map(([i, c]) => `t.createProcess({ id: ${i}${c} })`),
  fc
    .tuple(id, config)
    .map(([i, c]) => `g = t.createGroup(${i}, { label: "G"${c} }, { x: i * 40, y: j })`),
  fc.tuple(id, config).map(([i, c]) => `g.addProcess({ id: ${i}${c} })`),
  fc.tuple(id, config).map(([i, c]) => `g = g.addGroup({ id: ${i}${c} })`),
  fc.tuple(id, id, config).map(([a, b, c]) => `t.connect(${a}, ${b}, { z: 0${c} })`),
  fc.tuple(id, id).map(([a, b]) => `f.from(${a}).to(${b}).showMessage("[X] " + i)`),
  fc
    .tuple(id, id, count)
    .map(([a, b, n]) => `f.parallel(Array.from({ length: ${n} }, () => [${a}, ${b}]))`),
  thrown.map((error) => `throw ${error}`),
  fc.tuple(value, value).map(([a, b]) => `f.scenario(${a}, ${b}, ${a}, { layer: ${b} })`),
  fc.constantFrom(
    'g.newRow()',
    'g.autoResize()',
    'g.layer("l" + i)',
    't.apply()',
    't = new TopologyBuilder(i % 2 === 0)',
    'f = new FlowBuilder()',
    't.creatGroup("x")',
    'f.flashError("n" + i)',
    'f.showError("e")',
    'setTimeout(() => t.createProcess({ id: "late" + i }), i)',
    'eval("t.createProcess({ id: \'e\' + i })")',
    'await null',
    '[1].map(t.createProcess, t)',
    't.createProcess.call(t, { id: "c" + i })',
    'Reflect.apply(t.connect, t, ["n0", "n1"])',
    'throw new Error("x".repeat(i))',
    'globalThis["x" + i] = g',
  ),
)
const statement = fc.oneof(
  { weight: 5, arbitrary: call },
  {
    weight: 4,
    arbitrary: fc.tuple(count, call).map(([n, c]) => `for (let i = 0; i < ${n}; i++) { ${c} }`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }), call)
      .map(([n, m, c]) => `for (let i = 0; i < ${n}; i++) for (let j = 0; j < ${m}; j++) { ${c} }`),
  },
  { weight: 1, arbitrary: call.map((c) => `try { ${c} } catch {}`) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ max: 500, min: 1 }), call).map(([n, c]) => nested(n, c)),
  },
)

/** A call nested in `depth` functions, blocks or brackets. */
function nested(depth: number, inner: string): string {
  const [open, close] = [
    ['(() => {', '})()'],
    ['{', '}'],
    ['if (true) ', ''],
    ['void (', ')'],
    ['String(', ')'],
  ][depth % 5] as [string, string]
  const body = open.endsWith('(') ? '1' : inner
  return `${open.repeat(depth)}${body}${close.repeat(depth)}`
}

/** Programs in the DSL, from small to far too large. */
const large: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(statement, { minLength: 1, maxLength: 6 }),
    fc.constantFrom(
      'await t.apply()\nreturn f',
      'await t.apply()\nreturn f',
      'await t.apply()',
      't.apply()',
      '',
    ),
    fc.boolean(),
  )
  .map(([lines, end, rows]) =>
    [
      'let i = 0, j = 0',
      `let t = new TopologyBuilder(${rows}), f = new FlowBuilder(), g = t.createGroup("g", { label: "G" })`,
      ...lines,
      end,
    ].join('\n'),
  )

const hostile = Object.values(HOSTILE).flatMap((scripts) => Object.values(scripts))

/** Any text that topo may get as a script. Hostile ones are rare, since most use all their steps. */
export const anyScript: fc.Arbitrary<string> = fc.oneof(
  { weight: 80, arbitrary: large },
  { weight: 50, arbitrary: mutilated },
  { weight: 30, arbitrary: program },
  { weight: 20, arbitrary: mutilate(large) },
  { weight: 2, arbitrary: mutilate(fc.constantFrom(...hostile)) },
)
