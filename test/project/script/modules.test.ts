/** Scripts with TypeScript and imports: bundled to one plain script with the same drawing, or a finding at the error. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { checkScript } from '../../../src/project/check/check.ts'
import { loadScript } from '../../../src/project/script/load.ts'
import { readTopology } from '../../../src/topology/index.ts'
import { oneOf } from '../../cases.ts'
import { type Folder, makeFolder } from '../folder.ts'

const T = 'const t = new TopologyBuilder(true)\n'
const END = '\nawait t.apply()\n'
async function check(
  files: Record<string, string | Uint8Array>,
  prepare: (folder: Folder) => void = () => {},
) {
  const folder = makeFolder(files)
  prepare(folder)
  const script = await loadScript(folder.at(Object.keys(files)[0] ?? ''), { root: folder.root })
  const { findings } = await checkScript(script)
  const { topology } = await readTopology(script.content.code)
  return { script, findings, ids: topology?.nodes.map(({ id }) => id) }
}

/** Code of a script that creates a node from an expression. */
const drawing = (before: string, ...ids: string[]) =>
  `${before}\n${T}${ids.map((id) => `t.createProcess({ id: ${id}, label: 'L' })`).join('\n')}${END}`

const exported =
  "export type X = string; export interface Y { a: 1 }\ntype Z = 1\nexport type { Z }\nimport { type W } from './w.ts'"
const overload =
  'function f(x: 1): string\nfunction f(x: 2): string\nfunction f(x: any) { return "f" + x }'
const abstract =
  'abstract class A { abstract m(): void; n() { return "n" } }\nclass B extends A { m() {} }'
const decorator =
  "const d = (v: any, c: any) => class extends v { id = 'd' } as any\n@d class A { id = 'a' }"
const declared =
  'declare const x: number\ndeclare global { interface W {} }\ndeclare namespace N {}'
const imports =
  "import d, * as all from './m.js'\nimport { default as e, a as b, z, q, zz } from './m.ts'\nimport './m.ts'"
const exports =
  "const a: string = 'a'; export { a }; export default 'd'; export * from './z'; export * as q from './z.js'; export { z as zz } from './z.ts'"
const json =
  "import d, { name } from './d.json'\nimport * as all from './d.json'\nimport w from './d.json' with { type: 'json' }"

const constEnum = "export const enum K { A = 'a' }"
const namespace = "export namespace N { export const a = 'a' }"
const types = "import type { X } from './a.topology.ts'\nexport type W = X"
const all = "[d, all.a, e, b, z, q.z, zz].join('')"
const names = '[d.name, name, all.name, w.name].join()'
const z = "export const z = 'z'"
const b = "import { b } from './b.js'"
const cycle = "import './c.js'; export const b = 'b'"

it.each<
  [
    what: string,
    ids: string,
    code: string,
    sources: { others?: Record<string, string>; name?: string },
  ]
>([
  ['an enum', 'a', drawing("enum K { A = 'a' }", 'K.A'), {}],
  ['a numeric enum', 'B', drawing('enum K { A, B }', 'K[K.B]'), {}],
  ['a const enum', 'a', drawing("const enum K { A = 'a' }", 'K.A'), {}],
  [
    'a const enum of another file',
    'a',
    drawing("import { K } from './k.ts'", 'K.A'),
    { others: { 'k.ts': constEnum } },
  ],
  [
    'a namespace of another file',
    'a',
    drawing("import { N } from './n.ts'", 'N.a'),
    { others: { 'n.ts': namespace } },
  ],
  [
    'satisfies, as and !',
    'a',
    drawing("const x = { a: 'a' } satisfies object", '(x as any)!.a'),
    {},
  ],
  ['generics', 'a', drawing('const f = <T,>(x: T): T => x', "f<string>('a')"), {}],
  [
    'a parameter property',
    'a',
    drawing('class A { constructor(public id: string) {} }', "new A('a').id"),
    {},
  ],
  ['an overload', 'f1', drawing(overload, 'f(1)'), {}],
  ['an abstract class', 'n', drawing(abstract, 'new B().n()'), {}],
  ['a decorator', 'd', drawing(decorator, 'new A().id'), {}],
  ['declarations', 'a', drawing(declared, "'a'"), {}],
  ['export {}', 'a', drawing('export {}', "'a'"), {}],
  [
    'export {} in JavaScript',
    'a',
    drawing('export {}', "'a'"),
    { others: {}, name: 'a.topology.js' },
  ],
  ['exported types', 'a', drawing(exported, "('a' as X as W)"), { others: { 'w.ts': types } }],
  [
    'every form of import and export',
    'dadazzz',
    drawing(imports, all),
    { others: { 'm.ts': exports, 'z.ts': z } },
  ],
  [
    'JSON in every way',
    'j,j,j,j',
    drawing(json, names),
    { others: { 'd.json': '{ "name": "j" }' }, name: 'a.topology.js' },
  ],
  [
    'a cycle through the script',
    'b',
    drawing(b, 'b'),
    { others: { 'b.js': cycle, 'c.js': `${b}; export const c = () => b` } },
  ],
  [
    'types in a .js file',
    'b',
    drawing(b, 'b'),
    { others: { 'b.js': "export const b: string = 'b'" }, name: 'a.topology.js' },
  ],
])('a bundled script draws: %s', async (_, expected, code, { others, name = 'a.topology.ts' }) => {
  const { findings, ids, script } = await check({ [name]: code, ...others })
  expect(findings).toEqual([])
  expect(ids?.join(' ')).toBe(expected)
  expect(script.content.code).not.toMatch(/^\s*(?:import|export)\b/m)
})

describe('a script is refused with', () => {
  const noRequire = 'A script cannot use `require`.'
  const outside = "const n = 'b'\nawait import('../../../' + n + '.json')"
  const computed = 'A script cannot use `import()` of a computed path.'
  const topLevel = 'A script can import or export only at the top level.'
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const tooDeep = 'The code is nested too deeply to parse.'
  const noNamespace =
    'A script cannot declare a namespace: it runs as the body of a function, where TypeScript allows none.'
  it.each<
    [
      what: string,
      code: string,
      place: string,
      { message?: string; imported?: string | Uint8Array },
    ]
  >([
    [
      'a namespace',
      `${T}namespace N { export const n = 1 }`,
      'ts:2:1 syntax',
      { message: noNamespace },
    ],
    [
      'import x = require()',
      `${T}import x = require('./b.js')`,
      'ts:2:1 import',
      { message: noRequire },
    ],
    [
      'require of a project file',
      `import './b.js'\nconst s = "./b.js", x = require('./b.js')`,
      'js:2:25-42 import',
      { message: noRequire },
    ],
    [
      'require of a computed path',
      "import './b.js'\n",
      'b.js:2:16 import',
      { message: noRequire, imported: 'const n = "fs"\nexport default require(n)' },
    ],
    [
      'import() of a pattern',
      "const n = 'b'\nawait import(`./${n}.js`)",
      'js:2:7 import',
      { message: computed },
    ],
    [
      'import() of a pattern outside',
      "import './b.js'",
      'b.js:2:7 import',
      { message: computed, imported: outside },
    ],
    [
      'an import in a block',
      `${T}for (;;) { import { b } from './b.js' }`,
      'ts:2:12 syntax',
      { message: topLevel },
    ],
    [
      'an export in a function',
      `import './b.js'\nfunction f() { export const a = 1 }`,
      'js:2:16 syntax',
      {},
    ],
    [
      'an exported enum',
      `${T}export enum X { a }`,
      'ts:2:1 syntax',
      { message: 'A script can only export its flow.' },
    ],
    [
      'an imported file that is not UTF-8',
      "import './b.js'",
      'b.js:1:3 syntax',
      { message: '', imported: Buffer.from([0x2f, 0x2f, 0xe9]) },
    ],
    [
      'an imported file that is nested too deeply',
      "import './b.js'",
      'b.js:2 syntax',
      { message: tooDeep, imported: `\nx = ${deep}` },
    ],
    [
      'imported JSON that is nested too deeply',
      "import './b.json'",
      'b.json:1 syntax',
      { message: tooDeep, imported: deep },
    ],
    [
      'invalid JSON',
      "import './b.json'",
      'b.json:1 syntax',
      { message: '', imported: '{ "a": 1,\n}' },
    ],
    [
      'a hashbang, with the message of the validator',
      `#!/usr/bin/env topo\n${T}`,
      'js:1 syntax',
      {},
    ],
    [
      'a script that would crash the parser',
      `const a: number = 1\n${'('.repeat(20_000)}`,
      'ts:2 syntax',
      { message: 'The code is nested too deeply to parse' },
    ],
  ])('%s', async (_, code, place, { message, imported = '' }) => {
    const [, file = '', line, column, end, rule] =
      /^([^:]+):(\d+)(?::(\d+))?(?:-(\d+))? (.+)$/.exec(place) ?? []
    const main = `a.topology.${file === 'ts' ? 'ts' : 'js'}`
    const { findings } = await check({
      [main]: code,
      [file.startsWith('b.') ? file : 'b.js']: imported,
    })
    const path = file.startsWith('b.') ? file : main
    expect(findings).toMatchObject([
      {
        path,
        rule,
        severity: 'error',
        line: Number(line),
        ...(message ? { message } : {}),
        ...(column ? { column: Number(column) } : {}),
        ...(end ? { endColumn: Number(end) } : {}),
      },
    ])
  })

  it('an import of a cyclic link or of a link to a folder', { tags: 'links' }, async () => {
    const { findings } = await check(
      { 'a.topology.js': "import './loop.js'\nimport './folder.js'" },
      ({ at }) => {
        symlinkSync(at('loop.js'), at('loop.js'))
        mkdirSync(at('folder.js'))
      },
    )
    expect(findings.map(({ rule, line }) => `${line} ${rule}`)).toEqual(['1 import', '2 import'])
  })
})

it('a source map comment of an imported file does not make the bundler read another file', async () => {
  const { findings, script } = await check({
    'a.topology.ts': `import './b.js'\n${T}t.createProcess({ id: 'a', label: "//# sourceMappingURL=x" })${END}`,
    'b.js':
      "export const s = '//# sourceMappingURL=x'\n//# sourceMappingURL=../../../../../../etc/passwd\n",
  })
  expect(findings).toEqual([])
  expect(script.content.code).toContain('"//# sourceMappingURL=x"')
})

describe('the bundle', () => {
  const files = {
    'sub/a.topology.ts':
      "/*---\nname: A\n---*/\nimport { z } from '../lib/z.ts'\nimport { b } from './b.js'\nimport d from '../d.json'\nimport type { T } from '../lib/types.ts'\nconst t: any = new TopologyBuilder(true)\nt.createProcess({ id: z + b, label: `${d.n}\nx` } as T)\nawait t.apply()\n",
    'sub/b.js': "export const b = 'b' // b\n",
    'lib/z.ts': "export const z: string = 'z'\n",
    'lib/types.ts': 'export type T = object\n',
    'd.json': '{\n  "n": "n"\n}\n',
  }
  const write = (map: (text: string) => string = (text) => text) =>
    makeFolder(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, map(text)])))
  const codeIn = async (folder: Folder, root = folder.root) => {
    const { content, problems } = await loadScript(`${root}/sub/a.topology.ts`, { root })
    expect(problems).toEqual([])
    return content.code
  }

  it('has the same bytes in another folder, through a link and with Windows line ends', {
    tags: 'links',
  }, async () => {
    const one = write()
    const two = write()
    const windows = write((text) => text.replaceAll('\n', '\r\n'))
    const code = await codeIn(one)
    expect(await codeIn(two)).toBe(code)
    const linked = makeFolder()
    symlinkSync(two.root, linked.at('link'))
    expect(await codeIn(two, linked.at('link'))).toBe(code)
    expect(await codeIn(windows)).toBe(code)
    expect(code).not.toContain('\r')
    expect(code).not.toContain(one.root)
  })

  it('has the same bytes from any working directory and in any environment', async () => {
    const folder = write()
    const code = await codeIn(folder)
    const library = `${process.cwd()}/node_modules/.cache-modules-${process.pid}.mjs`
    await build({
      entryPoints: ['src/project/script/load.ts'],
      outfile: library,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
    })
    const load = `const { loadScript } = await import(process.argv[1])
      process.stdout.write((await loadScript(process.argv[2] + '/sub/a.topology.ts', { root: process.argv[2] })).content.code)`
    const elsewhere = makeFolder({ 'tsconfig.json': '{ "compilerOptions": { "target": "ES5" } }' })
    try {
      for (const cwd of oneOf(2, [elsewhere.root, folder.root, '/'])) {
        const env = {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          LANG: 'tr_TR.UTF-8',
          TZ: 'Asia/Tokyo',
        }
        const args = ['--input-type=module', '-e', load, pathToFileURL(library).href, folder.root]
        const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' })
        expect(stderr).toBe('')
        expect(stdout).toBe(code)
      }
    } finally {
      rmSync(library, { force: true })
    }
  })

  it('ignores a tsconfig.json or package.json of the project', async () => {
    const folder = write()
    const code = await codeIn(folder)
    const compilerOptions = {
      target: 'ES5',
      jsx: 'react',
      alwaysStrict: true,
      useDefineForClassFields: false,
    }
    folder.write('tsconfig.json', JSON.stringify({ compilerOptions }))
    const browser = { './lib/z.ts': false }
    folder.write('package.json', JSON.stringify({ type: 'commonjs', sideEffects: false, browser }))
    folder.write('lib/package.json', '{ "sideEffects": false }')
    expect(await codeIn(folder)).toBe(code)
  })

  it('is a plain script, which is sent as written', async () => {
    const code = await codeIn(write())
    const again = makeFolder({ 'a.topology.js': code })
    const script = await loadScript(again.at('a.topology.js'), { root: again.root })
    expect(script).toMatchObject({ bundled: false, content: { code } })
    const { topology } = await readTopology(code)
    expect(topology?.nodes).toMatchObject([{ id: 'zb', label: 'n\nx' }])
  })
})
