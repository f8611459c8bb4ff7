/** What the cursor is in, marked by `|`; the text is not finished. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cursorContext } from '../../../src/lsp/session/cursor-context.ts'

const contextOf = (marked: string) => {
  const cursor = marked.indexOf('|')
  const text = marked.replace('|', '')
  const found = cursorContext(text, cursor)
  return found && { ...found, from: text.slice(found.from, cursor) }
}

const string = (method: string, argument: number, option?: string, from = '') => ({
  kind: 'string',
  method,
  argument,
  option,
  from,
})

test.each([
  ["t.connect('|", string('connect', 0)],
  ["t.connect('we|b', 'db')", string('connect', 0, undefined, 'we')],
  ["t.connect('web', '|')", string('connect', 1)],
  ["t.connect('a', f('x', [1, 2]), '|')", string('connect', 2)],
  ['t.connect("a", "|', string('connect', 1)],
  ["// t.connect('x\nt.connect('|", string('connect', 0)],
  ["const it = /'/\nt.connect('|", string('connect', 0)],
  ["const half = 1 / 2\nt.connect('|", string('connect', 0)],
  ["t.connect('a', 'b', { type: '|' })", string('connect', 2, 'type')],
  ["t.connect('a', 'b', { label: 'x', type: '|' })", string('connect', 2, 'type')],
  ["t.createProcess({ id: 'a', icon: 'da|", string('createProcess', 0, 'icon', 'da')],
  ["t.createProcess({ 'icon': '|", string('createProcess', 0, 'icon')],
  ["flow\n  .from('a')\n  .to('|", string('to', 0)],
  ["flow.parallel([['a', 'b'], ['|", string('parallel', 0)],
  ["rows.forEach((row) => { t.connect('|", string('connect', 0)],
  ["if (x) { t.connect('|", string('connect', 0)],
])('%s', (marked, expected) => {
  expect(contextOf(marked)).toEqual(expected)
})

test.each([
  ['t.createProcess({ |', ['createProcess', []], ''],
  ['t.createProcess({ id: 1, la| })', ['createProcess', ['id']], 'la'],
  ["t.createGroup('g', { label: 'G', | })", ['createGroup', ['label']], ''],
])('the option at %s', (marked, [method, given], from) => {
  expect(contextOf(marked)).toMatchObject({ kind: 'option', method, given, from })
})

test.each([
  ['|', ''],
  ['const a = 1\npro|', 'pro'],
  ['for (const a of b) {\n  |', ''],
])('a statement starts at %j', (marked, from) => {
  expect(contextOf(marked)).toEqual({ kind: 'statement', from })
})

test.each([
  ["// t.connect('|"],
  ["/* t.connect('| */"],
  ["const a = '|"],
  ['const a = b|'],
  ['t\n  .con|'],
  ["t.createProcess({ '|"],
])('nothing is completed at %s', (marked) => {
  expect(contextOf(marked)).toBeUndefined()
})

test.each([
  ["t.connect('a', |", 'connect', 1],
  ['call(\n  |', 'call', 0],
  ["t.createProcess({ id: 'a', replicas: 2|", 'createProcess', 0],
])('an argument at %s', (marked, method, argument) => {
  expect(contextOf(marked)).toMatchObject({ kind: 'argument', method, argument })
})

test('any text has a context or none, at any place', () => {
  const part = fc.constantFrom(
    ...'(){}[]\'"`/*,:.\\\n'.split(''),
    '//',
    'connect',
    'a',
    ' ',
    '=',
    '😀',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.nat(80), (parts, at) => {
      const text = parts.join('')
      const cursor = Math.min(at, text.length)
      const found = cursorContext(text, cursor)
      if (found) expect(found.from).toBeLessThanOrEqual(cursor)
      if (found) expect(found.from).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 2_000 },
  )
})
