/**
 * Generates straight-line scripts, and scripts that are nearly so: the values, names and arguments
 * of calls vary.
 */
import fc from 'fast-check'
import {
  ADDED,
  CONNECTION_OPTIONS,
  CREATED,
  ELEMENT_OPTIONS,
  STEPS,
} from '../../../src/topology/model/language.ts'

const word = fc.constantFrom('a', 'api', 'b', 'a-1', 'ghost', '')

/** Values of options, as they are written. */
const simple = fc.oneof(
  { weight: 4, arbitrary: word.map((text) => `'${text}'`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '0',
      '7',
      '1.5',
      '-3',
      '-0',
      '0x1f',
      '1e21',
      '1e999',
      '010',
      '08',
      '0728.5',
      '00e1',
      '01e0',
      '008_0',
      '0x2A73C7aFFBBcfD3',
      '0b11',
      '0.1e-7',
      '123456789012345678901',
      '5e-324',
      '1n',
      '.5',
      '5.',
      '1_000',
      'true',
      'false',
      'null',
      'undefined',
      'NaN',
      'x',
      'text',
      't',
      '-text',
      '+1',
      '!0',
      '``',
      '`a`',
      '`\\u{61}\\n`',
      '`${text}`',
      '/a/',
      '(1)',
      "('a')",
      "'a' + 'b'",
      "'\\ud800'",
      "'\\0'",
      "'\\8'",
      "'\\07'",
      '`\\07`',
      '`\\u{}`',
      '`\r\n`',
      "'\\\r\n'",
      "'\\x41\\u0042\\\n'",
      "'😀'",
      '"it\'s"',
      "'\\u2028'",
    ),
  },
)
const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('id', ...ELEMENT_OPTIONS, ...CONNECTION_OPTIONS) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "'label'",
      "'2'",
      '00e1',
      '0x0eEb3edB80B8Df4605bDb5a',
      'größe',
      '1',
      '01',
      'constructor',
      '__proto__',
      "'__proto__'",
      "['label']",
      'async',
      'get',
      'toString',
      'labl',
      '"a b"',
      "'\\x6cabel'",
    ),
  },
)

const { value } = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    simple,
    tie('object'),
    tie('list'),
  ),
  object: fc
    .array(
      fc.oneof(
        {
          weight: 9,
          arbitrary: fc.tuple(key, tie('value')).map(([name, given]) => `${name}: ${given}`),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom('text', 'x', '...{}', 'get label() { return 1 }', 'id() {}'),
        },
      ),
      { maxLength: 4 },
    )
    .map((entries) => `{ ${entries.join(', ')} }`),
  list: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
}))

const config = fc
  .tuple(word, fc.array(fc.tuple(fc.constantFrom(...ELEMENT_OPTIONS), simple), { maxLength: 3 }))
  .map(([id, options]) => {
    const written = options.map(([name, given]) => `${name}: ${given}`)
    return `{ ${[`id: '${id}'`, ...written].join(', ')} }`
  })
const quoted = word.map((text) => `'${text}'`)
/** Arguments of the usual shapes, and any. */
const args = fc.oneof(
  { weight: 4, arbitrary: config },
  { weight: 3, arbitrary: fc.tuple(quoted, config).map((both) => both.join(', ')) },
  { weight: 2, arbitrary: fc.tuple(quoted, quoted).map((both) => both.join(', ')) },
  { weight: 1, arbitrary: fc.tuple(quoted, quoted, config).map((all) => all.join(', ')) },
  { weight: 1, arbitrary: quoted },
  { weight: 1, arbitrary: fc.tuple(quoted, quoted).map(([from, to]) => `[[${from}, ${to}]]`) },
  { weight: 2, arbitrary: fc.array(value, { maxLength: 4 }).map((all) => all.join(', ')) },
)

const method = fc.constantFrom(
  ...CREATED.map((name) => `create${name}`),
  ...ADDED.map((name) => `add${name}`),
  ...STEPS,
  'createProcess',
  'addProcess',
  'addProcess',
  'connect',
  'connect',
  'connect',
  'apply',
  'newRow',
  'autoResize',
  'layer',
  'scenario',
  'parallel',
  'toString',
  'addNode',
  'label',
)
const call = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(method, args).map(([name, all]) => `.${name}(${all})`) },
  { weight: 1, arbitrary: fc.tuple(method, args).map(([name, all]) => `?.${name}(${all})`) },
)
const chain = fc
  .tuple(
    fc.constantFrom('t', 't', 'g', 'g', 'f', 'leaf', '(t)', 'new TopologyBuilder(false)', 'made'),
    fc.array(call, { minLength: 1, maxLength: 3 }),
  )
  .map(([on, calls]) => on + calls.join(''))

const statement = fc.oneof(
  { weight: 8, arbitrary: chain },
  { weight: 2, arbitrary: chain.map((written) => `const made = ${written}`) },
  { weight: 1, arbitrary: value.map((written) => `var text = ${written}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'await t.apply()',
      't.apply()',
      'const later = t.apply()',
      'await t',
      'f = g',
      ';',
      'let TopologyBuilder = 1',
      'const other = t',
      'let empty',
      "'use strict'",
      '{ }',
      'made',
      '(await t.apply())',
      'const { id } = g',
      "t.connect(g, 'a')",
      'return f',
      'x()',
      'var yield = 1',
      'let async = t',
      'const let = 1',
      'var eval = 1',
      'var arguments = 1',
      'var undefined = 1',
      'const enum = 1',
      'const static = 1',
      'using x1 = 1',
      'await using x2 = g',
      'g.newRow()\u200b',
      'g.newRow()//\u2028g.newRow()',
      "g.addProcess({ id: 'a', label: '\ude00' })",
      'var \u0558 = 1',
      'const größe = t',
      "var \\u0024at0p = 'x'",
      '00.newRow',
      "const \\u0074 = 'a'",
      'const m\\u0061de = t',
      '<!-- x',
      '--> x',
      "label: t.connect('a', 'b')",
    ),
  },
)

export const nearlyStraight: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('true', 'false', '', '1', "''", 'null', '{}', 'undefined'),
    fc.array(statement, { maxLength: 6 }),
    fc.constantFrom('await t.apply()\nreturn f', 'await t.apply()', 'return null', 'return t', ''),
  )
  .map(([layout, statements, end]) =>
    [
      `const t = new TopologyBuilder(${layout}), f = new FlowBuilder`,
      "const text = 'T', x = 5, g = t.createGroup('g', { label: text }), leaf = t.createNode('l', {})",
      ...statements,
      end,
    ].join('\n'),
  )
