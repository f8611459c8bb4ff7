/** What `topo script import` is told, and what it shows: problems by row, the plan with its cost, a line for each row. */
import { resolve } from 'node:path'
import type { Client } from '../../api/client.ts'
import { KnownError, usageError } from '../../errors.ts'
import { readFileWithin } from '../../limits/files.ts'
import { writeAtomic } from '../../project/files/atomic.ts'
import type { RowBatch } from '../../project/import/carry-out.ts'
import type { CheckedRows } from '../../project/import/check-rows.ts'
import { formatProblem, type ImportOptions, type PlannedImport } from '../../project/import/import.ts'
import { costOfRows } from '../../project/import/plan-rows.ts'
import type { Cost } from '../../project/plan/cost.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { CommandResult } from '../command/result.ts'
import { table } from '../io/table.ts'
import { redact, type Terminal } from '../io/terminal.ts'
import { showFindings } from '../validate/findings.ts'
import { batchAnswer, outcomeFields } from './outcome-table.ts'
import { costLines, planExitCode } from './plan.ts'

/** What `--fields` of an import may name. */
export const importFields = ['row', ...outcomeFields, 'problems', 'changed']

/** More of them nobody reads in one go; the result has all. */
const shownProblems = 50

/** What is wrong with rows: on stderr, for people; of scripts with their code. */
export function showProblems(terminal: Terminal, { invalid: bad, findings }: CheckedRows): void {
  if (terminal.json) return
  terminal.activity.end()
  const scripts = findings.map(({ checked }) => checked)
  const [first] = scripts
  if (first) showFindings(terminal, scripts, { root: first.script.root, cwd: process.cwd() })
  const told = new Set(findings.map(({ row }) => row))
  const problems = bad.filter(({ number }) => !told.has(number)).flatMap((row) => row.problems)
  for (const problem of problems.slice(0, shownProblems)) {
    terminal.err.line(`${forTerminal(formatProblem(problem))} ${forTerminal(problem.fix)}`)
  }
  if (problems.length > shownProblems) terminal.err.line(`… and ${problems.length - shownProblems} more`)
}

/** What is said before the first write, where there is something to say. */
export function showBeginning(terminal: Terminal, { steps, skippedComments }: PlannedImport): void {
  const done = steps.filter(({ action }) => action === 'done').length
  if (done > 0)
    terminal.note(`Going on where an earlier run ended: ${done} of ${steps.length} rows are done.`)
  if (skippedComments > 0) {
    const comments = skippedComments === 1 ? '1 comment is' : `${skippedComments} comments are`
    terminal.note(
      `${comments} not brought back: the service takes comments in the name of the key only. --comments-by NAME brings back those of NAME as yours.`,
    )
  }
}

/** The plan of `--dry-run`, with what it needs of the quotas. */
export async function importPlanAnswer(planned: PlannedImport, client: Client): Promise<CommandResult> {
  const { checked, steps, skippedComments } = planned
  const items = [
    ...checked.invalid.map(({ number, slug, path, problems }) => {
      const reason = problems.map(formatProblem).join('; ')
      return { row: number, slug, path, action: 'invalid', reason, changed: [], problems }
    }),
    ...steps.map((step) => {
      const { number, slug, path } = step.row
      const changed = 'changed' in step ? step.changed : []
      return { row: number, slug, path, action: step.action, reason: step.reason, changed, problems: [] }
    }),
  ].sort((a, b) => a.row - b.row)
  const quota: Cost[] = await costOfRows(steps, client)
  return {
    data: { items, totalCount: items.length, quota, commentsLeftOut: skippedComments },
    exitCode: planExitCode(items),
    text: (out) => {
      const rows = items.map(({ row, action, slug, reason, changed }) => [
        String(row),
        action,
        forTerminal(slug ?? ''),
        forTerminal(changed.length > 0 ? `${reason}: ${changed.join(', ')}` : reason),
      ])
      return [table(out, ['ROW', 'STEP', 'SCRIPT', 'WHY'], rows), ...costLines(out, quota)].join('\n')
    },
  }
}

/** The answer of an import; its result file is written first, for the run may have ended early. */
export async function importAnswer(
  terminal: Terminal,
  batch: RowBatch,
  { stream, resultFile }: { stream: boolean; resultFile: string | undefined },
): Promise<CommandResult> {
  if (resultFile !== undefined) {
    const lines = batch.outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`)
    await writeAtomic(resolve(resultFile), redact(lines.join('')))
  }
  try {
    return batchAnswer(terminal, batch, stream)
  } catch (error) {
    if (!(error instanceof KnownError) || !batch.ended) throw error
    throw error.withDetails({ ...(error.details as object), ...(batch.ended.details as object) })
  }
}

/** Tells that a quota is waited for, and how long at most. */
export function waiting(terminal: Terminal, maxWaitSeconds: number | undefined): ImportOptions['wait'] {
  return {
    maxWaitSeconds,
    onWait: ({ key, limit, freeAt }) => {
      const until = new Date(freeAt).toISOString()
      terminal.note(
        `The quota ${forTerminal(key)} of ${limit} is used up; waiting until ${until} at the latest.`,
      )
      terminal.activity.begin(`Waiting for the quota ${forTerminal(key)}`)
    },
  }
}

/** The slugs of `--from-file`, one on each line. */
export async function listedSlugs(file: string | undefined): Promise<ReadonlySet<string> | undefined> {
  if (file === undefined) return undefined
  const bytes = await readFileWithin('record', resolve(file), file).catch((cause) => {
    if (cause instanceof KnownError) throw cause
    throw usageError(`The list ${file} cannot be read.`, {
      code: 'TOPO_READ_FAILED',
      hint: 'Check that it is a file with a slug on each line.',
      cause,
    })
  })
  return new Set(
    bytes
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .split(/\s+/)
      .filter((slug) => slug !== ''),
  )
}
