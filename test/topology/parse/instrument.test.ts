/** Instrumentation does not change the result of a script. */
import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instrument } from '../../../src/topology/parse/instrument.ts'
import { parse } from '../../../src/topology/parse/parse.ts'
import { cases } from '../../cases.ts'

async function instrumented(text: string) {
  const parsed = await parse(text)
  if ('problems' in parsed) throw new Error(parsed.problems[0]?.message)
  return instrument(parsed.script, text)
}

const nothing = { [Symbol.iterator]: () => ({ next: () => ({ done: true, value: undefined }) }) }

/** The return value of the script, or the name of its error. */
async function outcome(code: string) {
  try {
    return ['returned', await runInThisContext(code)(nothing)]
  } catch (error) {
    return ['threw', error instanceof Error ? error.name : error]
  }
}

/** A type, which only the native parser reads. */
const TYPED = '\ntype T = 1'

async function expectSame(text: string) {
  const { code, names, places } = await instrumented(text)
  const native = await instrumented(text + TYPED)
  expect([native.code.replace(TYPED, ''), native.places]).toEqual([code, places])
  const before = await outcome(`(() => (async () => {\n${text}\n})())`)
  const after = await outcome(
    `((${names.nothing}) => { var ${names.position} = -1, ${names.temporary}; return (${code})() })`,
  )
  expect(after).toEqual(before)
  return before
}

describe('an instrumented script computes the same result', () => {
  it.each([
    [
      'names of functions',
      'const f = (g) => g.name; return [f(function () {}), f(() => {}), f(class {}), f(function n() {})]',
    ],
    [
      'this',
      "const o = { m(x) { return this === o }, n() { return this === o } }; return [o.m(1), o.n(), o['m'](2), o?.n?.(), (o.n)()]",
    ],
    [
      'the number of arguments',
      'function f() { return arguments.length } return [f(), f(1), f(...[]), f(...[1, 2]), f(1, ...[2], 3), f(undefined,)]',
    ],
    [
      'the order of evaluation',
      'const s = []; const f = (x) => (s.push(x), f); f(f(1) && 2)(f(3) && 4, f(5) && 6); return s',
    ],
    [
      'loops',
      'let s = ""; a: for (let i = 0; i < 3; i++) for (const x of [1, 2]) { if (x > 1) continue a; s += i } do s += "d"\nwhile (s.length < 5); if (s) while (s.length < 7) s += "w"; else s = ""; for (const k in { a: 1 }) s += k; for await (const v of [1]) s += v; while (s.length < 0) ; return s',
    ],
    ['direct eval', "const x = 1; { const x = 2; return [eval('x'), (0, eval)('typeof x')] }"],
    [
      'super',
      'class A { constructor(...a) { this.a = a } m(x) { return x } } class B extends A { constructor() { super(1, 2) } m() { return super.m(3) } } class C extends A { constructor() { super() } } class D extends A { constructor(...a) { super(...a) } } return [new B().a, new B().m(), new C().a, new D(1).a, new D().a]',
    ],
    [
      'new',
      'class A { constructor() { this.n = arguments.length } } const n = { A }; return [new A, new A(), new n.A, new (class { x = 1 }), new (A), new new (class { constructor() { return A } }), new A(...[1, 2]), [new A, new A].length]',
    ],
    [
      'tagged templates without values',
      'const o = { m(s) { return [this === o, s[0]] }, get g() { return { m: o.m } } }; class A { m(s) { return s[0] } } class B extends A { m() { return super.m`s` } } function f(s) { return s[0] } return [o.m`a`, o["m"]`b`, o.g.m`c`, f`d`, (0, f)`e`, new B().m(), ((s) => s.raw[0])`\\u`, f`1`.length]',
    ],
    [
      'tagged templates',
      'const t = (s, ...v) => s.raw.join() + v; return t`a${' + 't({ raw: ["q"] })}b`',
    ],
    ['optional calls', 'const o = null; return [o?.f(1), o?.f?.(), o?.[o.x()](1), (() => 1)?.()]'],
    ['await', 'const f = async (x) => x; return [await f(await f(1)), await f()]'],
    [
      'yield',
      'const s = []; function* g() { s.push(yield); f(yield 1, yield); f(yield) } function f(...x) { s.push(x) } const i = g(); i.next(); i.next(1); i.next(2); i.next(3); i.next(4); return s',
    ],
    [
      'generators that are spread',
      'const s = []; function* g() { s.push(1); yield 1; s.push(2) } const f = (...x) => s.push(x); f(...g()); return s',
    ],
    ['throw', 'try { throw (() => 1)() } catch (e) { return e }'],
    [
      'arrows and objects as arguments',
      'const f = (x) => x; return [f(x => x)(1), f({ a: 1 }), f(async x => x)(1) instanceof Promise, f((1, 2)), f(a => ({}))()]',
    ],
    [
      'comments and commas',
      'const f = (...x) => x; return [f(/* a */), f(1 /* b */, ), f( // c\n ), f(1 // d\n)]',
    ],
    [
      'assignments',
      'let a; const f = (x) => x; return [f(a = 1), a, f(a ??= 2), f(a ? 1 : 2), f(...[a = 3]), a]',
    ],
    ['strict mode', "'use strict'; return (function () { return this })() === undefined"],
    ['sloppy mode', 'return (function () { return this })() === globalThis'],
    [
      'names that are taken',
      'const $atp = 1, $att = 2, $atn = 3; const f = (...x) => x; return [f($atp), f(), f(...[$att, $atn])]',
    ],
    [
      'default values and fields',
      'const f = (x) => x; class A { static s = f(1); #p = f(2); get p() { return this.#p } q(a = f(3)) { return a } [f("k")] = f() } const a = new A(); return [A.s, a.p, a.q(), "k" in a]',
    ],
  ])('%s', async (_, text) => {
    expect((await expectSame(text))[0]).toBe('returned')
  })

  it('for generated programs', async () => {
    const { expression } = fc.letrec<{ expression: string; list: string }>((tie) => ({
      list: fc
        .array(
          fc.oneof(
            tie('expression'),
            tie('expression').map((x) => `...[${x}, 1]`),
          ),
          { maxLength: 3 },
        )
        .chain((items) =>
          fc.constantFrom(items.join(', '), items.length ? `${items.join(' /* , */ ,')},` : ' '),
        ),
      expression: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom(
          '1',
          "'a'",
          'x',
          'null',
          '`t`',
          'function () {}',
          '(y) => y',
          'class {}',
          'new K',
        ),
        tie('list').map((list) => `f(${list})`),
        tie('list').map((list) => `o.m(${list})`),
        tie('list').map((list) => `new K(${list})`),
        tie('list').map((list) => `o?.["m"]?.(${list})`),
        tie('expression').map((value) => `(await f(${value}))`),
        tie('expression').map((value) => `(x = ${value})`),
        tie('expression').map((value) => `(${value}, ${value})`),
        tie('expression').map((value) => `await (async () => { throw ${value} })()`),
        tie('expression').map((value) => `f\`a\${${value}}\``),
      ),
    }))
    const program = fc.array(expression, { minLength: 1, maxLength: 4 }).map(
      (lines) => `let x = 0; const log = []
const show = (v) => typeof v === 'function' ? 'fn ' + v.name : Array.isArray(v) ? v.map(show) : typeof v === 'object' && v ? 'object' : v
function f(...a) { log.push(['f', arguments.length, this === undefined || this === globalThis, show(a)]); return a[0] }
const o = { m(...a) { log.push(['m', this === o, show(a)]); return a.at(-1) } }
class K { constructor(...a) { log.push(['new', new.target === K, show(a)]) } }
${lines.map((line) => `try { log.push(show(${line})) } catch (e) { log.push(['caught', show(e)]) }`).join('\n')}
return log`,
    )
    await fc.assert(
      fc.asyncProperty(program, async (text) => void (await expectSame(text))),
      { numRuns: cases(300) },
    )
  })
})

it('original() maps any offset back to the script', async () => {
  const text = 'f(a, g(b))\nnew X\nthrow h(...i)'
  const { code, original } = await instrumented(text)
  for (let at = 0; at < text.length; at++) {
    const word = /^\w+/.exec(text.slice(at))?.[0]
    if (word === undefined || /\w/.test(text[at - 1] ?? '')) continue
    const found = [...code.matchAll(new RegExp(`(?<![\\w$])${word}\\b`, 'g'))].map(({ index }) =>
      original(index),
    )
    expect(found).toContain(at)
  }
})

it('instrumentation adds no line', async () => {
  const text = 'f(\n1,\n)\nnew X\n'
  expect((await instrumented(text)).code.split('\n')).toHaveLength(text.split('\n').length + 2)
})
