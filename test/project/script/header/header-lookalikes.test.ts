import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHeader } from '../../../../src/project/script/header/header.ts'
import { mergeHeader, withHeader } from '../../../../src/project/script/header/header-text.ts'
import { defaultMetadata } from '../../../../src/project/script/metadata.ts'
import { cases } from '../../../cases.ts'

const header = '/*---\nname: A\npublic: false\n---*/\n'
const code =
  "const t = new TopologyBuilder(false)\nt.createProcess({ id: 'a', label: 'A' })\nawait t.apply()\n"
const fields = { name: 'A', public: false }

describe('a header', () => {
  it.each([
    ['nothing', ''],
    ['blank lines and comments', '\n// SPDX-License-Identifier: MIT\n\n// @ts-check\n\n'],
    ['a license', '/*\n * Copyright 2024 ACME\n * Licensed under MIT: see LICENSE.\n */\n'],
    ['a block of one line', '/* eslint-disable */\n'],
    ['a hashbang', '#!/usr/bin/env topo\n'],
    ['a comment of HTML', '<!-- made by hand\n--> and more\n'],
    ['a reference', '/// <reference types="topo-cli/dsl" />\n'],
    ['a directive', "'use strict'\n"],
    ['directives with semicolons', '"use strict"; \'use asm\';\n'],
    ['a directive before a comment', "'use strict' // always\n\n"],
    ['an import', "import { a } from './a.ts'\n"],
    [
      'imports of all kinds',
      `import './a.js';\nimport b, { type C, c as d } from "./b.js"\nimport * as e from './e'\nimport type { F } from './f.ts'\n`,
    ],
    [
      'an import over several lines',
      "import {\n  a, // the first\n  'b c' as d,\n} from\n  './a.ts'\n",
    ],
    ['an import with attributes', "import a from './a.json' with { type: 'json' }\n"],
    [
      'all of them',
      "#!/usr/bin/env topo\n// SPDX\n'use strict'\nimport a from './a.ts'\n/* last */\n\n",
    ],
    ['Windows line ends', "// SPDX\r\n'use strict'\r\n"],
    ['line ends of old Macs', '// SPDX\r'],
    ['a frame of dashes', '// ------------\n// Checkout\n// ------------\n\n'],
  ])('is read behind %s, which is sent', (_, before) => {
    const text = before + header + code
    const found = parseHeader(text)
    expect(found).toMatchObject({ fields, problems: [] })
    expect(found.code).toBe(before.trim() === '' ? code : before + code)
    expect(text.slice(found.lines.start, found.lines.end)).toBe(
      before.trim() === '' ? before + header : header,
    )
  })

  it('keeps its indentation, and the code in its last line', () => {
    expect(parseHeader("'use strict'\n  /*---\nname: A\n---*/ x").code).toBe("'use strict'\n x")
  })

  it('is no header in a text, a template or a regular expression', () => {
    for (const text of [
      `const a = \`\n${header}\``,
      `"use strict"; const a = /\\/*---/\n`,
      "f('/*---')\n",
    ])
      expect(parseHeader(text)).toMatchObject({ fields: {}, code: text, problems: [] })
  })
})

/** Problems as `line: rule`. */
const linesOf = (text: string) => parseHeader(text).problems.map(({ line }) => line)

const keys = 'name: A\npublic: false'
const spellings: [name: string, comment: string, line?: number][] = [
  ['a space in the opening', `/* ---\n${keys}\n---*/`],
  ['a space in the closing', `/* ---\n${keys}\n--- */`],
  ['two stars', `/**---\n${keys}\n---*/`],
  ['two stars and a space', `/** ---\n${keys}\n--- */`],
  ['four dashes', `/*----\n${keys}\n----*/`],
  ['two dashes', `/*--\n${keys}\n--*/`],
  ['one key between dashes', '/* ---\npublic: true\n--- */'],
  ['one other key between dashes', '/* ---\nslug: shop\n--- */'],
  ['no dashes', `/*\n${keys}\n*/`],
  ['no dashes and no lines', '/* public: false */'],
  ['two keys without dashes', '/*\nname: A\ntags: [a]\n*/'],
  ['stars', '/**\n * name: A\n * public: false\n */'],
  ['stars and a title', '/**\n * Checkout\n *\n * name: A\n * description: B\n */'],
  ['dashes on lines of their own', `/*\n---\n${keys}\n---\n*/`],
  ['keys in the line of the opening', '/* name: A\n   public: false */'],
  ['a name in the line of the opening', `/*--- Checkout\n${keys}\n---*/`],
  ['a name in the line of the opening, and one key', '/*--- Checkout\nname: A\n---*/'],
  ['a comment in the line of the opening', '/*--- # ours\nname: A\n---*/'],
  ['no space before the key', '/*---name: A\n---*/'],
  ['line comments', '// ---\n// name: A\n// public: false\n// ---'],
  ['line comments without spaces', '//---\n//slug: shop\n//---'],
  ['line comments without dashes', '// name: A\n// slug: shop'],
  ['line comments with blank lines', '// ---\n\n// name: A\n\n// slug: b\n\n// ---', 1],
  ['line comments behind others', '// SPDX\n// @ts-check\n// ---\n// name: A\n// ---', 3],
  ['one line comment', '// public: true'],
  ['comments of HTML', '<!-- name: A -->\n<!-- public: false -->'],
  ['a comment for each key', '/* name: A */\n/* slug: b */'],
  ['tabs', '/*\t---\n\tname: A\n\tslug: b\n---*/'],
  ['Windows line ends', '/* ---\r\nname: A\r\ntags: [b]\r\n--- */'],
  ['line ends of old Macs', '// name: A\r// slug: b'],
  ['a character without width', '/*\u200B---\nname: A\nslug: b\n---*/'],
  ['dashes of a word processor', '/*—\nname: A\n—*/'],
  ['an equals sign', '/* public = false */'],
  ['no space behind the colon', '// public:false'],
  ['capitals', '/* Public: False */'],
  ['quoted keys', '/* ---\n"name": A\n"slug": b\n--- */'],
  ['an indented block', '/*\n  Checkout\n    name: A\n    public: false\n*/'],
]

describe('a comment that looks like a header', () => {
  it.each(spellings)('is an error at its place with %s', (_, comment, line = 1) => {
    for (const before of ['', '// SPDX\n\n/* A */\n\n', "import a from './a.ts'\n"]) {
      const shift = before.split('\n').length - 1
      const text = `${before}${comment}\n${code}`
      const { problems, fields: read } = parseHeader(text)
      expect(read).toEqual({})
      expect(problems.map((problem) => problem.line)).toEqual([line + shift])
      for (const { fix, rule } of problems) {
        expect(rule).toBe('header')
        expect(fix).toContain('`/*---`')
        expect(fix).toContain('`---*/`')
      }
    }
  })

  it.each([
    ['behind the first statement', `${code}${header}`, [4]],
    ['behind the first statement with other marks', `${code}/* ---\n${keys}\n--- */`, [4]],
    ['behind the first statement without dashes', `${code}/*\n${keys}\n*/`, [4]],
    [
      'behind the first statement in line comments',
      `${code}// ---\n// ${keys.replace('\n', '\n// ')}\n// ---`,
      [4],
    ],
    ['behind the code of its line', 'f() /*--- slug: shop ---*/\n', [1]],
    ['behind the code of its line, over several', 'f() /* ---\nslug: shop\n--- */\n', [1]],
    ['in a function', `function f() {\n  ${header}}\n`, [2]],
    ['in an import', `import {\n${header}a } from './a.ts'\n`, [2]],
    ['between a text and its method', `'use strict'\n${header}.length\n`, [2]],
    ['in the line of a directive', `'use strict'; ${header}${code}`, [1]],
    ['in the line of a comment', `/* A */ ${header}${code}`, [1]],
    ['that is a second one', `${header}/*---\nname: B\n---*/\n${code}`, [5]],
    ['that is a second one behind code', `${header}${code}/*---\nslug: b\n---*/\n`, [8]],
    ['that is a second one with other marks', `${header}/* public: true */\n${code}`, [5]],
    ['that has no end', '/* ---\nname: A\npublic: false\n', [1]],
    ['before a header', `/* public: true */\n${header}${code}`, [1]],
    ['before an empty header', `/* public: true */\n/*---\n---*/\n${code}`, [1]],
  ])('is an error %s', (_, text, lines) => {
    expect(linesOf(text)).toEqual(lines)
  })

  it('is none behind an empty header, which is how a pull marks it', () => {
    const empty = '/*---\n---*/\n'
    for (const [, comment] of spellings)
      for (const before of [empty, header + empty])
        expect(parseHeader(`${before}${comment}\n${code}${comment}\n`)).toMatchObject({
          code: `${comment}\n${code}${comment}\n`,
          fields: before === empty ? {} : fields,
          problems: [],
        })
  })

  it('can be made the header if that is obvious', () => {
    const edited = (comment: string) =>
      parseHeader(`${comment}\n${code}`).problems.map(({ edit }) => edit)
    const at = (endLine: number, endColumn: number) => ({ line: 1, column: 1, endLine, endColumn })
    expect(edited('/** ---\n *  name: A\n *  tags:\n *    - b\n */')).toEqual([
      { at: at(5, 4), text: '/*---\nname: A\ntags:\n  - b\n---*/' },
    ])
    expect(edited('// ---\r\n// name: A\r\n// ---\r\n')).toEqual([
      { at: at(3, 7), text: '/*---\r\nname: A\r\n---*/' },
    ])
    expect(edited('/* public: yes */')).toEqual([undefined])
    expect(edited('/* Checkout\npublic: true */')).toEqual([undefined])
    expect(edited('/* public: true */ f()')).toEqual([undefined])
  })
})

describe('an ordinary comment is no error', () => {
  it.each([
    ['one key', '// name: foo'],
    ['one key in a block', '/*\n * Diagram of the shop.\n * type: a word about types\n */'],
    [
      'a title in capitals',
      '/**\n * Name: Checkout\n * Description: Payments\n * Author: Ann\n */',
    ],
    ['parameters', '/**\n * @param name: the name\n * @param {string} type\n * @public\n */'],
    ['types', '/**\n * @typedef {{ name: string, type: string, public: boolean }} Thing\n */'],
    ['a sentence', '// public: true means that everybody sees it, and name: is what they see.'],
    ['a sentence about dashes', '// --- The name: of it ---'],
    ['a frame', '// -----------------\n// Part one\n// -----------------'],
    ['a block frame', '/* -----------------\n * Part one: services\n * ----------------- */'],
    ['a decorated comment', '/*--- Part one ---*/'],
    ['commented code', "// t.createProcess({\n//   id: 'a',\n//   name: 'b',\n// })"],
    [
      'an example below a sentence',
      '// Deployed with this manifest:\n//   name: shop\n//   namespace: prod\n//   type: service',
    ],
    ['an example below a key', '/*\nmetadata:\n  name: shop\n  namespace: prod\n*/'],
    ['a list', '/*\n- name: a\n- name: b\n  type: c\n*/'],
    ['JSON', '/*\n{\n  "name": "shop",\n  "description": "A shop",\n  "public": true\n}\n*/'],
    ['a license', '// SPDX-License-Identifier: Apache-2.0\n// SPDX-FileCopyrightText: 2024 ACME'],
    ['a directive of topo', '// topo-disable-next-line isolated-nodes -- name: later'],
  ])('with %s', (_, comment) => {
    for (const text of [
      `${comment}\n${code}`,
      `${header}${comment}\n${code}`,
      `${code}${comment}\n`,
    ])
      expect(linesOf(text)).toEqual([])
  })

  it.each([
    ['YAML', '/*\nname: shop\ntype: service\ndescription: from the cluster\n*/'],
    ['YAML in line comments', '// name: shop\n// type: service'],
    ['fields of a table', '/**\n * name: what it is called\n * type: what it is\n */'],
    ['YAML with a sentence', '/* Example of a bucket:\n   name: shop\n   public: true\n*/'],
    ['a section', '// --- type: services ---'],
    ['one public thing', '// public: true'],
    ['decrements', '--a\nname: for (;;) break name'],
  ])('in the code with %s', (_, comment) => {
    expect(linesOf(`${code}${comment}\n`)).toEqual([])
    expect(linesOf(`${header}${code}${comment}\n`)).toEqual([])
  })

  it.each([
    ['a text', `const a = "/*---\\nname: a"\nconst b = '// public: false'\n`],
    ['a template', `const a = \`\n/* ---\n${keys}\n--- */\n\`\n`],
    ['a template in a template', `const a = \`\${\`\n// ---\n\`}\n/* ---\n${keys}\n--- */\n\`\n`],
    [
      'a regular expression',
      `const a = /[/*]---/, b = 1 / 2 // ---\nconst c = { name: 1, public: false }\n`,
    ],
    ['options', "t.add({\n  name: 'a',\n  public: false,\n  type: 'b',\n})\n"],
  ])('where it is %s', (_, text) => {
    expect(linesOf(text)).toEqual([])
  })
})

describe('any place and spelling of a header', () => {
  const line = fc.constantFrom(
    '',
    '// SPDX-License-Identifier: MIT',
    '// @ts-check',
    '/* © ACME\n * all rights */',
    "'use strict'",
    "import a from './a.ts';",
    "import {\n  b,\n} from './b.ts'",
  )
  const before = fc
    .array(line, { maxLength: 5 })
    .map((lines) => lines.map((one) => `${one}\n`).join(''))
  const lineEnd = fc.constantFrom('\n', '\r\n')
  const runs = { numRuns: cases(1000) }
  const filled = (text: string) => text.trim() !== ''

  it('is read or an error, never ignored', () => {
    const opening = fc.constantFrom(
      '/*---',
      '/* ---',
      '/**---',
      '/*----',
      '/*',
      '/**',
      '/* --',
      '/*\t---\t',
    )
    const closing = fc.constantFrom('---*/', '--- */', '----*/', '*/', ' */', '--*/')
    const prefix = fc.constantFrom('', ' ', '\t', ' * ', '* ', '  ')
    fc.assert(
      fc.property(before, fc.record({ opening, closing, prefix }), lineEnd, (top, marks, end) => {
        const comment = [
          marks.opening,
          `${marks.prefix}name: A`,
          `${marks.prefix}public: false`,
          marks.closing,
        ].join('\n')
        const text = `${top}${comment}\n${code}`.replaceAll('\n', end)
        const { fields: read, problems } = parseHeader(text)
        if (problems.length === 0) expect(read).toEqual(fields)
      }),
      runs,
    )
  })

  it('is written again where it was', () => {
    const defaults = defaultMetadata('shop')
    fc.assert(
      fc.property(before, before, lineEnd, fc.boolean(), (top, other, end, isPublic) => {
        const inLines = (content: string) => content.replaceAll('\n', end)
        const text = inLines(top + header + code)
        const meta = { ...defaults, ...fields, public: isPublic }
        const sent = parseHeader(text).code
        const same = withHeader(mergeHeader(text, { ...defaults, ...fields }, defaults, sent))
        expect(same).toBe(text)
        const changed = mergeHeader(text, meta, defaults, sent)
        expect(changed.before).toBe(filled(top) ? inLines(top) : '')
        const theirs = inLines(`${other}${code}// theirs\n`)
        const pulled = withHeader(mergeHeader(text, meta, defaults, theirs))
        expect(parseHeader(pulled)).toMatchObject({ code: theirs, problems: [] })
        expect({ ...defaults, ...parseHeader(pulled).fields }).toEqual(meta)
      }),
      runs,
    )
  })

  it('keeps its place if the text before it, or behind it, is the same', () => {
    const text = `// SPDX\n// A\n${header}${code}`
    const defaults = defaultMetadata('shop')
    const beforeOf = (remote: string) =>
      mergeHeader(text, { ...defaults, ...fields }, defaults, remote).before
    expect(beforeOf(`// SPDX\n// A\nf()\n`)).toBe('// SPDX\n// A\n')
    expect(beforeOf(`// B\n${code}`)).toBe('// B\n')
    expect(beforeOf('// SPDX\n// B\nf()\n')).toBe('// SPDX\n// B\n')
    expect(beforeOf('f()\n')).toBe('')
  })
})
