/** Parsing: legal scripts, their language, and positions of syntax errors. */
import { expect, it } from 'vitest'
import { parse } from '../../../src/topology/parse/parse.ts'

const problems = async (text: string) => {
  const parsed = await parse(text)
  return 'problems' in parsed
    ? parsed.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
    : []
}
const language = async (text: string) => {
  const parsed = await parse(text)
  return 'problems' in parsed ? parsed.problems : parsed.script.language
}

it.each([
  ['return', 'return 1'],
  ['await', 'await 1; for await (const x of []) {}'],
  ['nothing', ''],
  ['a comment at the end', '// end'],
  ['sloppy mode', 'with ({}) {} ; x = 010'],
  ['a directive', "'use strict'"],
])('%s is legal', async (_, text) => expect(await language(text)).toBe('js'))

it.each([
  ['an annotation', 'const x: number = 1'],
  ['an enum', 'enum A { x }'],
  ['an interface', 'interface A { x: 1 }'],
  ['an assertion', 'const x = 1 as unknown'],
])('%s makes it TypeScript', async (_, text) => expect(await language(text)).toBe('ts'))

it.each([
  ['let a = 1; let a = 2', "1:16 Identifier 'a' has already been declared"],
  ['const f = (a) => {\n  let a\n}', "1:12 Identifier 'a' has already been declared"],
  ['class A { #x; #x }', '1:15 Duplicate private name #x'],
  ['a: a: for (;;);', "1:4 Label 'a' is already declared"],
  ['\n\n  const = 1', '3:9 '],
  ['/* é😀 */ let a = ;', '1:19 Unexpected token'],
  ["import x from 'y'", '1:1 Cannot use import statement outside a module'],
  ['export const x = 1', '1:1 Cannot use export statement outside a module'],
  ['foo(', '1:5 Unexpected token'],
  ['}; f(); async () => {', '1:1 Unexpected token'],
])('syntax errors: %s', async (text, expected) =>
  expect((await problems(text))[0]).toContain(expected),
)

it.each([
  ['a long chain', `t${".addProcess({ id: 'a', label: 'b' })\n".repeat(5_000)}`],
  [
    'many lines without semicolons',
    'const x = () => 1 + 2 * 3 / 4\n'
      .repeat(1)
      .concat(
        Array.from({ length: 20_000 }, (_, i) => `const x${i} = () => 1 + 2 * 3 / 4\n`).join(''),
      ),
  ],
  ['many calls', "t.connect('a', 'b', { type: 'http' })\n".repeat(20_000)],
  ['a long list', `[${"{ id: 'a', label: `x` },\n".repeat(20_000)}]`],
  ['many conditions', 'if (a) {\n  b()\n} else {\n  c()\n}\n'.repeat(5_000)],
  [
    'brackets in texts',
    `x = "${'['.repeat(5_000)}" + '${'('.repeat(5_000)}' + \`${'{'.repeat(5_000)}\` // ${'['.repeat(5_000)}`,
  ],
])('long but shallow code has no syntax error: %s', async (_, text) =>
  expect(await problems(text)).toEqual([]),
)
