/**
 * A small text never makes an engine of the host work without end: what it makes has a bounded size, and what would be too
 * much is an error of its own. Each case hung, or took gigabytes, or would with an engine used as it is.
 */
import { describe, expect, test } from 'vitest'
import { readCompose } from '../src/convert/compose/read-compose.ts'
import { readMermaid } from '../src/convert/mermaid/index.ts'
import { splitMarkdown } from '../src/convert/mermaid/markdown.ts'
import { readStructurizr } from '../src/convert/structurizr/read-structurizr.ts'
import { workProblem } from '../src/files/pattern-work.ts'
import { withinTime } from '../src/platform/node/within-time.ts'
import { checkScript } from '../src/project/check/check.ts'
import { readConfig } from '../src/project/config/config.ts'
import { ignoreRulesOf } from '../src/project/config/ignore-rules.ts'
import { cleanIcon } from '../src/project/icons/clean-svg.ts'
import { parseHeader } from '../src/project/script/header/header.ts'
import { loadScript } from '../src/project/script/load.ts'
import { svgToPng } from '../src/raster/svg-to-png.ts'
import { layout, svg } from '../src/render/index.ts'
import { peekText } from '../src/sync/import/decode-stream.ts'
import { importFormats } from '../src/sync/import/formats/index.ts'
import { markdown } from '../src/text/from-markdown.ts'
import { graphemesOf } from '../src/text/safe/graphemes.ts'
import { readTopology } from '../src/topology/index.ts'
import { makeFolder } from './project/folder.ts'

const DRAW =
  '\nconst t = new TopologyBuilder(true)\nt.createProcess({ id: "a", label: "A" })\nawait t.apply()\n'
const list = (length: number, item: (at: number) => string, between = ', ') =>
  Array.from({ length }, (_, at) => item(at)).join(between)
/** Each item is the one before twice: 40 of them are a terabyte. */
const doubled = (item: (at: number) => string, between = ', ') => list(40, item, between)
const LONG = 'L'.repeat(100_000)

const members = `A = "x", ${doubled((at) => `A${at} = A${at - 1} + A${at - 1}`).replace(/A-1/g, 'A')}`
const quoted = `A = "x", ${doubled((at) => `A${at} = E["A${at - 1}"] + E["A${at - 1}"]`).replace(/A-1/g, 'A')}`
const templates = `A = "x", ${doubled((at) => `A${at} = \`\${A${at - 1}}\${E.A${at - 1}}\``).replace(/A-1/g, 'A')}`
const parts = doubled(
  (at) => `enum E { A${at} = ${at === 0 ? '"x"' : `A${at - 1} + A${at - 1}`} }`,
  '\n',
)
const errors = 'k = 2;'.repeat(5_000)

/** Files by name; the first is the script. Nothing but the sandbox computes what they say. */
const scripts: Record<string, Record<string, string>> = {
  'an enum': { 'a.topology.ts': `enum E { ${members} }${DRAW}` },
  'an enum in a file without the suffix of types': {
    'a.topology.js': `enum E { ${members} }${DRAW}`,
  },
  'a constant enum': { 'a.topology.ts': `const enum E { ${members} }${DRAW}t.connect(E.A39)` },
  'an enum with names in quotes': { 'a.topology.ts': `enum E { ${quoted} }${DRAW}` },
  'an enum of templates': { 'a.topology.ts': `enum E { ${templates} }${DRAW}` },
  'an enum in many parts': { 'a.topology.ts': parts + DRAW },
  'an enum in a function': {
    'a.topology.ts': `function f() { enum E { ${members} } return E }\nf()${DRAW}`,
  },
  'an imported enum': {
    'a.topology.ts': `import { E } from './e.ts'${DRAW}t.connect(E.A39)`,
    'e.ts': `export enum E { ${members} }`,
  },
  'an enum in an imported namespace': {
    'a.topology.ts': `import { N } from './e.ts'${DRAW}t.connect(N.E.A39)`,
    'e.ts': `export namespace N { export enum E { ${members} } }`,
  },
  'an enum of numbers without end': {
    'a.topology.ts': `enum E { A = 1, ${list(300, (at) => `A${at} = A * 9e99 + A`)} }${DRAW}`,
  },
  'a long text that an enum names, used often': {
    'a.topology.ts': `enum E { A = "${LONG}" }\nlet s: unknown\n${'s = E.A;'.repeat(2_000)}${DRAW}`,
  },
  'a long name with a short alias': {
    'a.topology.ts': `import { ${LONG} as s } from './e.ts'\n${'s;'.repeat(2_000)}${DRAW}`,
    'e.ts': `export const ${LONG} = 1`,
  },
  'a long name in quotes with a short alias': {
    'a.topology.ts': `import { '${LONG}' as s } from './e.json'\n${'s;'.repeat(2_000)}${DRAW}`,
    'e.json': JSON.stringify({ [LONG]: 1 }),
  },
  'a long name of a namespace': {
    'a.topology.ts': `import './e.ts'\nlet s: unknown${DRAW}`,
    'e.ts': `namespace ${LONG} { export let s = 1; ${'s;'.repeat(2_000)} }`,
  },
  'thousands of errors in a line': {
    'a.topology.ts': `import './e.ts'\nlet s: unknown${DRAW}`,
    'e.ts': `const k = 1; ${errors}`,
  },
  'thousands of errors in a line of the script': {
    'a.topology.ts': `let s: unknown; const k = 1; ${errors}${DRAW}`,
  },
  'thousands of errors in an expression': {
    'a.topology.ts': `import './e.ts'\nlet s: unknown${DRAW}`,
    'e.ts': `const k = 1; ${list(5_000, () => '(k = 2)', '+')}`,
  },
  'thousands of names that nobody exports': {
    'a.topology.ts': `import { ${list(5_000, (at) => `x${at}`)} } from './e.ts'\n${list(5_000, (at) => `x${at}`, ';')}`,
    'e.ts': 'export const k = 1',
  },
  'thousands of imports that are refused': {
    'a.topology.ts': list(5_000, (at) => `import 'x${at}'`, '\n') + DRAW,
  },
  'thousands of files that are missing': {
    'a.topology.ts': list(2_000, (at) => `import './x${at}.ts'`, '\n') + DRAW,
  },
  'warnings in a line': {
    'a.topology.ts': `let s: unknown\n${'s === NaN;'.repeat(5_000)}${DRAW}`,
  },
}

describe('a script', () => {
  test.each(Object.entries(scripts))('of %s', async (_name, files) => {
    const folder = makeFolder(files)
    const [first = ''] = Object.keys(files)
    const script = await loadScript(folder.at(first), { root: folder.root })
    const { findings } = await checkScript(script)
    expect(findings.filter(({ rule }) => rule === 'internal')).toEqual([])
    expect(findings.length + script.problems.length).toBeLessThanOrEqual(200)
    const written = Object.values(files).join('').length
    expect(script.content.code.length).toBeLessThan(20_000 + written * 4)
  })

  test.each([
    ['an enum', `enum E { ${members} }`],
    ['an enum of templates', `enum E { ${templates} }`],
    ['an enum in many parts', parts],
    ['errors in a line', `let s: unknown; const k = 1; ${errors}`],
    ['a long name', `let s: unknown; class ${LONG} { static a = 1 }`],
  ])('that is no file, of %s, as the service and an assistant read it', async (_name, text) => {
    const { problems } = await readTopology(text)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.rule).toMatch(/^(runtime|memory|timeout|syntax)$/)
  })
})

const aliases = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghijk']
  .map((name, at) => `${name}: &${name} [${list(9, () => `*${'abcdefghijk'[at]}`)}]`)
  .join('\n')}`

describe('a header', () => {
  test.each([
    ['aliases of aliases', aliases],
    ['brackets without end', `name: ${'['.repeat(20_000)}`],
    ['lists in lists', '- '.repeat(20_000)],
    ['keys without end', list(20_000, (at) => `k${at}: 1`, '\n')],
  ])('of %s is refused', (_name, yaml) => {
    const { problems } = withinTime(() => parseHeader(`/*---\n${yaml}\n---*/\n`))
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.length).toBeLessThan(200)
  })
})

const nothing = () => undefined
const merges = `x0: &x0 {a: b}\n${list(60, (at) => `x${at + 1}: &x${at + 1}\n  <<: [*x${at}, *x${at}]`, '\n')}`
const nodes = (name: string, length: number) => list(length, (at) => name + at, ' & ')
const constants = doubled((at) => `!const A${at + 1} "\${A${at}}\${A${at}}"`, '\n')

describe('a diagram of another tool', () => {
  test.each<[string, () => readonly object[]]>([
    [
      'Compose: aliases of aliases',
      () => readCompose(`services: {web: {image: x}}\n${aliases}`, 'a', nothing),
    ],
    [
      'Compose: merges of merges',
      () => readCompose(`services: {web: {image: x}}\n${merges}`, 'a', nothing),
    ],
    [
      'Mermaid: nodes that multiply',
      () => readMermaid(`flowchart LR\n${nodes('a', 1_000)} --> ${nodes('b', 1_000)}`, 'a'),
    ],
    ['Mermaid: many nodes', () => readMermaid(`flowchart LR\n${nodes('a', 100_000)}`, 'a')],
    [
      'Mermaid: settings without end',
      () => readMermaid(`flowchart LR\n${'%%{a}%%\n'.repeat(50_000)}a-->b`, 'a'),
    ],
    [
      'Mermaid: diagrams of a document',
      () => splitMarkdown('```mermaid\n'.repeat(100_000), 'a.md', 'a'),
    ],
    [
      'Structurizr: constants of constants',
      () =>
        readStructurizr(
          `!const A0 "xxxxxxxx"\n${constants}\nworkspace {\nmodel {\na = person "\${A40}"\n}\n}`,
          'a',
          nothing,
        ),
    ],
    [
      'Structurizr: a long constant',
      () =>
        readStructurizr(
          `!const A "${LONG}"\nworkspace {\nmodel {\n${'person "${A}"\n'.repeat(5_000)}}\n}`,
          'a',
          nothing,
        ),
    ],
  ])('%s', (_name, read) => {
    const size = withinTime(() => {
      try {
        return JSON.stringify(read()).length
      } catch (error) {
        expect(error).toMatchObject({ code: 'TOPO_DIAGRAM_INVALID' })
        return 0
      }
    })
    expect(size).toBeLessThan(10_000_000)
  })
})

describe('a pattern of files', () => {
  test.each([
    '**/*.topology.{js,ts}',
    '**/diagrams/**/*.topology.ts',
    'docs/{a,b,c}/**/*-v*.topology.@(js|ts)',
    'a*/b*/c*/d*/*.js',
    '**/*.draft-*.topology.*',
    '!(old)/**',
  ])('%s is used', (pattern) => expect(workProblem(pattern)).toBeUndefined())

  test.each([
    '*a'.repeat(30),
    '*a'.repeat(300),
    '**/a/'.repeat(20),
    '{a,aa}'.repeat(40),
    '*a*a/'.repeat(10),
    '+(a|aa)b',
    '*(a)',
    '('.repeat(30_000),
  ])('%s is refused', (pattern) => expect(workProblem(pattern)).toBeDefined())

  test('is refused in the settings, and in .topoignore with its line', async () => {
    const pattern = '*a'.repeat(30)
    for (const key of ['include', 'exclude']) {
      const { root } = makeFolder({ 'topo.config.json': JSON.stringify({ [key]: [pattern] }) })
      await expect(readConfig(root)).rejects.toMatchObject({ code: 'TOPO_CONFIG_INVALID' })
    }
    const { root } = makeFolder({ '.topoignore': `# ${pattern}\n${pattern}\n` })
    await expect(ignoreRulesOf(root).has('a.topology.js')).rejects.toMatchObject({
      code: 'TOPO_CONFIG_INVALID',
      message: expect.stringMatching(/\.topoignore:2: this pattern has too many wildcards/),
    })
  })
})

test.each([
  ['is never closed', '{"a":'.repeat(100_000)],
  ['is closed', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
])('settings that nest without end, which %s, are refused', async (_name, text) => {
  const { root } = makeFolder({ 'topo.config.json': text })
  await expect(readConfig(root)).rejects.toMatchObject({ code: 'TOPO_CONFIG_INVALID' })
})

describe('rows of an import', () => {
  test.each([
    ['csv', `slug,code\n${'"'.repeat(200_001)}`],
    ['csv', `${list(20_000, (at) => `c${at}`)}\n${','.repeat(20_000)}`],
    ['json', '['.repeat(200_000)],
    ['json', `[${'{"a":'.repeat(100_000)}`],
    ['ndjson', '{"a":'.repeat(100_000)],
  ])('%s', async (name, text) => {
    async function* pieces() {
      yield Buffer.from(text)
    }
    const format = importFormats.find((one) => one.name === name)
    const rows: object[] = []
    for await (const row of format?.rows(await peekText(pieces(), name)) ?? []) rows.push(row)
    expect(rows.length).toBeLessThan(5)
    expect(JSON.stringify(rows).length).toBeLessThan(text.length * 10)
  })
})

describe('a readme', () => {
  test.each([
    ['brackets', '['.repeat(50_000)],
    ['stars', '**a *'.repeat(20_000)],
    ['quotes', '> '.repeat(50_000)],
    [
      'a reference with a long address',
      `[a]: http://x/${'y'.repeat(50_000)}\n${'[a] '.repeat(30_000)}`,
    ],
    [
      'a reference with a long title',
      `[a]: http://x "${'y'.repeat(50_000)}"\n${'[a] '.repeat(30_000)}`,
    ],
    ['a wide table', `|${'a|'.repeat(5_000)}\n|${'-|'.repeat(5_000)}\n${'a\n'.repeat(5_000)}`],
  ])('of %s makes a small page', async (_name, text) => {
    expect((await markdown(text)).length).toBeLessThan(20_000_000)
  })
})

const chain = list(
  30,
  (at) => `<g id="g${at + 1}"><use href="#g${at}"/><use href="#g${at}"/></g>`,
  '',
)

test.each([
  ['uses of uses', `<defs><path id="g0" d="M0 0h1"/>${chain}</defs><use href="#g30"/>`],
  ['groups in groups', '<g>'.repeat(10_000)],
  ['entities', '<!DOCTYPE x [<!ENTITY a "aa">]><path d="&a;"/>'],
  ['attributes', `<path ${list(20_000, (at) => `a${at}="1"`, ' ')}/>`],
])('an icon of %s is small, or left out', (_name, body) => {
  const icon = withinTime(() => cleanIcon({ body, viewBox: [0, 0, 24, 24] }))
  expect(icon?.body.length ?? 0).toBeLessThan(65_537)
})

describe('a label', () => {
  const labels = {
    'joined letters': "'\\u0905\\u094d'.repeat(40000)",
    'marks without end': "'a' + '\\u0301'.repeat(80000)",
    'changing directions': "'\\u202e(\\u2067['.repeat(20000)",
    emoji: "'😀\\u200d'.repeat(25000)",
  }

  test.each(Object.entries(labels))('of %s is cut, and drawn', async (_name, text) => {
    const { topology } = await readTopology(DRAW.replace('"A"', text))
    if (topology === undefined) throw new Error('the script has problems')
    const picture = withinTime(() => layout(topology, { title: 'a' }))
    const drawn = svg.write(picture, { theme: 'light' })
    expect(drawn.length).toBeLessThan(1_000_000)
    const png = await svgToPng(drawn, picture, 1)
    expect(png.length).toBeLessThan(1_000_000)
  })

  test('of many characters is split in pieces as if it were one', () => {
    const text = `${'ab'.repeat(2_047)}e\u0301👩‍👧${'x'.repeat(5_000)}${'\u0301'.repeat(9_000)}z`
    const whole = Array.from(
      new Intl.Segmenter('en').segment(text.slice(0, 9_000)),
      ({ segment }) => segment,
    )
    const pieces = [...graphemesOf(text)]
    expect(pieces.slice(0, 9_000 - 20)).toEqual(whole.slice(0, pieces.slice(0, 9_000 - 20).length))
    expect(pieces.join('')).toBe(text)
  })
})
