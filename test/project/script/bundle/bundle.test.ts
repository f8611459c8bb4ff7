import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { positionAt } from '../../../../src/files/position.ts'
import { loadScript } from '../../../../src/project/script/load.ts'
import { syntaxProblemsOf } from '../../../../src/topology/parse/parse.ts'
import { type Folder, makeFolder } from '../../folder.ts'

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...args: unknown[]) => Promise<unknown>

/** Runs code like the service. */
const run = (code: string, log: (value: unknown) => void = () => {}) =>
  new AsyncFunction('log', code)(log)

const load = (files: Record<string, string>, prepare: (folder: Folder) => void = () => {}) => {
  const folder = makeFolder(files)
  prepare(folder)
  return loadScript(folder.at(Object.keys(files)[0] ?? ''), { root: folder.root })
}

it.each([
  ['plain', 'a.topology.js', 'const a = await 1\nreturn a\n'],
  ['plain in a .ts file', 'a.topology.ts', 'const a = 1 // : number\nreturn a\n'],
  ['that only mentions imports', 'a.topology.js', '// import x from "y"\nconst s = `import z`\n'],
  ['that is broken', 'a.topology.js', 'const = 1\n'],
  ['that is broken and typed', 'a.topology.ts', 'const a: number = \n'],
  ['that uses sloppy mode', 'a.topology.js', 'with ({ a: 1 }) { log(a) }\nreturn 010'],
])('a script is sent as written: %s', async (_, name, code) => {
  const script = await load({ [name]: `/*---\nname: A\n---*/\n${code}` })
  expect(script.content.code).toBe(code)
  expect(script).toMatchObject({ bundled: false, problems: [] })
  expect(script.hashAsWritten).toBe(script.hash)
})

describe('a bundle', () => {
  it('contains nothing of a header between imports, and keeps directives', async () => {
    const script = await load({
      'a.topology.js':
        "'use strict'\nimport { a } from './a.js'\n/*---\nname: A\n---*/\nimport b from './b.json'\nconst all = [a, b.b, (function () { return this })()]\nexport default all\n",
      'a.js': 'export const a = 1\n',
      'b.json': '{ "b": 2 }',
    })
    expect(script).toMatchObject({ bundled: true, problems: [], metadata: { name: 'A' } })
    expect(script.content.code).not.toContain('---')
    expect(await run(script.content.code)).toEqual([1, 2, undefined])
    expect(script.unbundled).toMatch(/^'use strict'\nimport .*\nimport .*\nconst .*\nreturn all\n$/)
  })

  it('is readable, without imports, types or paths of this machine', async () => {
    const script = await load({
      'a.topology.ts':
        "/*---\nname: A\n---*/\nimport { ports } from './lib/ports.ts'\nimport data from './data.json'\nconst all: number[] = [...ports, data.port]\nreturn all\n",
      'lib/ports.ts': 'export const ports: number[] = [80, 443]\nexport const unused = 1\n',
      'data.json': '{ "port": 1 }',
    })
    expect(script.problems).toEqual([])
    expect(script.content.code).toMatchInlineSnapshot(`
      "// lib/ports.ts
      var ports = [80, 443];

      // data.json
      var data_default = { port: 1 };

      // a.topology.ts
      async function script() {
        const all = [...ports, data_default.port];
        return all;
      }
      return await script();
      "
    `)
    expect(await run(script.content.code)).toEqual([80, 443, 1])
    expect(script.hashAsWritten).not.toBe(script.hash)
  })

  const b = "import { b } from './b.js'"
  it.each<[what: string, code: string, expected: unknown, others?: Record<string, string>]>([
    [
      'early return',
      'const n: number = await Promise.resolve(2)\nif (n > 1) return n\nreturn 0',
      2,
    ],
    ['no return', 'const n: number = 1', undefined],
    ['a comment at the end', 'const n: number = 1; return n // end', 1],
    [
      ...([
        'imports after code',
        `const x = 1\n${b}\nimport c from './b.js'\nreturn [x, b, c]`,
        [1, 2, 3],
      ] as const),
      { 'b.js': 'export const b = 2; export default 3' },
    ],
    [
      ...(['imports in one line', `${b}; import c from './b.js'; return [b, c]`, [2, 3]] as const),
      { 'b.js': 'export const b = 2; export default 3' },
    ],
    [
      ...([
        'names that collide',
        `import { script as s } from './b.js'\nconst script = 1; return [script, s]`,
      ] as const),
      ...([[1, 2], { 'b.js': 'export const script = 2' }] as const),
    ],
    [
      'await in an imported file',
      `${b}\nreturn b`,
      4,
      { 'b.js': 'export const b = await Promise.resolve(4)' },
    ],
    [
      'an extension of the compiled file',
      `${b}\nreturn b`,
      6,
      { 'b.ts': 'export const b: number = 6' },
    ],
    [
      'no extension',
      "import { b } from './b'\nreturn b",
      7,
      { 'b.ts': 'export const b: number = 7' },
    ],
    [
      ...(['a relative import()', "const { b } = await import('./b.ts')\nreturn b", 5] as const),
      { 'b.ts': 'export const b: number = 5' },
    ],
    ['types of a package', "import type { X } from 'topo-cli'\nconst n = 8 as X\nreturn n", 8],
    [
      ...(['an import in a loop', `${b}\nreturn b()`, 'function'] as const),
      {
        'b.js': "import { c } from './c.js'\nexport const b = () => c()",
        'c.js': `${b}\nexport const c = () => typeof b`,
      },
    ],
    ['a byte order mark', '\uFEFFconst n: number = 9; return n', 9],
    [
      'a licence comment in the header',
      '/*---\nname: A # @license\n---*/\nconst n: number = 10; return n',
      10,
    ],
  ])('runs the same with %s', async (_, code, expected, others = {}) => {
    const script = await load({ [`a.topology.${'b.js' in others ? 'js' : 'ts'}`]: code, ...others })
    expect(script.problems).toEqual([])
    expect(script.content.code).not.toMatch(/^\s*(?:import|export)\b|@license/m)
    expect(await run(script.content.code)).toEqual(expected)
  })

  it('runs an imported .js file even if the import is unused', async () => {
    const { content } = await load({
      'a.topology.js': "import { b } from './b.js'\nlog('a')",
      'b.js': "log('b'); export const b = 1",
    })
    const seen: unknown[] = []
    await run(content.code, (value) => seen.push(value))
    expect(seen).toEqual(['b', 'a'])
  })

  it('does not change files on disk', async () => {
    const text = "import { b } from './b.ts'\nreturn b"
    const folder = makeFolder({ 'a.topology.ts': text, 'b.ts': 'export const b: number = 1' })
    await loadScript(folder.at('a.topology.ts'), { root: folder.root })
    expect(folder.read('a.topology.ts')).toBe(text)
  })
})

describe('locate in a bundle', () => {
  const files = {
    'a.topology.ts':
      "/*---\r\nname: \u00e4\r\n---*/\r\nimport { b } from './b.ts'\r\nconst x: number = 1; first(\r\n  b)\r\nimport './c.js'\r\nsecond(x)\r\n",
    'b.ts': 'type B = number\n\nexport const b: B = third()\n',
    'c.js': 'log(1)\n',
  }
  it.each([
    ['first', 'a.topology.ts', 5, 22],
    ['second', 'a.topology.ts', 8, 1],
    ['third', 'b.ts', 3, 21],
    ['log', 'c.js', 1, 1],
  ])('finds `%s` in its source file', async (name, path, line, column) => {
    const { content, locate } = await load(files)
    const { line: l, column: c } = positionAt(content.code, content.code.indexOf(`${name}(`))
    const place = locate({ line: l, column: c, endLine: l, endColumn: c + name.length })
    expect(place).toMatchObject({
      path,
      line,
      column,
      endLine: line,
      endColumn: column + name.length,
    })
  })

  it('maps generated code to the start of the code', async () => {
    const { content, locate } = await load(files)
    const { line, column } = positionAt(content.code, content.code.indexOf('return await'))
    expect(locate({ line, column, endLine: line, endColumn: column + 6 })).toMatchObject({
      path: 'a.topology.ts',
    })
  })
})

describe('an import is refused', () => {
  it.each([
    ['of a package', 'lodash', 'a package'],
    ['of a scoped package', '@a/b', 'a package'],
    ['of a subpath import', '#x', 'a package'],
    ['of Node', 'node:fs', 'a Node module'],
    ['of Node by its short name', 'fs', 'a package'],
    ['by absolute path', '/etc/passwd', 'an absolute path'],
    ['by address', 'https://example.com/x.js', 'an address'],
    ['by data address', 'data:text/javascript,1', 'an address'],
    ['outside of the root', '../x.js', 'is outside of the project'],
    ['outside, of an existing file', '../../../../../../etc/hostname', 'is outside of the project'],
    ['through a link', './link.js', 'is outside of the project'],
    ['through a linked folder', './linked/secret.js', 'is outside of the project'],
    ['of a missing file', './missing.ts', 'does not exist'],
    ['of another file type', './a.txt', 'neither .js'],
  ])('%s', { tags: 'links' }, async (_, specifier, message) => {
    const outside = makeFolder({ 'secret.js': 'export default 1' })
    const { problems, bundled } = await load(
      {
        'a.topology.js': `/*---\nname: A\n---*/\nconst x = 1\nimport y from '${specifier}'\nreturn y`,
        'a.txt': '',
      },
      ({ at }) => {
        symlinkSync(outside.at('secret.js'), at('link.js'))
        symlinkSync(outside.root, at('linked'))
      },
    )
    expect(bundled).toBe(false)
    expect(problems).toMatchObject([
      {
        rule: 'import',
        path: 'a.topology.js',
        line: 5,
        column: 1,
        endLine: 5,
        endColumn: 17 + specifier.length,
        message: expect.stringContaining(message),
        fix: expect.any(String),
      },
    ])
  })

  const computed = 'A script cannot use `import()` of a computed path.'
  it.each([
    [
      'in the file that contains it',
      "export const b = 1\nexport * from 'lodash'",
      'lib/b.ts:2:1',
      'a package',
    ],
    [
      'of a computed path',
      'const p = "./x.js"\nexport const b = await import(p)',
      'lib/b.ts:2:24',
      computed,
    ],
    [
      'of import.meta',
      'export const b = import.meta.url',
      'lib/b.ts:1:18',
      'A script cannot use `import.meta`.',
    ],
    [
      'of a name that is not exported',
      'export const c = 1',
      'a.topology.ts:1:10',
      'No matching export',
    ],
    ['by require', "export const b = require('fs')", 'lib/b.ts:1:18', 'a package'],
  ])('%s', async (_, text, place, message) => {
    const importing = "import { b } from './lib/b.ts'\nreturn b"
    const { problems } = await load({ 'a.topology.ts': importing, 'lib/b.ts': text })
    const [path, line, column] = place.split(':')
    expect(problems).toMatchObject([
      { rule: 'import', path, line: Number(line), column: Number(column) },
    ])
    expect(problems[0]?.message).toContain(message)
  })

  it('several times, each at its own place', async () => {
    const { problems } = await load({
      'a.topology.js': "import a from 'x'\nimport b from 'y'\nimport c from 'x'\n",
    })
    expect(problems.map(({ line }) => line).sort()).toEqual([1, 2, 3])
  })
})

describe('broken syntax', () => {
  const header = '/*---\nname: A\n---*/\n'
  it.each<[what: string, code: string, place: object, imported?: string]>([
    ['next to an import', `${header}import b from './b.js'\nconst = 1`, { line: 5, column: 7 }],
    [
      ...(['an export', `${header}export const a = 1`] as const),
      { line: 4, column: 1, endColumn: 19, message: 'A script can only export its flow.' },
    ],
    [
      ...([
        'in an imported file',
        "import './b.js'",
        { path: 'b.js', line: 1, column: 20 },
      ] as const),
      'const \u00e4 = 1; const = 1',
    ],
  ])('is reported: %s', async (_, code, place, imported = '') => {
    const { problems } = await load({ 'a.topology.ts': code, 'b.js': imported })
    expect(problems).toMatchObject([{ rule: 'syntax', path: 'a.topology.ts', ...place }])
  })

  it('is reported by the validator: a duplicate name', async () => {
    const code = `${header}let a: number = 1\nlet a = 2`
    const { content } = await load({ 'a.topology.ts': code })
    expect(await syntaxProblemsOf(content?.code ?? '')).toMatchObject([
      { rule: 'syntax', line: 2, column: 5, message: "Identifier 'a' has already been declared" },
    ])
  })
})
