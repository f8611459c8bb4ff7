/** Creates minimal files, remote scripts and sync records for plans, and decides their conflicts. */

import type { ScriptContent } from '../../../src/project/script/content.ts'
import { contentHash } from '../../../src/project/script/content-hash.ts'
import {
  type ConflictPolicy,
  type ResolvedStep,
  resolveConflict,
} from '../../../src/sync/plan/conflicts.ts'
import type { PlannedFile } from '../../../src/sync/plan/input.ts'
import type { PlanStep } from '../../../src/sync/plan/plan.ts'
import type { RemoteScript } from '../../../src/sync/remote/read-remote.ts'
import type { SyncRecord } from '../../../src/sync/state/sync-record.ts'

export const content = (slug: string, code: string): ScriptContent => ({
  slug,
  name: slug,
  description: '',
  type: 'topology',
  code,
  tags: [],
  isPublic: false,
  readme: null,
  engineVersion: '1.0',
})
export const file = (slug: string, code: string, path = `${slug}.topology.js`): PlannedFile => {
  const sent = content(slug, code)
  return { path, slug, content: sent, hash: contentHash(sent) }
}
export const remote = (
  slug: string,
  code: string,
  updatedAt = 't1',
  id = `id-${slug}`,
): RemoteScript => ({
  id,
  slug,
  updatedAt,
  content: content(slug, code),
})
export const record = (
  slug: string,
  code: string,
  updatedAt = 't1',
  id = `id-${slug}`,
): SyncRecord => ({
  id,
  slug,
  updatedAt,
  hash: contentHash(content(slug, code)),
})
export const unread = ({ content: _, ...rest }: RemoteScript): RemoteScript => rest

/** Resolves all conflicts with the same policy. */
export const resolveConflicts = (
  steps: readonly PlanStep[],
  policy: ConflictPolicy,
): ResolvedStep[] =>
  steps.map((step) => (step.action === 'conflict' ? resolveConflict(step, policy) : step))
