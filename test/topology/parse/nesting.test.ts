/** Nesting that would overflow the stack of a parser is detected before parsing, with one limit for all threads. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isJavaScript } from '../../../src/platform/node/is-javascript.ts'
import { tooDeep } from '../../../src/topology/parse/nesting.ts'
import { parse } from '../../../src/topology/parse/parse.ts'
import { cases } from '../../cases.ts'
import { cpuOf } from '../../cpu.ts'

const DEEP = '('.repeat(20_000)

it.each([
  ['a backtick in a regular expression', `if (a) /\`/\n${DEEP}`],
  ['a quote in a regular expression behind a block', `{}/'/\n${DEEP}`],
  ['a quote in a class of a regular expression', `x = /[/'"]/; ${DEEP}`],
  ['a regular expression behind a type', `type A = B\n/\`/.test(c)\n${DEEP}`],
  ['a regular expression that may be a division', `x = yield /'\`/;${DEEP}`],
  ['a comment that ends at U+2028', `// \u2028${DEEP}`],
  ['a comment that ends at a carriage return', `// \r${DEEP}`],
  ['an HTML comment', `<!-- \`\n${DEEP}`],
  ['the end of an HTML comment', `/**/\n--> \`\n${DEEP}`],
  ['a hashbang', `#!\`\n${DEEP}`],
  ['a template in a template', `\`\${\`\${1}\`}\`;${DEEP}`],
  ['a string that goes on', `'\\\n';"\\\r\n";${DEEP}`],
  ['a property named like a keyword', `a.if(b) /1/ \`\`;${DEEP}`],
])('brackets after strings, comments and regular expressions are counted: %s', (_, text) => {
  expect(tooDeep(text)).toBeGreaterThan(200)
})

it.each(['<!--', '{}/a/', 'x!/a/1 '])(
  'ambiguous tokens do not make tooDeep slow: %j',
  async (unit) => {
    const text = `${unit.repeat(20_000)}${'('.repeat(100_000)}`
    expect((await cpuOf(() => tooDeep(text))).seconds).toBeLessThan(5)
  },
)

describe('nesting without brackets is detected', () => {
  it.each([
    'new\n',
    'typeof\n',
    'await\n',
    'if(a\n)\n',
    'if(a)b;else ',
    'if(a)b,c;else ',
    'if(a){}else ',
    'if(a)do{}while(b)\nelse ',
    'for(;;\n)\n',
    'a:\n',
    'class A extends ',
    'class extends @a\n',
    'a=>',
    'a?b:',
    'a?f<b,c>():',
    '- ',
    '+ ',
    'a=',
    'a**',
    '@',
    '@ ',
    '@\n',
    'a()=',
    'a\n.b\n.c=',
  ])('%j', (unit) => expect(tooDeep(unit.repeat(20_000))).toBeDefined())

  it.each([
    'keyof ',
    'keyof\n',
    'readonly ',
    'A<',
    'A<B,',
    '()=>',
    'A extends B?C:',
    'asserts x is ',
  ])('in a type: %j', (unit) => expect(tooDeep(`let x: ${unit.repeat(20_000)}`)).toBeDefined())
})

it.each([
  [
    'minified statements',
    'if(a){b()}for(;;){c()}else{d()}'.replace('else{d()}', '').repeat(10_000),
  ],
  ['comparisons', 'if (a < b) c()\nx = a < b ? c : d\n'.repeat(10_000)],
  ['templates', 'f(`a ${b({ c: `${d}` })} e`)\n'.repeat(10_000)],
  ['regular expressions', 'if (a) /[`\'"(]/.test(b)\nx = a / b / c\n'.repeat(10_000)],
  ['types', 'const x: Map<string, A<B>> = f<A, B>()\ntype C = A | B\n'.repeat(10_000)],
  ['a chain', `t${".addProcess({ id: 'a', label: `b` })\n".repeat(10_000)}`],
  ['else if', `if (a) {}\n${'else if (b) {\n c()\n}\n'.repeat(1_000)}`],
  ['classes', 'class A extends B {\n  x = 1\n  get y() { return 1 }\n}\n'.repeat(5_000)],
  ['a huge text', `x = '${'('.repeat(5_000_000)}'`],
  ['a huge template', `x = \`${'('.repeat(5_000_000)}\``],
  ['a huge regular expression', `x = /${'\\('.repeat(2_000_000)}/`],
  ['a huge comment', `/*${'('.repeat(5_000_000)}*/`],
  ['a huge name', 'a'.repeat(5_000_000)],
])('long but shallow code is accepted: %s', (_, text) => expect(tooDeep(text)).toBeUndefined())

/**
 * Parses each text with both parsers, with interpreted code, which needs the most stack: in the main thread, whose stack is
 * the smallest.
 */
function overflowing(texts: readonly string[]): string[] {
  const script = `import { parse } from '@babel/parser'
    import { parse as parsePlain } from 'meriyah'
    import { readFileSync } from 'node:fs'
    const read = (text) => {
      for (const plugins of [[], ['typescript']]) for (const errorRecovery of [true, false]) for (const [before, after] of [['', ''], ['async () => {\\n', '\\n}']])
        for (const act of [
          () => parse(before + text + after, { plugins: [['estree', { classFeatures: true }], 'decorators', ...plugins], errorRecovery, createParenthesizedExpressions: true, attachComment: false }),
          () => parsePlain(before + text + after, { ranges: { start: true, end: true }, preserveParens: true, lexical: true })])
          try { act() } catch (e) { if (e instanceof RangeError) return false }
      return true
    }
    process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).filter((text) => !read(text)).map((text) => text.slice(0, 200))))`
  const flags = ['--no-opt', '--no-sparkplug', '--input-type=module', '-e', script]
  const { stdout } = spawnSync(process.execPath, flags, { input: JSON.stringify(texts) })
  return JSON.parse(String(stdout))
}

const runs = Number(process.env.FUZZ_RUNS ?? cases(150, 0.4))

it(
  'no parser overflows the stack for a text that tooDeep accepts',
  () => {
    const token = fc.constantFrom(
      ...'( ) [ ] { } < > ` ${ \' " / // /* */ <!-- --> \\ \n \r \u2028 ; , . => = ? : ! - ++ @ # ...'.split(
        ' ',
      ),
      ...'if(a) else for(;;) new typeof a b class extends keyof as is yield async function() /`/ /[/]/ ()'.split(
        ' ',
      ),
      ' ',
      '\n',
    )
    const piece = fc.array(token, { minLength: 1, maxLength: 4 }).map((tokens) => tokens.join(' '))
    const text = fc
      .tuple(fc.array(piece, { maxLength: 3 }), piece, fc.integer({ min: 100, max: 8_000 }))
      .map(([before, unit, times]) => `${before.join('\n')}\n${unit.repeat(times)}`)
    const passed = fc
      .sample(text, { numRuns: runs, seed: 7 })
      .filter((one) => tooDeep(one) === undefined)
    expect(passed.length).toBeGreaterThan(runs / 50)
    expect(overflowing(passed)).toEqual([])
  },
  30_000 + runs * 200,
)

describe('a line with too many errors', () => {
  it.each([
    ['declarations', 'let a;'.repeat(30_000)],
    ['escapes in strings', '"\\u{110000}";'.repeat(20_000)],
    ['escapes in one string', `"${'\\u{110000}'.repeat(20_000)}"`],
    ['keys', '({__proto__:1,__proto__:1});'.repeat(10_000)],
  ])('is reported by its first error, in little time: %s', async (_, text) => {
    const { value, seconds } = await cpuOf(() => parse(text))
    expect('problems' in value && value.problems).toMatchObject([{ rule: 'syntax', line: 1 }])
    expect(seconds).toBeLessThan(5)
  })

  it.each([
    [
      'a picture',
      `const icon = "data:image/png;base64,${createHash('shake256', { outputLength: 100_000 }).update('').digest('base64')}"`,
    ],
    ['a script that was minified', 't.createProcess({id:"a",label:"b"});'.repeat(20_000)],
    [
      'one with a return',
      `${'t.createProcess({id:"a",label:"b"});'.repeat(20_000)}return await f()`,
    ],
    ['many lines', "t.createProcess({ id: 'a', label: 'b' })\n".repeat(20_000)],
  ])('%s is accepted', async (_, text) => expect(await parse(text)).toHaveProperty('script'))
})

describe('Bun', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('never compiles the text of a script, because its engine takes hours for nested default values', () => {
    expect(isJavaScript('const a = 1')).toBe(true)
    vi.stubGlobal('Bun', {})
    expect(isJavaScript('const a = 1')).toBeUndefined()
  })
})
