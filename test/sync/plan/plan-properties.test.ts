/** Properties of every plan, for any local, remote and recorded state. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScriptContent } from '../../../src/project/script/content.ts'
import { contentHash } from '../../../src/project/script/content-hash.ts'
import type { ConflictPolicy, ResolvedStep } from '../../../src/sync/plan/conflicts.ts'
import type { PlannedFile } from '../../../src/sync/plan/input.ts'
import { needsContent, planSync } from '../../../src/sync/plan/plan.ts'
import type { RemoteScript } from '../../../src/sync/remote/read-remote.ts'
import type { SyncRecords } from '../../../src/sync/state/sync-record.ts'
import { cases } from '../../cases.ts'
import { file, record, remote, resolveConflicts, unread } from './plan-parts.ts'

/** Local, remote and recorded version of each slug; versions are small numbers, so that they are often the same. */
const side = fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined })
const script = fc.record({
  local: side,
  remote: side,
  base: side,
  sameRevision: fc.boolean(),
  recreated: fc.boolean(),
  moved: fc.boolean(),
  renamed: fc.boolean(),
})
type ScriptState = typeof script extends fc.Arbitrary<infer State> ? State : never

function remoteOf(state: ScriptState, number: number): RemoteScript | undefined {
  const { remote: there, base, sameRevision, recreated, renamed } = state
  // The same revision implies the same content.
  const code = there && base && sameRevision && !recreated && !renamed ? base : there
  if (!code) return undefined
  const slug = renamed ? `r${number}` : `s${number}`
  const updatedAt = sameRevision && !renamed ? 't1' : 't2'
  return remote(slug, code, updatedAt, recreated ? `new-${number}` : `id-${number}`)
}

const database = fc.array(script, { maxLength: 6 }).map((scripts) => {
  const files: PlannedFile[] = []
  const remotes: RemoteScript[] = []
  const records: SyncRecords = {}
  scripts.forEach((state, i) => {
    const { local, base, moved } = state
    const slug = `s${i}`
    if (local) files.push(file(slug, local))
    const remoteScript = remoteOf(state, i)
    if (remoteScript) remotes.push(remoteScript)
    if (base)
      records[moved ? `old/${slug}.topology.js` : `${slug}.topology.js`] = record(
        slug,
        base,
        't1',
        `id-${i}`,
      )
  })
  return { files, records, remotes }
})

/** Push against a service in memory that refuses unguarded and stale writes. */
function apply(
  {
    files,
    records,
    remotes,
  }: { files: PlannedFile[]; records: SyncRecords; remotes: RemoteScript[] },
  steps: ResolvedStep[],
) {
  const after = new Map(remotes.map((remoteScript) => [remoteScript.id, remoteScript]))
  const synced: SyncRecords = { ...records }
  let left = [...files]
  let revision = 10
  const remember = (path: string, { id, slug, updatedAt }: RemoteScript, hash: string) => {
    synced[path] = { id, slug, updatedAt, hash }
  }
  for (const step of steps) {
    if (step.action === 'create') {
      const { content: sent } = step.file
      const made = {
        id: `made-${revision}`,
        slug: sent.slug,
        updatedAt: `t${revision++}`,
        content: sent,
      }
      expect([...after.values()].map(({ slug }) => slug)).not.toContain(sent.slug)
      after.set(made.id, made)
      remember(step.path, made, step.hash)
    } else if (step.action === 'update') {
      const current = after.get(step.id)
      expect(step.remote.updatedAt).toBe(current?.updatedAt)
      const patch = Object.fromEntries(
        step.changed.map((field) => [field, step.file.content[field]]),
      )
      const content = { ...(current?.content as ScriptContent), ...patch }
      const next = { id: step.id, slug: content.slug, updatedAt: `t${revision++}`, content }
      after.set(step.id, next)
      remember(step.path, next, step.hash)
    } else if (step.action === 'adopt') {
      remember(step.path, step.remote, step.hash)
    } else if (step.action === 'remote-ahead') {
      const pulled = step.remote.content as ScriptContent
      left = left.map((f) =>
        f.path === step.path
          ? { path: f.path, slug: pulled.slug, content: pulled, hash: contentHash(pulled) }
          : f,
      )
      remember(step.path, step.remote, contentHash(pulled))
    } else if (step.action === 'orphan') {
      after.delete(step.id)
      delete synced[step.path]
    }
    if ('movedFrom' in step && step.movedFrom) delete synced[step.movedFrom]
  }
  return { files: left, records: synced, remotes: [...after.values()] }
}

const policy = fc.constantFrom<ConflictPolicy>('fail', 'overwrite', 'skip')
const runs = { numRuns: cases(3000) }

describe('every plan', () => {
  it('has exactly one step per file, and at most one per script', () => {
    fc.assert(
      fc.property(database, policy, (input, decided) => {
        const steps = resolveConflicts(planSync(input), decided)
        const ofFiles = steps.filter(({ action }) => action !== 'orphan').map(({ path }) => path)
        expect(ofFiles).toEqual(input.files.map(({ path }) => path))
        const ids = steps.flatMap((step) => ('id' in step && step.id ? [step.id] : []))
        expect(new Set(ids).size).toBe(ids.length)
        for (const { id } of input.remotes) {
          const synced = Object.values(input.records).some((known) => known.id === id)
          if (synced) expect(ids).toContain(id)
        }
      }),
      runs,
    )
  })

  it('guards each update by a revision, and does not write unchanged scripts', () => {
    fc.assert(
      fc.property(database, policy, (input, decided) => {
        for (const step of resolveConflicts(planSync(input), decided)) {
          if (step.action !== 'update') continue
          const there = input.remotes.find(({ id }) => id === step.id)
          expect(step.remote.updatedAt).toBe(there?.updatedAt)
          expect(step.changed.length).toBeGreaterThan(0)
          expect(contentHash(there?.content as ScriptContent)).not.toBe(step.file.hash)
        }
      }),
      runs,
    )
  })

  it('does not overwrite a remote change without a policy', () => {
    fc.assert(
      fc.property(database, (input) => {
        for (const step of planSync(input)) {
          if (step.action !== 'update') continue
          const known = Object.values(input.records).find(({ id }) => id === step.id)
          const there = input.remotes.find(({ id }) => id === step.id)
          expect(contentHash(there?.content as ScriptContent)).toBe(known?.hash)
        }
      }),
      runs,
    )
  })

  it('leaves nothing to do once applied', () => {
    fc.assert(
      fc.property(database, (input) => {
        const after = apply(input, resolveConflicts(planSync(input), 'overwrite'))
        expect(new Set(planSync(after).map(({ action }) => action))).toEqual(
          new Set(after.files.length > 0 ? ['unchanged'] : []),
        )
      }),
      runs,
    )
  })

  it('does not need content that needsContent omits', () => {
    fc.assert(
      fc.property(database, (input) => {
        const bare = { ...input, remotes: input.remotes.map(unread) }
        const needed = new Set(needsContent(bare).map(({ id }) => id))
        const remotes = input.remotes.map((remoteScript) =>
          needed.has(remoteScript.id) ? remoteScript : unread(remoteScript),
        )
        const outline = (steps: ResolvedStep[]) => steps.map(({ action, path }) => [action, path])
        expect(outline(planSync({ ...input, remotes }))).toEqual(outline(planSync(input)))
      }),
      runs,
    )
  })
})
