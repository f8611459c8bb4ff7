/** Imports scripts: checks all, plans, sends each once, and resumes after an interruption. */
import { ExitCode, KnownError, refusedError, usageError } from '../../errors.ts'
import { outcomeWith } from '../plan/outcome.ts'
import { type CheckedRows, checkRows, type InvalidRow } from './check-rows.ts'
import { ImportJournal } from './journal.ts'
import { needsSending, type PlanRowsOptions, planRows, type RowStep } from './plan-rows.ts'
import { findExhaustedQuota, type WaitOptions, waitForQuota } from './quota.ts'
import type { RowProblem } from './row.ts'
import type { RowSource } from './row-source.ts'
import { type CarryOutOptions, carryOut, type RowBatch, type RowOutcome } from './send-rows.ts'
import { openSpool, type Spool } from './spool.ts'

export interface ImportOptions extends Omit<CarryOutOptions, 'spool' | 'journal' | 'untilFree'> {
  source: RowSource
  /** Address of the service; each has its own journal. */
  address: string
  /** Resume an earlier run of the same import. */
  resume: boolean
  /** Only rows with these slugs. */
  only?: ReadonlySet<string> | undefined
  /** User name whose comments are restored, as the owner of the key. */
  commentsBy?: string | undefined
  onConflict: PlanRowsOptions['onConflict']
  onRow?: () => void
  /** Wait when a quota is used up. */
  wait?: Pick<WaitOptions, 'maxWaitSeconds' | 'onWait'> | undefined
}

export interface PlannedImport {
  checked: CheckedRows
  steps: RowStep[]
  /** Number of comments that are not restored. */
  skippedComments: number
  journal: ImportJournal
  spool: Spool
}

/** Changes nothing, local or remote. The caller closes the spool. */
export async function planImport(options: ImportOptions): Promise<PlannedImport> {
  const { source, root, address, resume, only, onRow, commentsBy, pace } = options
  const journal = await ImportJournal.open(root, address, source.key, resume)
  const spool = await openSpool()
  try {
    const checked = await checkRows({ source, spool, journal, only, ...(onRow && { onRow }) })
    const rows = [...checked.valid, ...checked.invalid]
    const slugs = new Set(rows.map(({ slug }) => slug))
    const missing = [...(only ?? [])].find((slug) => !slugs.has(slug))
    if (rows.length === 0 || missing !== undefined) throw nothingToImport(source, missing)
    let skippedComments = 0
    for (const row of checked.valid) {
      const own = row.comments.filter(({ author }) => author !== null && author === commentsBy)
      skippedComments += row.comments.length - own.length
      row.comments = own
    }
    const { concurrency } = pace
    const steps = await planRows(checked.valid, { ...options, spool, journal, concurrency })
    return { checked, steps, skippedComments, journal, spool }
  } catch (error) {
    await spool.close()
    throw error
  }
}

/**
 * @throws KnownError `TOPO_IMPORT_INVALID` or `TOPO_CONFLICT` before anything is sent, unless
 * `continueOnError` is set.
 */
export async function runImport(planned: PlannedImport, options: ImportOptions): Promise<RowBatch> {
  const { checked, steps, journal, spool } = planned
  const { continueOnError, pace, wait, client } = options
  if (!continueOnError) assertImportable(planned)
  const bad = checked.invalid.map(invalidOutcome)
  for (const outcome of bad) pace.onOutcome?.(outcome)
  if (steps.some(needsSending)) await journal.begin()
  const batch = await carryOut(steps, {
    ...options,
    spool,
    journal,
    untilFree: wait && ((error) => waitForQuota(error, { client, journal, ...wait })),
  })
  const outcomes = [...bad, ...batch.outcomes].sort((a, b) => a.row - b.row)
  // Keep the journal while anything is left to resume.
  if (!batch.ended && outcomes.every(({ exitCode }) => exitCode === ExitCode.ok))
    await journal.remove()
  return {
    outcomes,
    ended: batch.ended && (await addProgress(batch.ended, outcomes, { client, journal })),
  }
}

function assertImportable({ checked, steps }: PlannedImport): void {
  const problems = checked.invalid.flatMap((row) => row.problems)
  if (problems.length > 0) {
    const rows =
      checked.invalid.length === 1 ? '1 row cannot' : `${checked.invalid.length} rows cannot`
    throw refusedError(`${rows} be imported, so nothing was imported.`, {
      code: 'TOPO_IMPORT_INVALID',
      hint: 'Fix them, or import the others with --continue-on-error.',
    }).withPartial({ items: problems, totalCount: problems.length })
  }
  const conflicts = steps.filter(({ action }) => action === 'conflict')
  if (conflicts.length > 0) {
    const items = conflicts.map(({ row: { number: row, slug, path }, reason }) => ({
      row,
      slug,
      path,
      reason,
    }))
    const differ = items.length === 1 ? '1 script differs' : `${items.length} scripts differ`
    throw new KnownError(
      `${differ} from the service, so nothing was imported: ${listSlugs(items)}.`,
      {
        code: 'TOPO_CONFLICT',
        exitCode: ExitCode.conflict,
        hint: 'Use --on-conflict overwrite or skip, or import the others with --continue-on-error.',
      },
    ).withPartial({ items, totalCount: items.length })
  }
}

const listSlugs = (items: readonly { slug: string }[]): string =>
  items
    .slice(0, 5)
    .map(({ slug }) => slug)
    .join(', ') + (items.length > 5 ? ', …' : '')

/** Formats a problem of a row: position in the source, then the message. */
export function formatProblem({ row, line, column, message }: RowProblem): string {
  const place = [
    `row ${row}`,
    line !== null && line !== row ? `line ${line}` : '',
    column ? `column ${column}` : '',
  ]
  return `${place.filter(Boolean).join(', ')}: ${message}`
}

function invalidOutcome({ number, slug, path, problems }: InvalidRow): RowOutcome {
  const [first] = problems
  const reason = first ? formatProblem(first) : ''
  const refusal = {
    error: 'TOPO_IMPORT_INVALID',
    hint: first?.fix ?? null,
    exitCode: ExitCode.refused,
  }
  const outcome = outcomeWith({ path, slug: slug ?? '', action: 'invalid', reason, ...refusal })
  return { ...outcome, row: number, problems }
}

/** Adds the number of remaining rows, and when to retry. */
async function addProgress(
  ended: KnownError,
  outcomes: readonly RowOutcome[],
  options: Parameters<typeof findExhaustedQuota>[1],
): Promise<KnownError> {
  const remaining = outcomes.filter(({ action }) => action === 'not-done').length
  const rest = `${remaining} of ${outcomes.length} rows remain`
  const again = 'Run the same command again to resume'
  const { code, exitCode, status, requestId, retryable } = ended
  const explain = (words: string, nextStep: string, facts = {}) =>
    new KnownError(words, {
      code,
      exitCode,
      status,
      requestId,
      retryable,
      hint: nextStep,
      cause: ended,
      details: { remaining, ...facts },
    })
  if (exitCode !== ExitCode.quota)
    return explain(
      `${ended.message.replace(/\.$/, '')}; ${rest}.`,
      `${ended.hint ?? ''} ${again}.`.trim(),
    )
  const quota = await findExhaustedQuota(ended, options).catch(() => undefined)
  if (!quota) return explain(ended.message, `${again}.`)
  const retryAt = new Date(quota.freeAt).toISOString()
  const hint = `${again}. Some quota is free again by ${retryAt} at the latest; --wait waits for it.`
  const { key, limit } = quota
  return explain(`The quota ${key} of ${limit} is used up; ${rest}.`, hint, { quota: key, retryAt })
}

function nothingToImport({ name }: RowSource, slug: string | undefined): KnownError {
  const what = slug === undefined ? 'Nothing to import' : `No row with the slug "${slug}"`
  return usageError(`${what} in ${name}.`, {
    code: 'TOPO_NO_SOURCE',
    hint:
      slug === undefined ? 'Write one row per script: slug,name,code.' : 'Check the list of slugs.',
  })
}
