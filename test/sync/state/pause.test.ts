/** The state pauses between two writes, so that a batch of thousands does not spend its time on them. */
import { expect, test } from 'vitest'
import { SyncState } from '../../../src/sync/state/state.ts'
import { TestClock } from '../../clock.ts'
import { makeFolder } from '../../project/folder.ts'

const SERVICE = 'http://localhost'
const record = { id: 'id', slug: 'slug', updatedAt: '2026-03-01T12:00:00.000Z', hash: 'hash' }

/** A clock by which a write takes this long: it is looked at before a pause, and before and after a write. */
class SlowDisk extends TestClock {
  #looks = 0
  #lost = 0
  readonly #writeMs: number

  constructor(writeMs: number) {
    super()
    this.#writeMs = writeMs
  }

  override readonly elapsed = (): number => {
    this.#looks++
    if (this.#looks % 3 === 0) this.#lost += this.#writeMs
    return this.elapsedByPauses() + this.#lost
  }
}

test.each([
  ['four times as long as the last one took', 5, 20],
  ['a tenth of a second at most', 60, 100],
])('a write waits %s', async (_what, writeMs, pause) => {
  const { root, read } = makeFolder()
  const clock = new SlowDisk(writeMs)
  const state = new SyncState(root, clock)
  await state.update(SERVICE, 'a', record)
  const second = state.update(SERVICE, 'b', { ...record, id: 'other' })
  expect(await clock.justBeforeNext()).toBe(pause)
  expect(read('.topo/state.json')).not.toContain('"b"')
  await clock.advance(1)
  await second
  expect(read('.topo/state.json')).toContain('"b"')
})
