/** Scripts with TypeScript and imports: bundled to one plain script with the same drawing, or a finding at the error. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { checkScript } from '../../../src/project/check/check.ts'
import { loadScript } from '../../../src/project/script/load.ts'
import { readTopology } from '../../../src/topology/index.ts'
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

describe('a bundled script draws', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['an enum', { 'a.topology.ts': drawing("enum K { A = 'a' }", 'K.A') }, ['a']],
    ['a numeric enum', { 'a.topology.ts': drawing('enum K { A, B }', 'K[K.B]') }, ['B']],
    ['a const enum', { 'a.topology.ts': drawing("const enum K { A = 'a' }", 'K.A') }, ['a']],
    [
      'a const enum of another file',
      {
        'a.topology.ts': drawing("import { K } from './k.ts'", 'K.A'),
        'k.ts': "export const enum K { A = 'a' }",
      },
      ['a'],
    ],
    [
      'a namespace of another file',
      {
        'a.topology.ts': drawing("import { N } from './n.ts'", 'N.a'),
        'n.ts': "export namespace N { export const a = 'a' }",
      },
      ['a'],
    ],
    [
      'satisfies, as and !',
      { 'a.topology.ts': drawing("const x = { a: 'a' } satisfies object", '(x as any)!.a') },
      ['a'],
    ],
    ['generics', { 'a.topology.ts': drawing('const f = <T,>(x: T): T => x', "f<string>('a')") }, ['a']],
    [
      'a parameter property',
      { 'a.topology.ts': drawing('class A { constructor(public id: string) {} }', "new A('a').id") },
      ['a'],
    ],
    [
      'an overload and an abstract class',
      {
        'a.topology.ts': drawing(
          'function f(x: 1): string\nfunction f(x: 2): string\nfunction f(x: any) { return "f" + x }\nabstract class A { abstract m(): void; n() { return "n" } }\nclass B extends A { m() {} }',
          'f(1)',
          'new B().n()',
        ),
      },
      ['f1', 'n'],
    ],
    [
      'a decorator',
      {
        'a.topology.ts': drawing(
          "const d = (v: any, c: any) => class extends v { id = 'd' } as any\n@d class A { id = 'a' }",
          'new A().id',
        ),
      },
      ['d'],
    ],
    [
      'declarations',
      {
        'a.topology.ts': drawing(
          'declare const x: number\ndeclare global { interface W {} }\ndeclare namespace N {}',
          "'a'",
        ),
      },
      ['a'],
    ],
    ['export {}', { 'a.topology.ts': drawing('export {}', "'a'") }, ['a']],
    ['export {} in JavaScript', { 'a.topology.js': drawing('export {}', "'a'") }, ['a']],
    [
      'exported types',
      {
        'a.topology.ts': drawing(
          "export type X = string; export interface Y { a: 1 }\ntype Z = 1\nexport type { Z }\nimport { type W } from './w.ts'",
          "('a' as X as W)",
        ),
        'w.ts': "import type { X } from './a.topology.ts'\nexport type W = X",
      },
      ['a'],
    ],
    [
      'every form of import and export',
      {
        'a.topology.ts': drawing(
          "import d, * as all from './m.js'\nimport { default as e, a as b, z, q, zz } from './m.ts'\nimport './m.ts'",
          "[d, all.a, e, b, z, q.z, zz].join('')",
        ),
        'm.ts':
          "const a: string = 'a'; export { a }; export default 'd'; export * from './z'; export * as q from './z.js'; export { z as zz } from './z.ts'",
        'z.ts': "export const z = 'z'",
      },
      ['dadazzz'],
    ],
    [
      'JSON in every way',
      {
        'a.topology.js': drawing(
          "import d, { name } from './d.json'\nimport * as all from './d.json'\nimport w from './d.json' with { type: 'json' }",
          '[d.name, name, all.name, w.name].join()',
        ),
        'd.json': '{ "name": "j" }',
      },
      ['j,j,j,j'],
    ],
    [
      'a cycle through the script',
      {
        'a.topology.js': drawing("import { b } from './b.js'", 'b'),
        'b.js': "import './c.js'; export const b = 'b'",
        'c.js': "import { b } from './b.js'; export const c = () => b",
      },
      ['b'],
    ],
    [
      'types in an imported .js file',
      { 'a.topology.js': drawing("import { b } from './b.js'", 'b'), 'b.js': "export const b: string = 'b'" },
      ['b'],
    ],
    [
      'import() of a literal path',
      {
        'a.topology.js': drawing("const { b } = await import('./b.ts')", 'b'),
        'b.ts': "export const b: string = 'b'",
      },
      ['b'],
    ],
  ])('%s', async (_, files, expected) => {
    const { findings, ids, script } = await check(files)
    expect(findings).toEqual([])
    expect(ids).toEqual(expected)
    expect(script.content.code).not.toMatch(/^\s*(?:import|export)\b/m)
  })
})

describe('a script is refused with', () => {
  it.each<[string, Record<string, string | Uint8Array>, object]>([
    [
      'a namespace',
      { 'a.topology.ts': `${T}namespace N { export const n = 1 }` },
      { rule: 'syntax', line: 2, column: 1, message: expect.stringContaining('cannot declare a namespace') },
    ],
    [
      'import x = require()',
      { 'a.topology.ts': `${T}import x = require('./b.js')`, 'b.js': '' },
      { rule: 'import', line: 2, column: 1, message: 'A script cannot use `require`.' },
    ],
    [
      'require of a project file',
      { 'a.topology.js': `import './b.js'\nconst s = "./b.js", x = require('./b.js')`, 'b.js': '' },
      { rule: 'import', line: 2, column: 25, endColumn: 42, message: 'A script cannot use `require`.' },
    ],
    [
      'require of a computed path',
      { 'a.topology.js': "import './b.js'\n", 'b.js': 'const n = "fs"\nexport default require(n)' },
      { rule: 'import', path: 'b.js', line: 2, column: 16, message: 'A script cannot use `require`.' },
    ],
    [
      'import() of a pattern',
      { 'a.topology.js': "const n = 'b'\nawait import(`./${n}.js`)", 'b.js': '' },
      { rule: 'import', line: 2, column: 7, message: 'A script cannot use `import()` of a computed path.' },
    ],
    [
      'import() of a pattern outside of the project',
      {
        'a.topology.js': "import './b.js'",
        'b.js': "const n = 'b'\nawait import('../../../' + n + '.json')",
      },
      {
        rule: 'import',
        path: 'b.js',
        line: 2,
        column: 7,
        message: 'A script cannot use `import()` of a computed path.',
      },
    ],
    [
      'an import in a block',
      { 'a.topology.ts': `${T}for (;;) { import { b } from './b.ts' }`, 'b.ts': 'export const b = 1' },
      {
        rule: 'syntax',
        line: 2,
        column: 12,
        message: 'A script can import or export only at the top level.',
      },
    ],
    [
      'an export in a function',
      { 'a.topology.js': `import './b.js'\nfunction f() { export const a = 1 }`, 'b.js': '' },
      { rule: 'syntax', line: 2, column: 16 },
    ],
    [
      'an exported value',
      { 'a.topology.ts': `${T}export const x = 1` },
      { rule: 'syntax', line: 2, column: 1, message: 'A script can only export its flow.' },
    ],
    [
      'an exported enum',
      { 'a.topology.ts': `${T}export enum X { a }` },
      { rule: 'syntax', line: 2, column: 1, message: 'A script can only export its flow.' },
    ],
    [
      'an imported file that is not UTF-8',
      { 'a.topology.js': "import './b.js'", 'b.js': Buffer.from([0x2f, 0x2f, 0xe9]) },
      { rule: 'syntax', path: 'b.js', line: 1, column: 3 },
    ],
    [
      'an imported file that is nested too deeply',
      { 'a.topology.js': "import './b.js'", 'b.js': `\nx = ${'['.repeat(20_000)}${']'.repeat(20_000)}` },
      { rule: 'syntax', path: 'b.js', line: 2, message: 'The code is nested too deeply to parse.' },
    ],
    [
      'imported JSON that is nested too deeply',
      { 'a.topology.js': "import './b.json'", 'b.json': '['.repeat(20_000) + ']'.repeat(20_000) },
      { rule: 'syntax', path: 'b.json', line: 1, message: 'The code is nested too deeply to parse.' },
    ],
    [
      'invalid JSON',
      { 'a.topology.js': "import './b.json'", 'b.json': '{ "a": 1,\n}' },
      { rule: 'syntax', path: 'b.json', line: 1 },
    ],
    [
      'a hashbang, with the message of the validator',
      { 'a.topology.js': `#!/usr/bin/env topo\n${T}` },
      { rule: 'syntax', path: 'a.topology.js', line: 1 },
    ],
    [
      'a script that would crash the parser',
      { 'a.topology.ts': `const a: number = 1\n${'('.repeat(20_000)}` },
      { rule: 'syntax', path: 'a.topology.ts', line: 2, message: 'The code is nested too deeply to parse' },
    ],
  ])('%s', async (_, files, expected) => {
    const { findings } = await check(files)
    expect(findings).toMatchObject([{ path: Object.keys(files)[0], severity: 'error', ...expected }])
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
    'b.js': "export const s = '//# sourceMappingURL=x'\n//# sourceMappingURL=../../../../../../etc/passwd\n",
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
    const [one, two, windows] = [write(), write(), write((text) => text.replaceAll('\n', '\r\n'))]
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
    const program = `import { build } from 'esbuild'
      const out = await build({ entryPoints: [process.argv[1]], bundle: true, format: 'esm', platform: 'node', packages: 'external', write: false, absWorkingDir: process.argv[2] })
      const { writeFileSync } = await import('node:fs')
      writeFileSync(process.argv[3], out.outputFiles[0].text)`
    const here = process.cwd()
    const library = `${here}/node_modules/.cache-modules-${process.pid}.mjs`
    expect(
      spawnSync(process.execPath, [
        '--input-type=module',
        '-e',
        program,
        'src/project/script/load.ts',
        here,
        library,
      ]).status,
    ).toBe(0)
    const load = `const { loadScript } = await import(process.argv[1])
      process.stdout.write((await loadScript(process.argv[2] + '/sub/a.topology.ts', { root: process.argv[2] })).content.code)`
    const elsewhere = makeFolder({ 'tsconfig.json': '{ "compilerOptions": { "target": "ES5" } }' })
    const { rmSync } = await import('node:fs')
    try {
      for (const cwd of [folder.root, elsewhere.root, '/']) {
        const env = { PATH: process.env.PATH, NODE_ENV: 'production', LANG: 'tr_TR.UTF-8', TZ: 'Asia/Tokyo' }
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
    folder.write(
      'tsconfig.json',
      '{ "compilerOptions": { "target": "ES5", "jsx": "react", "alwaysStrict": true, "useDefineForClassFields": false } }',
    )
    folder.write(
      'package.json',
      '{ "type": "commonjs", "sideEffects": false, "browser": { "./lib/z.ts": false } }',
    )
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
