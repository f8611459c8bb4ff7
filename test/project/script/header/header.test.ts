import { describe, expect, it } from 'vitest'
import { parseHeader } from '../../../../src/project/script/header/header.ts'

const header = (...lines: string[]) => `/*---\n${lines.join('\n')}\n---*/\n`

/** Number of lines of the header. */
function linesOf(text: string): number {
  const { start, end } = parseHeader(text).lines
  return text.slice(start, end).split('\n').length - 1
}

/** Problems as `line:column-endLine:endColumn message | fix`. */
const problems = (text: string) =>
  parseHeader(text).problems.map(
    (p) => `${p.line}:${p.column}-${p.endLine}:${p.endColumn} ${p.message} | ${p.fix}`,
  )

describe('a header', () => {
  it('is removed from the code, and its fields are parsed', () => {
    const text = `${header('name: Checkout', 'description: Card payments, from cart to ledger', 'tags: [payments, kafka]', 'public: true', 'slug: check-out', 'readme: docs/a.md', 'type: topology', 'engineVersion: 1.0', 'direction: left')}const a = 1\n`
    expect(parseHeader(text)).toMatchObject({
      fields: {
        name: 'Checkout',
        description: 'Card payments, from cart to ledger',
        tags: ['payments', 'kafka'],
        public: true,
        slug: 'check-out',
        readme: 'docs/a.md',
        type: 'topology',
        engineVersion: '1.0',
        direction: 'left',
      },
      code: 'const a = 1\n',
      lines: { start: 0, end: text.indexOf('const') },
      problems: [],
    })
    expect(linesOf(text)).toBe(11)
  })

  it.each([
    ['none', 'const a = 1', { fields: {}, code: 'const a = 1', headerLines: 0 }],
    ['an empty one', '/*---\n---*/\nx', { fields: {}, code: 'x', headerLines: 2 }],
    [
      'Windows line ends',
      '/*---\r\nname: A\r\n---*/\r\n\r\nx',
      { fields: { name: 'A' }, code: '\r\nx', headerLines: 3 },
    ],
    ['one line', '/*--- name: A ---*/\nx', { fields: { name: 'A' }, code: 'x', headerLines: 1 }],
    [
      'code in the same line',
      '/*---\nname: A\n---*/ x',
      { fields: { name: 'A' }, code: ' x', headerLines: 2 },
    ],
    [
      'blank lines before',
      '\n\n/*---\nname: A\n---*/\nx',
      { fields: { name: 'A' }, code: 'x', headerLines: 5 },
    ],
    [
      'a frame of dashes',
      '/*------\n------*/\nx',
      { fields: {}, code: '/*------\n------*/\nx', headerLines: 0 },
    ],
    [
      'a decorated comment',
      '/*--- Part one ---*/\nx',
      { fields: {}, code: '/*--- Part one ---*/\nx', headerLines: 0 },
    ],
    [
      'a folded text',
      '/*---\ndescription: >-\n  a\n  b\n---*/\nx',
      { fields: { description: 'a b' }, code: 'x', headerLines: 5 },
    ],
    [
      'text that looks like values',
      header('name: 1e3', 'description: no'),
      { fields: { name: '1e3', description: 'no' }, code: '', headerLines: 4 },
    ],
  ])('is parsed with %s', (_, text, { fields, code, headerLines }) => {
    expect(parseHeader(text)).toMatchObject({ fields, code, problems: [] })
    expect(linesOf(text)).toBe(headerLines)
  })

  it.each([
    [
      'an unknown key',
      header('nmae: A'),
      '2:1-2:5 `nmae` is not a key of the header. | Did you mean `name`?',
    ],
    [
      'a key of other tools',
      header('Title: A'),
      '2:1-2:6 `Title` is not a key of the header. | Did you mean `name`?',
    ],
    [
      'a key without a similar key',
      header('zzz: A'),
      /^2:1-2:4 `zzz` is not a key .*The keys are name, description, tags/,
    ],
    [
      'a wrong type',
      header('name: A', 'public: yes'),
      '3:9-3:12 `public` must be true or false. | Write `public: true` or `public: false`.',
    ],
    ['quoted true', header('public: "true"'), /^2:9-2:15 `public` must be true or false/],
    [
      'text for a list',
      header('tags: a, b'),
      '2:7-2:11 `tags` must be a list of texts. | Write `tags: [a, b]`.',
    ],
    ['a list of lists', header('tags: [[a]]'), /^2:7-2:12 `tags` must be a list of texts/],
    ['a list for text', header('name: [a]'), /^2:7-2:10 `name` must be text/],
    ['an empty name', header('name:'), /^2:1-2:5 `name` is empty/],
    [
      'a bad slug',
      header('slug: My Shop!'),
      '2:7-2:15 `slug` may only contain lower-case letters, digits and hyphens. | Write `slug: my-shop`.',
    ],
    [
      'an unknown direction',
      header('name: A', 'direction: sideways'),
      '3:12-3:20 `direction` must be down, right, up or left. | Write `direction: right`.',
    ],
    [
      'a direction of Mermaid',
      header('direction: BT'),
      '2:12-2:14 `direction` must be down, right, up or left. | Write `direction: up`.',
    ],
    ['a direction in capitals', header('direction: Left'), /^2:12-2:16 .* Write `direction: left`/],
    [
      'a direction that is a list',
      header('direction: [up]'),
      /^2:12-2:16 `direction` must be text/,
    ],
    ['no direction', header('direction:'), /^2:1-2:10 `direction` must be down/],
    ['a property of all objects', header('direction: __proto__'), /^2:12-2:21 `direction` must be/],
    ['bad YAML', header('name: a: b'), /^2:7-2:8 The header is not YAML/],
    [
      'an open quote',
      header('name: "a'),
      /^3:1-3:2 The header is not YAML: Missing closing "quote/,
    ],
    ['a tab', header('\tname: a'), /^2:1-2:2 .* tab/],
    [
      'a duplicate key',
      header('name: a', 'name: b'),
      '3:1-3:5 The header has `name` twice. | Remove one of them.',
    ],
    ['a second document', header('name: a', '---', 'name: b'), /^3:1-5:1 .*second document/],
    ['no keys', header('just text'), /^2:1-2:10 The header does not consist of `key: value` lines/],
    ['an alias', header('name: *a'), /^2:7-2:9 The header uses an alias/],
    ['an anchor', header('name: &a A'), /^2:10-2:11 The header uses an anchor/],
    ['a tag', header('name: !!js/function x'), /^2:21-2:22 The header uses a tag/],
    ['a merge', header('<<: {name: a}'), /^2:1-2:3 `<<` is not a key/],
    ['no end at all', '/*---\nname: A\n', /^1:1-1:6 The header does not end with `---\*\/`/],
    ['an end without dashes', '/*---\nname: A\n*/\nx', /^3:1-3:3 The header does not end with/],
    [
      'an end inside a value',
      '/*---\nname: A */ b\n---*/\nx',
      /^2:9-2:11 The header does not end with/,
    ],
    [
      'Windows line ends',
      '/*---\r\nname: A\r\npublic: 1\r\n---*/\r\n',
      /^3:9-3:10 `public` must be/,
    ],
    [
      'endless nesting',
      header(`name: ${'['.repeat(100_000)}`),
      /^1:6-3:1 The header has too many parts/,
    ],
  ])('with %s is reported at its place', (_, text, expected) => {
    const [first] = problems(text)
    if (typeof expected === 'string') expect(first).toBe(expected)
    else expect(first).toMatch(expected)
  })

  it('is refused with aliases instead of expanding them', () => {
    const lines = ['tags: &a [x, x, x, x, x, x, x, x, x]']
    for (let i = 0; i < 30; i++) lines.push(`k${i}: &a${i} [*a, *a, *a, *a, *a, *a]`)
    expect(problems(header(...lines)).length).toBeGreaterThan(0)
  })

  it('keeps the whole text as code if it is not terminated', () => {
    expect(parseHeader('/*---\nname: A\n').code).toBe('/*---\nname: A\n')
  })
})
