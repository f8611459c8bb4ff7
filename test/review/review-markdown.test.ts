/** The Markdown of a review stays below a limit, and names every diagram that does not fit. */
import { expect, test } from 'vitest'
import { type DiagramReview, emptyReview } from '../../src/review/diagram-review.ts'
import { fitMarkdown } from '../../src/review/fit-markdown.ts'
import { reviewHeadline, reviewMarkdown } from '../../src/review/review-markdown.ts'

const change = (path: string, size: number): DiagramReview => ({
  ...emptyReview(path, 'added'),
  counts: { added: 12, removed: 0, changed: 0 },
  pictures: { after: path.replace('.js', '.svg') },
  mermaid: `flowchart TB\n${'  n0["x"]\n'.repeat(size / 10)}`,
})
const many = (count: number, size: number) =>
  Array.from({ length: count }, (_, n) =>
    change(`services/team-${n % 7}/diagram-${n}.topology.js`, size),
  )
const page = 'https://github.com/octo/diagrams/actions/runs/42#artifacts'
const fitted = (reviews: readonly DiagramReview[], longest: number) =>
  fitMarkdown(
    reviewMarkdown(reviews, () => page),
    { longest },
  )
const missing = (text: string, reviews: readonly DiagramReview[]) =>
  reviews.filter(({ path }) => !text.includes(`\`${path}\``)).length

test.each([
  ['2 diagrams changed, 1 renamed, 1 new, 1 removed, 3 unchanged', 'ccrad', 3],
  ['11 new diagrams', 'aaaaaaaaaaa', 0],
  ['1 new diagram, 1 removed, 298 unchanged', 'ad', 298],
  ['1 diagram renamed, 2 new', 'raa', 0],
  ['2 diagrams removed', 'dd', 0],
  ['No diagram changed, 4 unchanged', '', 4],
])('the headline says what happened: %s', (headline, kinds, unchanged) => {
  const changes = { a: 'added', c: 'changed', d: 'removed', r: 'renamed' } as const
  const reviews = [...kinds].map((kind) =>
    emptyReview('a.js', changes[kind as keyof typeof changes]),
  )
  expect(reviewHeadline(reviews, unchanged)).toBe(headline)
})

test.each([
  [235, 3_000, 65_000],
  [600, 3_000, 65_000],
  [600, 600, 195_000],
])('%i diagrams of %i bytes fit in %i, and each has a line or is named', (count, size, longest) => {
  const reviews = many(count, size)
  const text = fitted(reviews, longest)
  expect(Buffer.byteLength(text)).toBeLessThan(longest)
  // The room is used: it is not the table alone.
  expect(Buffer.byteLength(text)).toBeGreaterThan(longest * 0.9)
  expect(text).toContain('```mermaid')
  expect(missing(text, reviews)).toBe(0)
})

test('if not even the names fit, the rest is counted after the first names', () => {
  const reviews = many(3_000, 10)
  const text = fitted(reviews, 65_000)
  const [, count, name] = /^… and (\d+) more: `([^`]+)`, .*, …$/m.exec(text) ?? []
  const rows = text.match(/^\| `services/gm)?.length ?? 0
  expect([Number(count), name]).toEqual([3_000 - rows, reviews[rows]?.path])
  expect(Buffer.byteLength(text)).toBeLessThan(65_000)
})

test('a diagram that is too long keeps its words; the others keep their drawings', () => {
  const long = {
    ...change('long.topology.js', 90_000),
    words: [{ change: 'added' as const, text: 'added process a' }],
  }
  const text = fitted([long, ...many(3, 1_000)], 65_000)
  expect(text).toContain('### `long.topology.js`\n\nNew.\n\n- ➕ `added process a`\n')
  expect(text.match(/```mermaid/g)).toHaveLength(3)
})

test('hostile paths of folded diagrams, ids and secrets stay text', () => {
  const hostile = '</summary>`\u202e@octo <img src=x>\n# Title [x](https://evil.example) secret'
  const one = {
    ...change(hostile, 10),
    elsewhere: [{ id: hostile, now: hostile, count: 2, paths: [hostile] }],
  }
  const text = fitMarkdown(
    reviewMarkdown([...many(5, 10), one], () => undefined),
    { longest: 65_000, clean: (markdown) => markdown.replaceAll('secret', '[REDACTED]') },
  )
  const outside = text.replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
  expect(outside).not.toMatch(/@octo|<img|\]\(https|^# Title|secret|\u202e/m)
  expect(text).toContain('&#60;img src&#61;x&#62;')
  expect(text.match(/<\/summary>/g)?.length).toBe(
    (text.match(/<summary>/g)?.length ?? 0) + text.split('`</summary>').length - 1,
  )
})
