/** How long a watch waits after a save, to the millisecond: before it reads the script, and before it calls it invalid. */
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Timer } from '../../../src/clock.ts'
import { openProject } from '../../../src/project/config/project.ts'
import { SyncState } from '../../../src/sync/state/state.ts'
import { watchProject } from '../../../src/sync/watch/watch.ts'
import type { WatchEvent } from '../../../src/sync/watch/watch-send.ts'
import { TestClock } from '../../clock.ts'
import { goodCode, testService } from '../../mock/service.ts'
import { makeFolder } from '../../project/folder.ts'

const file = 'a.topology.js'

/** Knows the ends of all pauses that were begun, by their length. */
class NotingClock extends TestClock {
  readonly waits = new Map<number, number>()
  readonly timers = new Map<number, number>()

  override wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.waits.set(milliseconds, this.elapsed() + milliseconds)
    return super.wait(milliseconds, signal)
  }

  override timer(milliseconds: number, run: () => void): Timer {
    this.timers.set(milliseconds, this.elapsed() + milliseconds)
    return super.timer(milliseconds, run)
  }

  advanceTo(time: number): Promise<void> {
    return this.advance(time - this.elapsed())
  }
}

/** A project that is watched; its script was sent already. */
async function watching() {
  const { root, write } = makeFolder({ 'topo.config.json': '{}', [file]: goodCode })
  const clock = new NotingClock()
  const client = testService({}, clock).as('alice')
  const events: WatchEvent[] = []
  const watch = watchProject({
    project: await openProject(root),
    client,
    state: new SyncState(root, clock),
    address: 'http://localhost',
    webAddress: () => undefined,
    stamp: '2026-01-02T03:04:05.000Z',
    pace: { concurrency: 1 },
    paths: [],
    poll: false,
    onEvent: (event) => events.push(event),
  })
  onTestFinished(() => watch.close())
  const count = (type: WatchEvent['type']) => events.filter((event) => event.type === type).length
  await vi.waitFor(() => expect(count('sent')).toBe(1), 10_000)
  clock.waits.clear()
  clock.timers.clear()
  return { clock, write, count }
}

test('a saved script is read 30 ms after the save, and called invalid 30 ms after its check', async () => {
  const { clock, write, count } = await watching()
  const checks = count('checking')
  write(file, 'not a script (\n')
  await vi.waitFor(() => expect(clock.timers.get(30)).toBeDefined(), 10_000)
  await clock.advanceTo((clock.timers.get(30) as number) - 1)
  expect(count('checking')).toBe(checks)
  await clock.advance(1)

  // The size must stay the same for a while; then the script is checked.
  while (clock.waits.get(30) === undefined) await clock.advance(1)
  expect(count('checking')).toBe(checks + 1)
  await clock.advanceTo((clock.waits.get(30) as number) - 1)
  expect(count('invalid')).toBe(0)
  await clock.advance(1)
  await vi.waitFor(() => expect(count('invalid')).toBe(1), 10_000)
})
