/** How long a watch waits after a save, to the millisecond: before it reads the script, and before it calls it invalid. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { openProject } from '../../../src/project/config/project.ts'
import { SyncState } from '../../../src/sync/state/state.ts'
import { watchProject } from '../../../src/sync/watch/watch.ts'
import type { WatchEvent } from '../../../src/sync/watch/watch-send.ts'
import { TestClock } from '../../clock.ts'
import { goodCode, testService } from '../../mock/service.ts'
import { makeFolder } from '../../project/folder.ts'

const file = 'a.topology.js'

/** A project that is watched; its script was sent already. */
async function watching() {
  const { root, write } = makeFolder({ 'topo.config.json': '{}', [file]: goodCode })
  const clock = new TestClock()
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
  return { clock, write, count }
}

test('a saved script is read 30 ms after the save, and called invalid 30 ms after its check', async () => {
  const { clock, write, count } = await watching()
  const checks = count('checking')
  write(file, 'not a script (\n')
  await vi.waitFor(() => expect(clock.pauses()).toContain(30), 10_000)
  await clock.advance(29)
  expect(clock.pauses()).toContain(1)
  expect(count('checking')).toBe(checks)
  await clock.advance(1)

  // The size must stay the same for 15 ms; then the script is checked.
  await vi.waitFor(async () => {
    await clock.advance(1)
    expect(count('checking')).toBe(checks + 1)
  }, 10_000)
  await vi.waitFor(() => expect(clock.pauses()).toContain(30), 10_000)
  await clock.advance(29)
  expect(count('invalid')).toBe(0)
  await clock.advance(1)
  await vi.waitFor(() => expect(count('invalid')).toBe(1), 10_000)
})
