/** The status view fits any window and ignores control sequences in text, for any events and number of scripts. */
import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { Board } from '../../../src/commands/script/watch/board.ts'
import { watchView } from '../../../src/commands/script/watch/view.ts'
import { ExitCode, KnownError } from '../../../src/errors.ts'
import type { CheckedScript } from '../../../src/project/check/check.ts'
import type { Outcome } from '../../../src/sync/plan/outcome.ts'
import type { WatchEvent } from '../../../src/sync/watch/watch-send.ts'
import { anyCharacter } from '../../any-character.ts'
import { cases } from '../../cases.ts'

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.constantFrom('\u001B[2J', '\u202Egnp.exe', 'a\nb\r\tc', '漢字🙂👩‍👩‍👧 e\u0301', '::error::x'),
)
const path = fc.integer({ min: 0, max: 40 }).map((n) => `folder/script-${n}.topology.js`)
const outcome = fc.record({
  path,
  slug: hostile,
  reason: hostile,
  hint: fc.option(hostile),
  url: fc.option(hostile),
})
const event: fc.Arbitrary<WatchEvent> = fc.oneof(
  fc.record({ type: fc.constant('watching' as const), paths: fc.array(path) }),
  fc.record({ type: fc.constantFrom('checking' as const, 'gone' as const), path }),
  fc.constant({ type: 'online' as const }),
  fc
    .record({ type: fc.constant('offline' as const), paths: fc.array(path), message: hostile })
    .map(({ message, ...rest }) => ({
      ...rest,
      error: new KnownError(message, { code: 'TOPO_X', exitCode: ExitCode.temporary }),
      seconds: 2,
    })),
  fc
    .record({ type: fc.constant('invalid' as const), path, slug: hostile })
    .map(({ slug, ...rest }) => ({ ...rest, checked: { script: { slug } } as CheckedScript })),
  fc
    .record({
      type: fc.constantFrom(
        'sent' as const,
        'unchanged' as const,
        'conflict' as const,
        'remote-ahead' as const,
        'failed' as const,
      ),
      outcome,
    })
    .map(({ type, outcome: lineOutcome }) => ({
      type,
      milliseconds: 1,
      advice: { scripts: 1, warnings: 12, breaking: 2 },
      outcome: {
        action: 'updated',
        id: null,
        updatedAt: null,
        error: null,
        exitCode: ExitCode.ok,
        ...lineOutcome,
      } as Outcome,
    })),
)

test('the status view fits the window after any events', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 80 }),
      fc.array(fc.record({ place: hostile, message: hostile, fix: hostile }), { maxLength: 6 }),
      fc.option(hostile, { nil: undefined }),
      fc.record({
        width: fc.integer({ min: 1, max: 140 }),
        height: fc.integer({ min: 1, max: 50 }),
      }),
      (events, errors, note, size) => {
        const board = new Board(
          () => 0,
          () => errors,
        )
        for (const one of events) board.update(one)
        board.note = note
        const lines = watchView(board, size, 4_000_000, (_style, text) => text)
        expect(lines.length).toBeLessThanOrEqual(size.height)
        for (const line of lines) {
          expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
          expect(stringWidth(line)).toBeLessThanOrEqual(Math.max(1, size.width - 1))
        }
      },
    ),
    { numRuns: cases(500) },
  )
})

test('a small window shows failed and recent scripts first, and counts the others', () => {
  let now = 0
  const board = new Board(
    () => now,
    () => [{ place: 'b.topology.js:1:1', message: 'It is wrong', fix: 'Mend it' }],
  )
  board.update({
    type: 'watching',
    paths: ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.topology.js`),
  })
  const base = {
    action: 'updated',
    reason: '',
    id: null,
    url: null,
    updatedAt: null,
    error: null,
    hint: null,
  }
  const sent = (name: string) => ({
    type: 'sent' as const,
    milliseconds: 1,
    advice: { scripts: 0, warnings: 0, breaking: 0 },
    outcome: { ...base, path: `${name}.topology.js`, slug: name, exitCode: ExitCode.ok } as Outcome,
  })
  for (const name of ['a', 'c', 'd', 'e']) {
    now += 60_000
    board.update(sent(name))
  }
  board.update({
    type: 'invalid',
    path: 'b.topology.js',
    checked: { script: { slug: 'b' } } as CheckedScript,
  })
  expect(watchView(board, { width: 60, height: 5 }, now, (_style, text) => text)).toEqual([
    '',
    'watching 5 scripts, until Ctrl-C',
    '  b  1 error  not sent until fixed',
    '  e  uploaded 0 s ago',
    '  and 3 more: 3 uploaded',
  ])
  expect(watchView(board, { width: 60, height: 9 }, now, (_style, text) => text).slice(2)).toEqual([
    '  b  1 error  not sent until fixed',
    '  d  uploaded 1 min ago',
    '  e  uploaded 0 s ago',
    '  and 2 more: 2 uploaded',
    '',
    'b.topology.js:1:1  It is wrong',
    '    Mend it',
  ])
})
