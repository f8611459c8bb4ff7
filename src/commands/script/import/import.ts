/** Output of `topo import`: problems by row, the plan with its cost, and the result of each row. */
import { resolve } from 'node:path'
import type { Client } from '../../../api/client/client.ts'
import type { CommandResult } from '../../../cli/command/result.ts'
import { showFindings } from '../../../cli/findings/findings.ts'
import { redact, type Terminal } from '../../../cli/io/terminal.ts'
import { batchResult, outcomeFields } from '../../../cli/outcomes/outcome-table.ts'
import { KnownError, usageError } from '../../../errors.ts'
import { writeAtomic } from '../../../files/atomic.ts'
import { requireText } from '../../../files/decode.ts'
import { readFileWithin } from '../../../limits/files.ts'
import type { CheckedRows } from '../../../sync/import/check-rows.ts'
import {
  formatProblem,
  type ImportOptions,
  type PlannedImport,
} from '../../../sync/import/import.ts'
import { usesOfRows } from '../../../sync/import/plan-rows.ts'
import type { RowBatch } from '../../../sync/import/send-rows.ts'
import { compareWithQuotas } from '../../../sync/push/cost.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { planTable } from '../push/push-plan.ts'
import { noteShortages } from '../push/quota-words.ts'

/** Names that `--fields` accepts. */
export const importFields = ['row', ...outcomeFields, 'problems', 'changed']

/** Maximum to print; the result contains all. */
const maxProblems = 50

/** Prints the problems of rows to stderr, and the findings of scripts with their code. */
export function showProblems(terminal: Terminal, { invalid: bad, findings }: CheckedRows): void {
  if (terminal.json) return
  terminal.activity.end()
  const scripts = findings.map(({ checked }) => checked)
  const [first] = scripts
  if (first) showFindings(terminal, scripts, { root: first.script.root, cwd: process.cwd() })
  const shownRows = new Set(findings.map(({ row }) => row))
  const otherRows = bad.filter(({ number }) => !shownRows.has(number))
  const problems = otherRows.flatMap((row) => row.problems)
  for (const problem of problems.slice(0, maxProblems)) {
    terminal.err.line(`${forTerminal(formatProblem(problem))} ${forTerminal(problem.fix)}`)
  }
  if (problems.length > maxProblems)
    terminal.err.line(`… and ${problems.length - maxProblems} more`)
}

/** Prints what people should know before the first write. */
export function noteResume(terminal: Terminal, { steps, skippedComments }: PlannedImport): void {
  const done = steps.filter(({ action }) => action === 'done').length
  if (done > 0) terminal.note(`Resuming an earlier run: ${done} of ${steps.length} rows are done.`)
  if (skippedComments > 0) {
    const comments = skippedComments === 1 ? '1 comment is' : `${skippedComments} comments are`
    terminal.note(
      `${comments} not imported: the service accepts comments only in the name of the key. --comments-by NAME imports those of NAME as yours.`,
    )
  }
}

/** The plan of `--dry-run`, with its cost in quotas. */
export async function importPlanResult(
  planned: PlannedImport,
  client: Client,
  terminal: Terminal,
): Promise<CommandResult> {
  const { checked, steps, skippedComments } = planned
  const items = [
    ...checked.invalid.map(({ number, slug, path, problems }) => {
      const reasons = problems.map((problem) => formatProblem(problem).replace(/\.$/, ''))
      const reason = reasons.join('; ')
      return { row: number, slug, path, action: 'invalid', reason, changed: [], problems }
    }),
    ...steps.map((step) => {
      const { number, slug, path } = step.row
      const changed = 'changed' in step ? step.changed : []
      return {
        row: number,
        slug,
        path,
        action: step.action,
        reason: step.reason,
        changed,
        problems: [],
      }
    }),
  ].sort((a, b) => a.row - b.row)
  const costs = await compareWithQuotas(client, usesOfRows(steps))
  noteShortages(costs, terminal)
  const result = planTable(items, costs, {
    header: ['ROW', 'STEP', 'SCRIPT'],
    cellsOf: ({ row, action, slug }) => [row, action, slug],
  })
  return { ...result, data: { ...result.data, commentsLeftOut: skippedComments } }
}

/** The result of an import. Writes the result file first, because the run may have ended early. */
export async function importResult(
  terminal: Terminal,
  batch: RowBatch,
  { stream, resultFile }: { stream: boolean; resultFile: string | undefined },
): Promise<CommandResult> {
  if (resultFile !== undefined) {
    const lines = batch.outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`)
    await writeAtomic(resolve(resultFile), redact(lines.join('')))
  }
  try {
    return batchResult(terminal, batch, stream)
  } catch (error) {
    if (!(error instanceof KnownError) || !batch.ended) throw error
    throw error.withDetails({ ...(error.details as object), ...(batch.ended.details as object) })
  }
}

/** Notes a wait for a quota, and its longest duration. */
export function waitOptions(
  terminal: Terminal,
  maxWaitSeconds: number | undefined,
): ImportOptions['wait'] {
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

/** Reads the slugs of `--from-file`, one on each line. */
export async function readSlugList(
  file: string | undefined,
): Promise<ReadonlySet<string> | undefined> {
  if (file === undefined) return undefined
  const bytes = await readFileWithin('record', resolve(file), file).catch((cause) => {
    if (cause instanceof KnownError) throw cause
    throw usageError(`Cannot read the list ${file}.`, {
      code: 'TOPO_READ_FAILED',
      hint: 'Check that it is a file with a slug on each line.',
      cause,
    })
  })
  return new Set(
    requireText(bytes, file)
      .split(/\s+/)
      .filter((slug) => slug !== ''),
  )
}
