/** A pull of many scripts reads the folder and the records as often as a pull of few: `npm run bench -- growth` measures the time. */
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { expect, it, onTestFinished, vi } from 'vitest'
import { SyncState } from '../../src/sync/state/state.ts'
import type { SyncRecords } from '../../src/sync/state/sync-record.ts'
import { goodCode, workspace } from '../project/workspace.ts'

it('a pull takes time in proportion to the number of scripts', async () => {
  const readdir = vi.spyOn(promises, 'readdir')
  const ownKeys = vi.fn<(records: SyncRecords) => (string | symbol)[]>(Reflect.ownKeys)
  const { read } = SyncState.prototype
  const watched = vi.spyOn(SyncState.prototype, 'read').mockImplementation(async function (
    this: SyncState,
    service,
  ) {
    return new Proxy(await read.call(this, service), { ownKeys })
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    for (const spy of [readdir, watched]) spy.mockRestore()
    syncBuiltinESMExports()
  })
  /** How often a pull of new scripts and another one, with nothing to do, read the folder and list all records. */
  const readsOf = async (count: number) => {
    const space = await workspace()
    for (let n = 0; n < count; n++) {
      const body = { slug: `many-${n}`, name: 'Many', type: 'topology', code: goodCode } as const
      await space.client.scripts.create({ body })
    }
    const reads = async () => {
      vi.clearAllMocks()
      await space.pull()
      const folder = readdir.mock.calls.filter(([path]) => path === space.root)
      return { folder: folder.length, records: ownKeys.mock.calls.length }
    }
    return { first: await reads(), second: await reads() }
  }
  const few = await readsOf(3)
  expect(few).toMatchObject({ first: { folder: 2 }, second: { records: expect.any(Number) } })
  expect(await readsOf(12)).toEqual(few)
})
