/** Carries out the steps of an import: sends each row on its own, and records it at once in the journal. */
import type { Client } from '../../api/client/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { ExitCode, endsRun, KnownError } from '../../errors.ts'
import { type Action, failed, type Outcome, outcomeWith } from '../plan/outcome.ts'
import { type Batch, type Pace, runBatch } from '../send/batch.ts'
import { createScript } from '../send/send-script.ts'
import { updateScript } from '../send/update-script.ts'
import type { Sending } from '../state/send-journal.ts'
import { restoreComments } from './comments.ts'
import type { ImportedRow, ImportJournal } from './journal.ts'
import { needsSending, type RowStep } from './plan-rows.ts'
import type { RowProblem } from './row.ts'
import type { Spool } from './spool.ts'

export interface RowOutcome extends Outcome {
  row: number
  /** Problems found before anything was sent. */
  problems: RowProblem[]
}

export interface CarryOutOptions {
  client: Client
  /** Project root, for backups of overwritten scripts. */
  root: string
  stamp: string
  spool: Spool
  journal: ImportJournal
  webAddress: (slug: string) => string | undefined
  pace: Pace
  /** Continue with other rows after a failed row. */
  continueOnError: boolean
  /** Waits for a quota; false if waiting does not help. */
  untilFree?: ((error: KnownError) => Promise<boolean>) | undefined
}

export interface RowBatch extends Batch {
  outcomes: RowOutcome[]
}

/** Sends all rows; after each wait for a quota it resumes with the rows that are left. */
export async function carryOut(
  steps: readonly RowStep[],
  options: CarryOutOptions,
): Promise<RowBatch> {
  const { pace, untilFree } = options
  const outcomes = new Map<RowStep, RowOutcome>()
  const report = (step: RowStep, outcome: RowOutcome) => {
    outcomes.set(step, outcome)
    pace.onOutcome?.(outcome)
  }
  for (const step of steps.filter((one) => !needsSending(one)))
    report(step, outcomeWithoutSending(step, options))
  let left = steps.filter(needsSending)
  let ended: KnownError | undefined
  do {
    const batch: RowBatch = await send(left, options)
    ended = batch.ended
    const again = ended?.exitCode === ExitCode.quota && (await untilFree?.(ended)) === true
    const before = left
    const rest = [] as RowStep[]
    for (const [index, outcome] of batch.outcomes.entries()) {
      const step = before[index] as RowStep
      if (again && outcome.action === 'not-done') rest.push(step)
      else if (outcome.action === 'not-done') report(step, outcome)
      else outcomes.set(step, outcome)
    }
    left = rest
  } while (left.length > 0)
  return { ended, outcomes: steps.map((step) => outcomes.get(step) as RowOutcome) }
}

/** The caller reports rows that are `not-done`, since they may be sent after a wait. */
async function send(steps: readonly RowStep[], options: CarryOutOptions): Promise<RowBatch> {
  const { pace, continueOnError } = options
  let stopped = false
  const attempt = async (step: RowStep): Promise<Outcome> => {
    if (stopped) return notDone(step, options)
    try {
      return await sendRow(step, options)
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      if (endsRun(error)) throw error
      stopped = !continueOnError
      return {
        ...failed(outcomeOf(step, 'failed', options), error),
        ...refusalOutcomes[error.code],
      }
    }
  }
  const batch = await runBatch(steps, attempt, (step) => outcomeOf(step, 'not-done', options), {
    concurrency: pace.concurrency,
    ...(pace.onBegin ? { onBegin: pace.onBegin } : {}),
    ...(pace.unanswered ? { unanswered: pace.unanswered } : {}),
    onOutcome: (outcome) => outcome.action !== 'not-done' && pace.onOutcome?.(outcome),
  })
  return batch as RowBatch
}

/** Outcomes of refusals that mean something else in an import. */
const refusalOutcomes: Partial<Record<string, Partial<Outcome>>> = {
  TOPO_CONFLICT: {
    action: 'conflict',
    reason: 'changed on the service meanwhile',
    hint: 'Run the import again: it makes a new plan.',
  },
  TOPO_SLUG_TAKEN: {
    hint: 'The slug is taken, perhaps by another user. Give the row another slug.',
  },
}

async function sendRow(step: RowStep, options: CarryOutOptions): Promise<RowOutcome> {
  const { journal, client } = options
  const { row } = step
  const known = await sendScript(step, options)
  const done = { ...known, complete: row.comments.length === 0 }
  // Record the script before its comments: they may exceed the quota.
  if (step.action !== 'done') await journal.add(done)
  if (!done.complete) {
    await restoreComments(client, done.id, row.comments)
    await journal.add({ ...done, complete: true })
  }
  return outcomeOf(step, done.action, options, done)
}

async function sendScript(
  step: RowStep,
  options: CarryOutOptions,
): Promise<Omit<ImportedRow, 'complete'>> {
  const { spool, client, journal } = options
  const sending = { ...options, intend: (intent: Sending) => journal.intend(intent) }
  const { slug, hash, spoolEntry } = step.row
  const done = (
    action: ImportedRow['action'],
    { id, updatedAt }: Pick<Script, 'id' | 'updatedAt'>,
  ) => ({
    slug,
    hash,
    action,
    id,
    updatedAt: updatedAt ?? null,
    at: client.clock.now(),
  })
  switch (step.action) {
    case 'create':
      return done('created', (await createScript(spool.get(spoolEntry), sending)).script)
    case 'update': {
      const file = { content: spool.get(spoolEntry) }
      const remote = { updatedAt: step.updatedAt, content: spool.get(step.theirs) }
      return done(
        'updated',
        (await updateScript({ ...step, file, remote, overwrites: true }, sending)).script,
      )
    }
    case 'unchanged':
      return done('unchanged', step)
    case 'done':
      return step.done
    default:
      throw new Error(`a skipped row cannot be sent: ${step.action}`)
  }
}

function outcomeWithoutSending(step: RowStep, options: CarryOutOptions): RowOutcome {
  if (step.action === 'done') return outcomeOf(step, step.done.action, options, step.done)
  if (step.action === 'skip') return outcomeOf(step, 'skipped', options)
  return {
    ...outcomeOf(step, 'conflict', options),
    hint: 'Import with --on-conflict overwrite or skip. Overwritten scripts are saved first.',
    exitCode: ExitCode.conflict,
  }
}

const notDone = (step: RowStep, options: CarryOutOptions): RowOutcome => ({
  ...outcomeOf(step, 'not-done', options),
  reason: 'an earlier row failed',
  hint: 'Import again with --continue-on-error to continue after a failed row.',
  exitCode: ExitCode.refused,
})

function outcomeOf(
  step: RowStep,
  action: Action,
  { webAddress }: CarryOutOptions,
  done?: Omit<ImportedRow, 'complete'>,
): RowOutcome {
  const { number, path, slug, isPublic } = step.row
  return {
    row: number,
    ...outcomeWith({
      path,
      slug,
      action,
      reason: step.reason,
      id: done?.id ?? (('id' in step && step.id) || null),
      url: (isPublic && done && webAddress(slug)) || null,
      updatedAt: done?.updatedAt ?? null,
    }),
    problems: [],
  }
}
