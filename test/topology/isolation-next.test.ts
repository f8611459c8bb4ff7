/** Isolation: after a hostile script, the next script gets the same result as in a new process. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseHeader } from '../../src/project/script/header/header.ts'
import { type ValidationReport, validate } from '../../src/validator/index.ts'
import { oneOf, testAll } from '../cases.ts'
import { cpuOf } from '../cpu.ts'

const T = 'const t = new TopologyBuilder(true);'
const END = '; await t.apply()'

/** Uses everything that an earlier script may have polluted, and has findings of several rules. */
const WITNESS = `
const t = new TopologyBuilder(false)
const seen = [typeof polluted, [].polluted, ({}).polluted, typeof Promise, String(Symbol.iterator), Math.random(), Date.now()]
const g = t.createGroup('g', { label: seen.join(), style: { a: 1 } })
for (const id of ['a', 'a', 'b'].map((x) => x)) g.addProcess({ id, labl: 'x' })
t.connect('a', 'ghost'); t.connect('constructor', '__proto__'); t.creatGroup('x')
await new Promise((done) => setTimeout(done, 10))
t.apply()
const f = new FlowBuilder(); f.from('a').to('zzz').parallel([['a', 'b']])
return f`

const json = ({ findings, topology }: ValidationReport) => JSON.stringify({ findings, topology })

let fresh = ''
const library = join(process.cwd(), `node_modules/.cache-isolation-${process.pid}.mjs`)
beforeAll(async () => {
  await build({
    entryPoints: ['src/validator/index.ts'],
    outfile: library,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
  const program = `const { validate } = await import(process.argv[1])
    const { findings, topology } = await validate(process.argv[2])
    process.stdout.write(JSON.stringify({ findings, topology }))`
  fresh = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program, pathToFileURL(library).href, WITNESS],
    { encoding: 'utf8' },
  ).stdout
})
afterAll(() => rmSync(library, { force: true }))

async function expectNextAsFresh() {
  const next = json(await validate(WITNESS))
  expect(fresh).toContain('known-connection-ends')
  expect(next).toBe(fresh)
}

/** Texts by the rule of their only error. */
const REFUSED: Record<string, Record<string, string>> = {
  runtime: {
    'the constructor behind an error':
      "try { null.x } catch (e) { throw e.constructor.constructor('return process.env')() }",
    'the callee of arguments':
      "(function () { return arguments.callee.caller.constructor('return process')() })()",
    'modules of the interpreter': "const std = await import('std')",
    'the prototype of the builders':
      "Object.getPrototypeOf(TopologyBuilder.prototype).constructor.constructor('return process.exit()')()",
    'a getter that throws': `${T} t.createProcess({ id: 'a', get label() { throw new Error('no') } })`,
    'a revoked proxy': `${T} const r = Proxy.revocable({}, {}); r.revoke(); t.createProcess(r.proxy)`,
    'a proxy of a builder that lies': `${T} new Proxy(t, { get: () => () => { throw 1 }, has: () => true }).connect()`,
    'toPrimitive that gives an object': `${T} t.createProcess({ id: { [Symbol.toPrimitive]: () => ({}) } })`,
    'a thenable that throws': 'await { get then() { throw new Error("then") } }',
    'the builders themselves': 'TopologyBuilder = FlowBuilder = null; new TopologyBuilder()',
    'the names of the instrumentation, evaluated': `${T} eval("try { $" + "at0p = 99999 } catch {}; try { $" + "at0n = null } catch {}"); t.createProcess({ id: 'a', label: 'x' }); (() => {})(); await t.apply()`,
    'a timer that throws a megabyte':
      "setTimeout(() => { throw 'x'.repeat(1e6) }); await new Promise(() => {})",
    'recursion through a comparator': 'function s() { return [3, 2, 1].sort(s) } s()',
    'toJSON in a circle': 'const o = { toJSON: () => ({ o }) }; JSON.stringify(o)',
    'a circle in JSON': 'const o = {}; o.o = o; JSON.stringify(o)',
    'padding without end': "'x'.padEnd(2 ** 30)",
  },
  timeout: {
    'a proxy whose traps loop': `${T} t.createProcess(new Proxy({}, { get() { for (;;); } }))`,
    'a proxy whose keys loop': `${T} t.createProcess(new Proxy({}, { ownKeys() { for (;;); } }))`,
    'a result that is a thenable for ever': 'const x = { then: (done) => done(x) }; return x',
    'a comparator that never ends': '[2, 1].sort(() => { for (;;); })',
    'regular expressions that backtrack': "/^(\\w+\\s?)*$/.test('a'.repeat(40) + '!')",
    'a symbol registry without end': "for (let i = 0; ; i++) Symbol.for('x'.repeat(1000) + i)",
    'an async generator without end':
      'async function* g() { for (;;) yield 1 } for await (const x of g());',
    'timers that make timers': 'const f = () => setTimeout(f); f(); await new Promise(() => {})',
    'a join without end': "new Array(2 ** 32 - 1).join('x')",
  },
  memory: {
    'more calls than are held': `${T} for (;;) try { t.createProcess({ id: 'a' }) } catch { break } ${END}`,
    'more text than is held': `${T} for (let i = 0; i < 300; i++) t.createProcess({ id: 'n' + i, label: 'x'.repeat(90000) }) ${END}`,
    'maps without end': 'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })',
    'objects without end': "const o = {}; for (let i = 0; ; i++) o['k' + i] = i",
    'array buffers that grow': 'const b = []; for (;;) b.push(new ArrayBuffer(1e7))',
    'closures without end': 'let f = () => 0; for (;;) { const g = f; f = () => g() }',
    'promises without end': 'const a = []; for (;;) a.push(new Promise(() => {}))',
    'timers without end': "for (let i = 0; ; i++) setTimeout(() => {}, i, 'x'.repeat(1000) + i)",
  },
  syntax: {
    'a closed wrapper': '})(); globalThis.polluted = 1; (async () => {',
    'a closed comment': '*/ globalThis.polluted = 1 /*',
    'a template that stays open': '`${`',
    'a hashbang': `#!/bin/sh\n${T}`,
  },
  'calls-apply': {
    'methods of the builders': `TopologyBuilder.prototype.apply = () => {}; ${T} t.createProcess({ id: 'a', label: 'x' })${END}`,
  },
  'known-connection-ends': {
    'a place that is no place': `${T} const list = [0]; Object.defineProperty(list, 0, { get() { \\u0024at0p = -5e300; return { id: 'a' } } }); list.forEach(t.createProcess, t); t.connect('a', 'ghost')${END}`,
  },
}

/** A script that runs `before`, and draws a node whose id is the value of an expression. */
const drawing = (before: string, id = "'a'") =>
  `${T} ${before}; t.createProcess({ id: ${id}, label: 'x' })${END}`

/** Texts that draw one node, with the id `a`. */
const DRAWING_A: Record<string, string> = {
  'frames of the stack': `Error.prepareStackTrace = (_, frames) => frames.map((f) => f.getThis?.()); Error.stackTraceLimit = Infinity; ${T} t.createProcess({ id: String(new Error('e').stack).length > 1e6 ? 'b' : 'a', label: 'x' })${END}`,
  'style with __proto__': `${T} t.createProcess({ id: 'a', label: 'x', style: JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 1}') })${END}`,
  'stolen numbers': drawing(
    `const [s] = Object.getOwnPropertySymbols(t); const fake = Object.create(TopologyBuilder.prototype); fake[s] = 1e9; fake.createProcess({ id: 'x' })`,
  ),
  'a thenable builder': drawing(`t.then = (done) => done(); await t`),
  'Array.prototype': `Array.prototype.polluted = 1; Array.prototype.push = null; Array.prototype[0] = 'x'; ${T} t.createProcess({ id: 'a', label: 'x' })${END}`,
  'frozen intrinsics': `for (const o of [Object, Array, Promise, Object.prototype, Array.prototype, Promise.prototype, Function.prototype]) Object.freeze(o); ${T} t.createProcess({ id: 'a', label: 'x' })${END}`,
  'Promise and defineProperty': `Object.defineProperty = () => { throw 1 }; globalThis.Promise = class { then() { throw 2 } }; Reflect.apply = null; ${T} t.createProcess({ id: 'a', label: 'x' })${END}`,
  'the species of promises': `Object.defineProperty(Promise, Symbol.species, { get() { throw 1 } }); Promise.prototype.constructor = null; ${T} t.createProcess({ id: 'a', label: 'x' }); await t.apply()`,
  'globals that are taken away': `const S = String, G = globalThis; for (const k of Reflect.ownKeys(G)) if (!S(k).endsWith("Builder")) delete G[k]; ${T} t.createProcess({ id: 'a', label: 'x' })${END}`,
  'a place that records while it is recorded': `${T} const list = [0]; Object.defineProperty(list, 0, { get() { \\u0024at0p = { toJSON() { new TopologyBuilder(true); return 1 } }; return { id: 'a', label: 'x' } } }); list.forEach(t.createProcess, t)${END}`,
  'more packets at once than a call has room for': `${T} t.createProcess({ id: 'a', label: 'x' })${END}; return new FlowBuilder().parallel(Array.from({ length: 150000 }, () => ['a', 'a']))`,
  'a comparator that grows its array': drawing(
    `const a = [3, 2, 1]; a.sort((x, y) => (a.length < 1e4 && a.push(1), x - y))`,
  ),
  'HTML comments': drawing(`<!-- t.createProcess({ id: 'no' })\n--> no\n`),
  'a source map': `${T} t.createProcess({ id: 'a', label: 'x' })${END}\n//# sourceMappingURL=file:///etc/passwd`,
  'a line comment at the end': `${T} t.createProcess({ id: 'a', label: 'x' })${END} //`,
}

/** Texts with the ids that they draw. */
const DRAWN: Record<string, [text: string, ids: string[]]> = {
  'the constructor of a function': [
    drawing(
      ``,
      `String((() => {}).constructor('return typeof process + typeof require + typeof globalThis.WebAssembly')())`,
    ),
    ['undefinedundefinedundefined'],
  ],
  'the constructor of a generator': [
    drawing(`const G = (function* () {}).constructor`, `[...G('yield typeof process')()][0]`),
    ['undefined'],
  ],
  'the constructor of an async function': [
    drawing(`const A = (async () => {}).constructor`, `await A('return typeof fetch')()`),
    ['undefined'],
  ],
  'a getter that draws': [
    `${T} t.createProcess({ id: 'a', get label() { t.createProcess({ id: 'b', label: 'B' }); return 'A' } })${END}`,
    ['b', 'a'],
  ],
  'a setter of lists that draws while a record is written': [
    `let isBusy = false; Object.defineProperty(Array.prototype, '0', { configurable: true, set() { if (isBusy) return; isBusy = true; for (let i = 0; i < 600; i++) t.connect('a', 'a') } }); ${T} t.createProcess({ id: 'a', label: 'A', style: { color: 'red' }, replicas: 'many' })${END}`,
    ['a'],
  ],
  'functions of the stack': [
    `const found = []; Error.prepareStackTrace = (_, frames) => { for (const f of frames) found.push(f.getFunction()); return '' }; ${T} t.createProcess({ id: 'a', get label() { new Error('e').stack; return 'A' } }); for (const f of found) try { f(42, 0, undefined, 'no json', {}) } catch {} ${END}`,
    ['a'],
  ],
  'a proxy as config': [
    `${T} t.createProcess(new Proxy({}, { get: (_, k) => k === 'id' ? 'p' : k === 'label' ? 'P' : undefined }))${END}`,
    ['p'],
  ],
  'a proxy whose keys are endless': [
    `${T} t.createProcess(new Proxy({ id: 'p', label: 'P' }, { ownKeys: () => Array.from({ length: 2e3 }, (_, i) => 'k' + i) }))${END}`,
    ['p'],
  ],
  'toString as an id': [drawing(`let n = 0`, `{ toString: () => 'id' + n++ }`), ['id0']],
  'Symbol.toPrimitive as an id': [
    drawing(``, `{ [Symbol.toPrimitive]: (hint) => hint }`),
    ['string'],
  ],
  'an id that is a function': [`${T} t.createGroup(function f() {}, { label: 'x' })${END}`, ['']],
  'ids named like internals': [
    `${T} for (const id of ['__proto__', 'constructor', 'prototype', 'then', 'valueOf']) t.createProcess({ id, label: id }).connect(id, id)${END}`,
    ['__proto__', 'constructor', 'prototype', 'then', 'valueOf'],
  ],
  '__proto__ in a config': [
    `${T} t.createProcess({ __proto__: { id: 'inherited', label: 'x' } })${END}`,
    ['inherited'],
  ],
  'lone surrogates and null bytes': [
    `${T} t.createProcess({ id: '\\ud800\\0', label: '\\udfff' })${END}`,
    ['\ud800\0'],
  ],
  'a forged record': [
    drawing(``, `'a\\n{"is":"element","kind":"process","builder":0,"id":"forged"}'`),
    ['a\n{"is":"element","kind":"process","builder":0,"id":"forged"}'],
  ],
  'a thenable that calls back twice': [
    drawing(``, `await { then(a, b) { a('x'); a('y'); b('z') } }`),
    ['x'],
  ],
  'Object.prototype': [
    `Object.prototype.polluted = 1; Object.prototype.id = 'p'; Object.prototype.label = 'P'; ${T} t.createProcess({})${END}`,
    ['p'],
  ],
  'the names of the instrumentation': [
    `var $at0p = 1, $at0t = 2, $at0n = 3; ${T} t.createProcess({ id: String([$at0p, $at0t, $at0n]), label: 'x' })${END}`,
    ['1,2,3'],
  ],
  'the clock and the dice': [
    `Date.now = Math.random = () => 'polluted'; ${T} t.createProcess({ id: String(Date.now()), label: 'x' })${END}`,
    ['polluted'],
  ],
  'a regular expression that looks like a comment': [
    drawing(``, `/[/*]/.source + /\\/\\//.source`),
    ['[/*]\\/\\/'],
  ],
  'the end of an HTML script': [
    `${T} t.createProcess({ id: '</script>', label: 'x' })${END} // </script>`,
    ['</script>'],
  ],
  'U+2028 in a string and in a comment': [
    `${T} t.createProcess({ id: 'a\u2028b', label: 'x' })${END} // \u2028`,
    ['a\u2028b'],
  ],
  'a directive with an escape': [
    `'use\\x20strict'; ${T} t.createProcess({ id: String((function () { return this === undefined })()), label: 'x' })${END}`,
    ['false'],
  ],
  'await as a name in a function': [
    drawing(`function f() { var await = 'w'; return await }`, `f()`),
    ['w'],
  ],
}

const attempts = [
  ...Object.entries(REFUSED).flatMap(([rule, texts]) =>
    Object.entries(texts).map(([name, text]) => [name, text, [rule]] as const),
  ),
  ...Object.entries(DRAWING_A).map(([name, text]) => [name, text, ['a']] as const),
  ...Object.entries(DRAWN).map(([name, [text, ids]]) => [name, text, ids] as const),
]

it.each(oneOf(6, attempts))(
  'a hostile script has its expected result, and does not affect the next script: %s',
  async (_, text, outcome) => {
    const limits = { timeout: { steps: 2_000_000 }, memory: { memory: 16 * 1024 * 1024 } }[
      outcome[0] ?? ''
    ]
    const { findings, topology } = await validate(text, { limits: limits ?? {} })
    const errors = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)
    expect(errors.length > 0 ? errors : topology?.nodes.map(({ id }) => id)).toEqual(outcome)
    await expectNextAsFresh()
  },
)

describe('limits', () => {
  it('steps: native loops stop too', async () => {
    for (const text of [
      'for (;;) {}',
      '[].indexOf.call({ length: 2 ** 53 - 1 }, 1)',
      "/(a*)*b/.test('a'.repeat(50))",
    ]) {
      // Without the limit, each would exceed the test timeout.
      const { findings } = await validate(text, { limits: { steps: 2_000_000 } })
      expect(findings.map(({ rule }) => rule)).toEqual(['timeout'])
    }
  })

  testAll('memory: the process does not grow with the allocations of a script', async () => {
    const before = process.memoryUsage().rss
    for (let i = 0; i < 5; i++) {
      const { findings } = await validate('const a = []; for (;;) a.push(new Uint8Array(1e6))')
      expect(findings.map(({ rule }) => rule)).toEqual(['memory'])
    }
    // Five times 64 MiB plus overhead would be more if nothing were freed; without a limit, gigabytes.
    expect(process.memoryUsage().rss - before).toBeLessThan(1_000 * 1024 * 1024)
  })
})

describe('a YAML header', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => `a${i}: *a${i - 1}`).join('\n')
  it.each([
    ['billion laughs', `a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]`],
    ['many aliases', lines(10_000)],
    ['a tag that makes a function', 'name: !!js/function "function () { return process }"'],
    ['a tag of Python', 'name: !!python/object/apply:os.system ["id"]'],
    ['a merge key', 'base: &b { name: A }\n<<: *b'],
    ['a merge key without alias', '<<: { name: A }'],
    ['__proto__', '__proto__: { polluted: 1 }'],
    ['constructor', 'constructor: { prototype: { polluted: 1 } }'],
    ['brackets', `tags: ${'['.repeat(100_000)}`],
    ['braces', `name: ${'{a: '.repeat(100_000)}`],
    ['indentation', Array.from({ length: 2_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['dashes', `tags:\n${'- '.repeat(100_000)}`],
    ['question marks', '? '.repeat(100_000)],
    ['documents', '---\n'.repeat(100_000)],
    ['comments of megabytes', `${`# ${'x'.repeat(98)}\n`.repeat(80_000)}name: A`],
    ['blank lines', `${'\n'.repeat(1_000_000)}name: A`],
    ['directives', '%YAML 9.9\n'.repeat(10_000)],
  ])('of %s is rejected quickly', async (_, yaml) => {
    const { value, seconds } = await cpuOf(() => parseHeader(`/*---\n${yaml}\n---*/\n1`))
    const { problems, fields } = value
    expect(seconds).toBeLessThan(5)
    expect(problems.length).toBeGreaterThan(0)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
  })

  it.each([
    ['a name of megabytes', `name: ${'x'.repeat(8_000_000)}`],
    ['a quoted description of megabytes', `description: "${'\\u0041'.repeat(500_000)}"`],
  ])('of %s is read quickly', async (_, yaml) => {
    const { value, seconds } = await cpuOf(() => parseHeader(`/*---\n${yaml}\n---*/\n1`))
    expect(seconds).toBeLessThan(8)
    expect(value.problems).toEqual([])
  })
})
