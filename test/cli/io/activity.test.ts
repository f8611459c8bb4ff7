/** When progress is shown where nothing can be drawn: a line every ten seconds, and none for what is done sooner. */
import { expect, test } from 'vitest'
import { Activity } from '../../../src/cli/io/activity.ts'
import type { Channel } from '../../../src/cli/io/channel.ts'
import { TestClock } from '../../clock.ts'

test('a line is shown after ten seconds, and after ten more', async () => {
  const clock = new TestClock()
  const lines: string[] = []
  const channel = {
    clock,
    isTerminal: false,
    window: undefined,
    onResize: () => () => {},
    line: (text: string) => lines.push(text),
  } as unknown as Channel
  const activity = new Activity(channel, { shown: true, watched: false })
  activity.begin('Pushing', 100)
  for (let done = 0; done < 20; done++) activity.advance()
  await clock.advance(9999)
  expect(lines).toEqual([])
  await clock.advance(1)
  expect(lines).toEqual(['Pushing  20 of 100, 2.0/s, 40 s left'])
  await clock.advance(9999)
  expect(lines).toHaveLength(1)
  await clock.advance(1)
  expect(lines).toHaveLength(2)
  activity.end()
  await clock.advance(60_000)
  expect(lines).toHaveLength(2)
})
