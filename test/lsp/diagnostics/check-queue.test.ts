/** When scripts are checked while they are typed. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CheckQueue } from '../../../src/lsp/diagnostics/check-queue.ts'

/** A queue whose checks last until they are released; lists what was started. */
function slowQueue() {
  const started: { uri: string; signal: AbortSignal; finish: () => void }[] = []
  const queue = new CheckQueue(
    (uri, signal) => new Promise((finish) => started.push({ uri, signal, finish: () => finish() })),
  )
  return { queue, started }
}

test('changes that arrive together are checked once', async () => {
  const { queue, started } = slowQueue()
  for (let n = 0; n < 5; n++) queue.schedule('a')
  queue.schedule('b')
  await wait(60)
  expect(started.map(({ uri }) => uri)).toEqual(['a', 'b'])
})

test('a newer text replaces a running check at once, and others continue', async () => {
  const { queue, started } = slowQueue()
  queue.schedule('a')
  queue.schedule('b')
  await wait(60)
  queue.schedule('a')
  expect(started.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await wait(60)
  expect(started.map(({ uri }) => uri)).toEqual(['a', 'b', 'a'])
  started[0]?.finish()
  await wait(0)
  queue.schedule('a')
  expect(started[2]?.signal.aborted).toBe(true)
})

test('a closed script is not checked, and its check is abandoned', async () => {
  const { queue, started } = slowQueue()
  queue.schedule('a')
  queue.forget('a')
  queue.schedule('b')
  await wait(60)
  queue.forget('b')
  expect(started.map(({ uri, signal }) => [uri, signal.aborted])).toEqual([['b', true]])
})

test.each([
  ['that takes long waits for a quarter of that time', 400, 100],
  ['that takes very long waits for 200 ms', 60_000, 200],
])('a script %s', async (_what, took, pause) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { queue, started } = slowQueue()
  const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  queue.schedule('a')
  await advance(8)
  await advance(took)
  started[0]?.finish()
  await advance(0)
  queue.schedule('a')
  await advance(pause - 1)
  expect(started).toHaveLength(1)
  await advance(1)
  expect(started).toHaveLength(2)
})
