import { expect, test } from 'vitest'
import type { Channel } from '../../../src/cli/io/channel.ts'
import { formatTime } from '../../../src/cli/io/format-time.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const clock = { now: () => now }
const terminal = { isTerminal: true, clock } as Channel
const DAY = 86_400

test.each([
  [0, 'just now'],
  [-90, '1 minute ago'],
  [2 * 3600, 'in 2 hours'],
  [-DAY, 'yesterday'],
  [30 * DAY, 'in 30 days'],
  [-59 * DAY, '59 days ago'],
  [61 * DAY, 'in 2 months'],
  [-400 * DAY, '13 months ago'],
  [-800 * DAY, '2 years ago'],
])('%i seconds from now is "%s"', (seconds, words) => {
  expect(formatTime(terminal, new Date(now + seconds * 1000).toISOString())).toBe(words)
})

test('a pipe gets the time unchanged, and invalid times stay unchanged', () => {
  expect(formatTime({ isTerminal: false, clock } as Channel, '2026-03-01T12:00:00Z')).toBe(
    '2026-03-01T12:00:00Z',
  )
  expect(formatTime(terminal, 'soon')).toBe('soon')
  expect(formatTime(terminal, null)).toBe('')
})
