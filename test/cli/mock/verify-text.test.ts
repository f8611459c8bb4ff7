/** Differences in words, grouped so that one difference of many answers is one line. */
import { expect, test } from 'vitest'
import { Channel } from '../../../src/cli/io/channel.ts'
import { type DifferentItem, verifiedText } from '../../../src/cli/mock/verify-text.ts'
import type { AnswerDifference } from '../../../src/mock/verify/compare.ts'

const missing = (path: string): AnswerDifference => ({
  kind: 'missing',
  path,
  recorded: null,
  embedded: 'number',
})

function textOf(items: [call: string, ...differences: AnswerDifference[]][], isOneFile = true): string[] {
  const out = new Channel(process.stdout, false)
  const all = items.map(([call, ...differences], at): DifferentItem => {
    const [method = '', path = ''] = call.split(' ')
    return {
      file: 'a.har',
      entry: at + 1,
      method,
      path,
      endpoint: path.includes('?') ? null : call,
      differences,
    }
  })
  const data = { items: all, totalCount: all.length, services: [], compared: 12 }
  const skipped = {
    ...{ otherAddresses: 2, otherMethods: 0, unanswered: 1, temporary: 0 },
    ...{ redirected: 0, bodyMissing: 0, unreadable: 0, unknown: 3 },
  }
  return verifiedText(out, { ...data, skipped }, isOneFile).split('\n')
}

test('each kind in its words', () => {
  const [, ...lines] = textOf([
    [
      'GET /v1/a',
      { kind: 'status', path: '', recorded: '204', embedded: '200' },
      missing('totalCount'),
      missing('items[].a'),
      missing('items[].b'),
      { kind: 'extra', path: 'item.next', recorded: 'null', embedded: null },
      { kind: 'type', path: '(body)', recorded: 'array', embedded: 'object' },
      { kind: 'value', path: 'item.tags', recorded: '["a"]', embedded: '["A"]' },
    ],
  ])
  expect(lines).toEqual([
    '  status 204, mock: 200  (#1)',
    '  body lacks totalCount  (#1)',
    '  items[] lacks a, b  (#1)',
    '  item has also next (null)  (#1)',
    '  body: array, mock: object  (#1)',
    '  item.tags: ["a"], mock: ["A"]  (#1)',
    '',
    '1 of 12 requests differs from the mock.',
    'Not compared: 2 to other addresses, 1 without an answer, 3 about what the recording does not show.',
  ])
})

test('endpoints with the same differences share a section, and other answers have their own lines', () => {
  const lines = textOf(
    [
      ['GET /v1/a', missing('x'), missing('y')],
      ['GET /v1/b', missing('x')],
      ['GET /v1/c', missing('x')],
      ['GET /v1/a', missing('x')],
      ['GET /v1/d?e', missing('x')],
      ...Array.from({ length: 4 }, (): [string, AnswerDifference] => ['GET /v1/c', missing('x')]),
    ],
    false,
  )
  expect(lines.slice(0, 8)).toEqual([
    'GET /v1/a',
    '  body lacks x  (a.har#1, a.har#4)',
    '  body lacks y  (a.har#1)',
    '',
    'GET /v1/b',
    'GET /v1/c',
    'GET /v1/d?e',
    '  body lacks x  (a.har#2, a.har#3, a.har#6, a.har#7, a.har#8, and 2 more)',
  ])
})
