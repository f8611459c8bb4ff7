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

interface Combination {
  readonly local: string | undefined
  readonly there: string | undefined
  readonly base: string | undefined
  readonly sameRevision: boolean
  readonly recreated: boolean
  readonly moved: boolean
  readonly read: boolean
}

/** The same revision implies the same content; a script that was created again has another one. */
function isPossible({ local, there, base, sameRevision, recreated, read }: Combination): boolean {
  if (sameRevision && (there !== base || recreated)) return false
  return read || (sameRevision && local === base)
}

const versions = [undefined, '1', '2', '3']
const yesNo = [false, true]
const contents = versions.flatMap((local) =>
  versions.flatMap((there) => versions.map((base) => ({ local, there, base }))),
)
const histories = yesNo.flatMap((sameRevision) =>
  yesNo.flatMap((recreated) =>
    yesNo.flatMap((moved) => yesNo.map((read) => ({ sameRevision, recreated, moved, read }))),
  ),
)

function planOf({ local, there, base, sameRevision, recreated, moved, read }: Combination) {
  const full = there && remote('a', there, sameRevision ? 't1' : 't2', recreated ? 'new' : 'id-a')
  const files = local ? [file('a', local)] : []
  const path = moved ? 'old/a.topology.js' : 'a.topology.js'
  const records: SyncRecords = base ? { [path]: record('a', base) } : {}
  const remotes = full ? [read ? full : unread(full)] : []
  return planSync({ files, records, remotes })
}

function wantedOf({ local, there, base, recreated, moved }: Combination) {
  const known = recreated ? undefined : base
  return expected({
    ...(local !== undefined && { local }),
    ...(there !== undefined && { there }),
    ...(known !== undefined && { base: known }),
    // The record of another file does not count once its script is gone.
    deleted: base !== undefined && !moved,
  })
}

it('plan matches the table for every combination of local, remote, base and history', () => {
  const combinations = contents
    .flatMap((content) => histories.map((history): Combination => ({ ...content, ...history })))
    .filter(isPossible)
  for (const combination of combinations) {
    const { local, there, base, sameRevision, recreated, moved } = combination
    const [step, ...more] = planOf(combination)
    expect(more).toEqual([])
    // Same on both sides: adopt and unchanged are the same in the table.
    const action = step?.action === 'adopt' ? 'unchanged' : step?.action
    expect([{ local, there, base, sameRevision, recreated, moved }, action]).toEqual([
      { local, there, base, sameRevision, recreated, moved },
      wantedOf(combination),
    ])
    const isOnRecord = base === there && sameRevision && !moved
    if (action === 'unchanged') expect(step?.action).toBe(isOnRecord ? 'unchanged' : 'adopt')
  }
  expect(combinations.length).toBeGreaterThan(200)
})
