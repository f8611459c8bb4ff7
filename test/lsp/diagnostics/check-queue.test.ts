/** When scripts are checked while they are typed. */
import { expect, test } from 'vitest'
import { CheckQueue } from '../../../src/lsp/diagnostics/check-queue.ts'
import { TestClock } from '../../clock.ts'

/** A queue whose checks last until they are released; lists what was started. */
function slowQueue() {
  const started: { uri: string; signal: AbortSignal; finish: () => void }[] = []
  const clock = new TestClock()
  const queue = new CheckQueue(
    clock,
    (uri, signal) => new Promise((finish) => started.push({ uri, signal, finish: () => finish() })),
  )
  return { clock, queue, started }
}

test('changes that arrive together are checked once', async () => {
  const { clock, queue, started } = slowQueue()
  for (let n = 0; n < 5; n++) queue.schedule('a')
  queue.schedule('b')
  await clock.advance(7)
  expect(started).toEqual([])
  await clock.advance(1)
  expect(started.map(({ uri }) => uri)).toEqual(['a', 'b'])
})

test('a newer text replaces a running check at once, and others continue', async () => {
  const { clock, queue, started } = slowQueue()
  queue.schedule('a')
  queue.schedule('b')
  await clock.advance(8)
  queue.schedule('a')
  expect(started.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await clock.advance(8)
  expect(started.map(({ uri }) => uri)).toEqual(['a', 'b', 'a'])
  started[0]?.finish()
  await clock.advance(0)
  queue.schedule('a')
  expect(started[2]?.signal.aborted).toBe(true)
})

test('a closed script is not checked, and its check is abandoned', async () => {
  const { clock, queue, started } = slowQueue()
  queue.schedule('a')
  queue.forget('a')
  queue.schedule('b')
  await clock.advance(8)
  queue.forget('b')
  expect(started.map(({ uri, signal }) => [uri, signal.aborted])).toEqual([['b', true]])
})

test.each([
  ['that takes long waits for a quarter of that time', 400, 100],
  ['that takes very long waits for 200 ms', 60_000, 200],
])('a script %s', async (_what, took, pause) => {
  const { clock, queue, started } = slowQueue()
  queue.schedule('a')
  await clock.advance(8)
  await clock.advance(took)
  started[0]?.finish()
  await clock.advance(0)
  queue.schedule('a')
  await clock.advance(pause - 1)
  expect(started).toHaveLength(1)
  await clock.advance(1)
  expect(started).toHaveLength(2)
})
