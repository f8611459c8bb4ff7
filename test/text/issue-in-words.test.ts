/** Issues of zod are said in our words; the words of a schema itself stay. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { issueInWords, placedIssue } from '../../src/text/issue-in-words.ts'

const enumerated = z.enum(['a', 'b'])

test.each<[schema: z.ZodType, value: unknown, words: string]>([
  [z.string(), undefined, 'is missing'],
  [z.string(), 7, 'must be text'],
  [z.number(), 'x', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.boolean(), null, 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.looseObject({}), [], 'must be an object'],
  [z.record(z.string(), z.string()), 'x', 'must be an object'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(10), 'x', 'must have at least 10 characters'],
  [z.string().max(1), 'xy', 'must have at most 1 character'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 entries'],
  [z.array(z.string()).min(1), [], 'must not be empty'],
  [z.number().min(0), -1, 'must be at least 0'],
  [z.int().max(65_535), 70_000, 'must be at most 65,535'],
  [z.number().gt(3), 3, 'must be more than 3'],
  [z.number().lt(3), 3, 'must be less than 3'],
  [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  [enumerated, 'c', 'must be one of a, b'],
  [z.literal(true), false, 'must be true'],
  [z.iso.datetime(), 'soon', 'must be a date with a time, such as 2026-03-01T10:00:00Z'],
  [z.uuid(), 'x', 'must be a UUID'],
  [z.url(), 'x', 'must be a URL'],
  [z.string().regex(/^a$/), 'x', 'must be in another form'],
  [z.strictObject({}), { b: 1, c: 2 }, 'has the unknown field b, c'],
  [z.union([z.string(), z.number()]), null, 'has none of the accepted forms'],
  [z.string().regex(/^a$/, 'lower-case letters'), 'x', 'lower-case letters'],
  [z.string('is the name of a thing'), 7, 'is the name of a thing'],
  [z.string().refine(() => false, 'is not a time'), 'x', 'is not a time'],
])('issue %#', (schema, value, words) => {
  expect(issueInWords(schema.safeParse(value).error?.issues[0])).toBe(words)
})

test('an issue is placed by its path', () => {
  const schema = z.object({ tags: z.array(z.string()) })
  const issueOf = (value: unknown) =>
    placedIssue(schema.safeParse(value).error?.issues[0], 'the file')
  expect(issueOf({ tags: ['a', 1] })).toBe('tags.1: must be text')
  expect(issueOf([])).toBe('the file: must be an object')
})
