/** Compares the plan with the table of the design, for every local, remote and recorded state. */
import { expect, it } from 'vitest'
import { planSync } from '../../../src/sync/plan/plan.ts'
import type { SyncRecords } from '../../../src/sync/state/sync-record.ts'
import { file, record, remote, unread } from './plan-parts.ts'

/** The design's table for one script: only the local, remote and base versions decide. */
function expected({
  local,
  there,
  base,
  deleted,
}: {
  local?: string
  there?: string
  base?: string
  deleted: boolean
}) {
  if (local === undefined) return there !== undefined && base !== undefined ? 'orphan' : undefined
  if (there === undefined) return deleted ? 'conflict' : 'create'
  if (local === there) return 'unchanged'
  if (base === undefined) return 'conflict'
  if (there === base) return 'update'
  return local === base ? 'remote-ahead' : 'conflict'
}

it('plan matches the table for every combination of local, remote, base and history', () => {
  const versions = [undefined, '1', '2', '3']
  const yesNo = [false, true]
  let combinations = 0
  for (const local of versions)
    for (const there of versions)
      for (const base of versions)
        for (const sameRevision of yesNo)
          for (const recreated of yesNo)
            for (const moved of yesNo)
              for (const read of yesNo) {
                // The same revision implies the same content; a script that was created again has another one.
                if (sameRevision && (there !== base || recreated)) continue
                if (!read && !(sameRevision && local === base)) continue
                combinations++
                const full =
                  there &&
                  remote('a', there, sameRevision ? 't1' : 't2', recreated ? 'new' : 'id-a')
                const files = local ? [file('a', local)] : []
                const path = moved ? 'old/a.topology.js' : 'a.topology.js'
                const records: SyncRecords = base ? { [path]: record('a', base) } : {}
                const remotes = full ? [read ? full : unread(full)] : []
                const known = recreated ? undefined : base
                const wanted = expected({
                  ...(local !== undefined && { local }),
                  ...(there !== undefined && { there }),
                  ...(known !== undefined && { base: known }),
                  // The record of another file does not count once its script is gone.
                  deleted: base !== undefined && !moved,
                })
                const [step, ...more] = planSync({ files, records, remotes })
                expect(more).toEqual([])
                // Same on both sides: adopt and unchanged are the same in the table.
                const action = step?.action === 'adopt' ? 'unchanged' : step?.action
                expect([{ local, there, base, sameRevision, recreated, moved }, action]).toEqual([
                  { local, there, base, sameRevision, recreated, moved },
                  wanted,
                ])
                const isOnRecord = base === there && sameRevision && !moved
                if (action === 'unchanged')
                  expect(step?.action).toBe(isOnRecord ? 'unchanged' : 'adopt')
              }
  expect(combinations).toBeGreaterThan(200)
})
