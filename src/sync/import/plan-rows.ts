/** Plans one step for each row of an import, like a push of scripts without sync records. */
import pLimit from 'p-limit'
import type { Client } from '../../api/client/client.ts'
import type { ListedScript, Script } from '../../api/resources/scripts.ts'
import { sumOf } from '../../grouped.ts'
import type { ContentField } from '../../project/script/content.ts'
import { type ConflictPolicy, resolveConflict } from '../plan/conflicts.ts'
import { type ConflictStep, planSync } from '../plan/plan.ts'
import type { Uses } from '../push/cost.ts'
import { assertComplete, mayBeOwn, readUnlisted } from '../remote/find-unlisted.ts'
import { ownScripts, readScript, toRemote } from '../remote/read-remote.ts'
import { recognise } from '../state/send-journal.ts'
import type { ValidRow } from './check-rows.ts'
import type { ImportedRow, ImportJournal } from './journal.ts'
import type { Spool, SpoolEntry } from './spool.ts'

interface Common {
  row: ValidRow
  reason: string
}

export type RowStep =
  | (Common & { action: 'create' })
  | (Common & {
      action: 'update'
      id: string
      updatedAt: string
      changed: ContentField[]
      /** Overwritten content, for the backup. */
      theirs: SpoolEntry
      /** True if a private script becomes public. */
      publishes: boolean
    })
  | (Common & { action: 'unchanged'; id: string; updatedAt: string })
  /** Imported by an earlier run; its comments may be missing. */
  | (Common & { action: 'done'; done: ImportedRow })
  | (Common & { action: 'conflict' | 'skip'; id: string | undefined; changed: ContentField[] })

export interface PlanRowsOptions {
  client: Client
  spool: Spool
  journal: ImportJournal
  concurrency: number
  /** Called for each conflict, one at a time. */
  onConflict: (step: ConflictStep) => Promise<ConflictPolicy>
}

/** Returns one step per row, in order. Where the list tells no total, it may lack a script: then each new row is asked for. */
export async function planRows(
  rows: readonly ValidRow[],
  options: PlanRowsOptions,
): Promise<RowStep[]> {
  const own = await ownScripts(options.client)
  assertComplete(own)
  const listed = new Map(own.items.map((script) => [script.slug, script]))
  const isOwn = (script: Script) => mayBeOwn(script, own)
  const limit = pLimit(options.concurrency)
  // Ask one question at a time.
  const oneByOne = pLimit(1)
  const onConflict = (step: ConflictStep) => oneByOne(() => options.onConflict(step))
  return Promise.all(
    rows.map((row) =>
      limit(async () => {
        const mayLack = own.promised === undefined
        const script =
          listed.get(row.slug) ??
          (mayLack ? await readUnlisted(options.client, isOwn, { slug: row.slug }) : undefined)
        return stepFor(row, script, { ...options, onConflict })
      }),
    ),
  )
}

const NEW = 'not on the service yet'

async function stepFor(
  row: ValidRow,
  listed: ListedScript | undefined,
  { client, spool, journal, onConflict }: PlanRowsOptions,
): Promise<RowStep> {
  if (listed === undefined) return { row, action: 'create', reason: NEW }
  const done = journal.find(row.slug, row.hash)
  if (done?.id === listed.id)
    return { row, action: 'done', reason: 'imported by an earlier run', done }
  const script = await readScript(client, listed.id)
  if (script === undefined) return { row, action: 'create', reason: NEW }
  const remote = toRemote(script)
  const { slug, hash, path } = row
  const file = { slug, hash, path: path ?? slug, content: spool.get(row.spoolEntry) }
  const sent = journal
    .sendingsOf(slug)
    .map((sending) => ({ ...sending, from: file.path, base: null }))
  const [step] = planSync({
    files: [file],
    records: recognise({}, sent, [remote]),
    remotes: [remote],
  })
  if (step?.action !== 'conflict' && step?.action !== 'update') {
    const { id, updatedAt } = remote
    return { row, action: 'unchanged', reason: 'same on the service', id, updatedAt }
  }
  const resolved =
    step.action === 'update'
      ? { ...step, reason: 'changed since an earlier run sent it' }
      : resolveConflict({ ...step, reason: 'differs from the service' }, await onConflict(step))
  const { reason } = resolved
  const { id, updatedAt, content } = remote
  if (resolved.action !== 'update' || !content) {
    const action = resolved.action === 'skip' ? 'skip' : 'conflict'
    return { row, action, reason, id, changed: step.changed }
  }
  const theirs = spool.put(content)
  const publishes = row.isPublic && !content.isPublic
  return {
    row,
    action: 'update',
    reason,
    id,
    updatedAt,
    changed: resolved.changed,
    theirs,
    publishes,
  }
}

/** Creating uses `draftsPerDay`, publishing `publishPerDay`, commenting `commentsPerHour`. */
export function usesOfRows(steps: readonly RowStep[]): Uses {
  const comments = sumOf(steps, (step) => (needsSending(step) ? step.row.comments.length : 0))
  return {
    draftsPerDay: steps.filter(({ action }) => action === 'create').length,
    publishPerDay: steps.filter(isPublishing).length,
    ...(comments > 0 ? { commentsPerHour: comments } : {}),
  }
}

/** False for rows that need no request. */
export const needsSending = (step: RowStep): boolean =>
  step.action === 'done'
    ? !step.done.complete
    : step.action !== 'conflict' && step.action !== 'skip'

const isPublishing = (step: RowStep): boolean =>
  step.action === 'create' ? step.row.isPublic : step.action === 'update' && step.publishes
