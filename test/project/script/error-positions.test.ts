/** An error has the position of its construct, after any letters and line ends, with and without a bundle. */
import { expect, it } from 'vitest'
import { loadScript } from '../../../src/project/script/load.ts'
import { readTopology } from '../../../src/topology/index.ts'
import { oneOf } from '../../cases.ts'
import { makeFolder } from '../folder.ts'

/** `‹` marks the expected position. */
const CONSTRUCTS = {
  'a call': 'const o = {}; o.‹missing()',
  'an access': "const o = {}; ‹o.owner.name = 'x'",
  throw: '‹throw { message: 1 }',
  new: 'const C = 1; new ‹C()',
  'a new error': "throw new ‹Error('no')",
  'a template': 'const o = {}; ‹`${o.a.b}`',
  'a tagged template': 'const o = {}; o.‹tag`a${1}`',
}
const BEFORE = {
  ASCII: "const s = 'abc'; ",
  é: "const s = 'ééé'; ",
  Cyrillic: "const label = 'Каталог'; ",
  emoji: "const s = '😀👩‍👩‍👧'; ",
  'letters in a comment': '/* Жé😀 */ ',
  'letters in the line above': "const s = '😀é'\n",
  CRLF: "const s = 'é'\r\n\r\nconst z = 'é'; ",
  tabs: "\t\tconst s = 'é';\t",
}
/** These end lines for the bundler, but not for topo. In another form, the interpreter counts them in some places only. */
const BEFORE_BUNDLED = {
  'a lone CR': "const s = 'é'\rconst z = 'é'; ",
  'U+2028 in a comment': '/* \u2028 */ ',
  'U+2029 in a string': "const s = '\u2029'\nconst z = '\u2029'; ",
}
const FORMS: Record<string, { name: string; head: string }> = {
  'as written': { name: 'a.topology.js', head: '' },
  typed: { name: 'a.topology.js', head: 'const n: number = 1; ' },
  bundled: { name: 'a.topology.ts', head: "import { Ж } from './b.ts'; const k: string = Ж; " },
  'below a header': { name: 'a.topology.js', head: "'use strict'\n// Ж\n/*---\nname: A\n---*/ " },
  'bundled below a header': {
    name: 'a.topology.ts',
    head: "import { Ж } from './b.ts'\n/*---\nname: A\n---*/\nimport './b.ts'; const k: string = Ж; ",
  },
}

const cases = (texts: Record<string, string>, forms: string[]) =>
  Object.entries(CONSTRUCTS).flatMap(([construct, marked]) =>
    Object.entries(texts).flatMap(([before, text]) =>
      forms.map((form) => {
        const { name, head } = FORMS[form] ?? { name: '', head: '' }
        return { construct, before, form, name, marked: `${head}${text}${marked}` }
      }),
    ),
  )

/** There are five forms: one of two is each construct after each text, and in each form. */
it.each([
  ...oneOf(2, cases(BEFORE, Object.keys(FORMS))),
  ...oneOf(2, cases(BEFORE_BUNDLED, ['bundled', 'bundled below a header'])),
])('$construct after $before, $form', async ({ name, marked }) => {
  const folder = makeFolder({
    [name]: marked.replace('‹', ''),
    'b.ts': "export const Ж: string = 'Ж'\n",
  })
  const script = await loadScript(folder.at(name), { root: folder.root })
  expect(script.problems).toEqual([])
  const { problems } = await readTopology(script.content.code)
  const lines = marked.split('‹')[0]?.split('\n') ?? []
  const place = { path: name, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  expect(problems.map((problem) => [problem.rule, script.locate(problem)])).toMatchObject([
    ['runtime', place],
  ])
})

it.each([
  [
    'an imported file',
    { 'a.topology.js': "import { b } from './b.js'\n", 'b.js': 'let b\nexport let b\n' },
    'b.js:2:12',
  ],
  [
    'a script with an import',
    { 'a.topology.js': "import { b } from './b.js'\nlet c; let c\n", 'b.js': 'export let b\n' },
    'a.topology.js:2:12',
  ],
  [
    'an imported file with lone CRs',
    { 'a.topology.js': "import { b } from './b.js'\n", 'b.js': 'let a\r\nlet b\rexport let b\n' },
    'b.js:2:18',
  ],
  [
    'a script with an import and U+2028',
    {
      'a.topology.js': "import { b } from './b.js'\n/* \u2028 */ let c; let c\n",
      'b.js': 'export let b\n',
    },
    'a.topology.js:2:20',
  ],
  ['a script with types', { 'a.topology.ts': 'let c: number\nlet c\n' }, 'a.topology.ts:2:5'],
])('a name that %s declares twice is shown at its second declaration', async (_, files, place) => {
  const folder = makeFolder(files)
  const script = await loadScript(folder.at(Object.keys(files)[0] ?? ''), { root: folder.root })
  const { problems } = await readTopology(script.content.code)
  const found = [
    ...script.problems,
    ...problems.map((problem) => ({ ...problem, ...script.locate(problem) })),
  ]
  expect(found.map(({ path, line, column }) => `${path}:${line}:${column}`)).toContain(place)
})

it.each(['=pipe', '=../outside.map', '=data:application/json;base64,AAAA', '=ext.map'])(
  'a comment sourceMappingURL%s means nothing',
  async (url) => {
    const folder = makeFolder({
      'a.topology.js': `import { fail } from './b.js'\nfail()\n//# sourceMappingURL${url}\n`,
      'b.js': `export const fail = () => {\n  missing()\n}\n//# sourceMappingURL${url}\n`,
      'ext.map': '{"version":3,"sources":["c.ts"],"mappings":"AAAA"}',
    })
    const script = await loadScript(folder.at('a.topology.js'), { root: folder.root })
    const { problems } = await readTopology(script.content.code)
    expect(script.problems).toEqual([])
    expect(problems.map((problem) => script.locate(problem))).toMatchObject([
      { path: 'b.js', line: 2, column: 3 },
    ])
  },
)

it.each(['схемы/', 'a%20b/', '100%/', 'e#f/', 'q[1]/', ''])(
  'a place below %s has the path of its file',
  async (path) => {
    const name = `${path}a#%20.topology.js`
    const imported = `${path}b#%.js`
    const found = async (last: string) => {
      const folder = makeFolder({
        [name]: `/*---\nname: A\n---*/\nimport { fail } from './b#%.js'\n${last}\n`,
        [imported]: 'export const fail = () => {\n  missing()\n}\n',
      })
      const script = await loadScript(folder.at(name), { root: folder.root })
      const { problems } = await readTopology(script.content.code)
      return problems.map((problem) => script.locate(problem))
    }
    expect(await found('fail()')).toMatchObject([{ path: imported, line: 2, column: 3 }])
    expect(await found('fail; lost()')).toMatchObject([{ path: name, line: 5, column: 7 }])
  },
)
