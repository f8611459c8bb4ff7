/** A forced garbage collection: objects without references are gone after it. */
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from '../../src/limits/collect-garbage.ts'

test('frees what nothing refers to, each time', async () => {
  for (const _round of [1, 2]) {
    const weak = new WeakRef({ large: new Array(1000) })
    // A weak reference keeps its object until the end of the turn.
    await setImmediate()
    expect(weak.deref()).toBeDefined()
    await setImmediate()
    collectGarbage()
    expect(weak.deref()).toBeUndefined()
  }
})
