/** Table of outcomes for push, pull and other batches, and the prompt for conflicts. */

import { readErrorBody } from '../../api/answers/parse-error-body.ts'
import { ExitCode, type KnownError } from '../../errors.ts'
import type { Advice } from '../../project/check/advice.ts'
import type { ConflictPolicy } from '../../sync/plan/conflicts.ts'
import {
  type Action,
  countsByAction,
  exitCodeOf,
  isDone,
  OUTCOMES,
  type Outcome,
} from '../../sync/plan/outcome.ts'
import type { ConflictStep } from '../../sync/plan/plan.ts'
import type { Cost } from '../../sync/push/cost.ts'
import type { Batch } from '../../sync/send/batch.ts'
import { jsonText } from '../../text/safe/ci-commands.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { countedEach, joined } from '../../text/words.ts'
import { wrapText } from '../../text/wrap.ts'
import type { CommandResult } from '../command/result.ts'
import type { Channel, Style } from '../io/channel.ts'
import { promptText } from '../io/prompts.ts'
import { records } from '../io/table.ts'
import type { Terminal } from '../io/terminal.ts'
import { localAddress } from '../service/settings.ts'
import { noteAdvice, withAdvice } from './advice.ts'
import { batchError } from './batch-error.ts'
import { divergenceText } from './conflict-text.ts'
import { failureHints } from './outcome-hints.ts'

const styles: Record<(typeof OUTCOMES)[Action], Style> = {
  written: 'green',
  deleted: 'red',
  same: 'dim',
  open: 'yellow',
  trouble: 'red',
}

/** The result of a push has these beside the outcomes. */
interface PushFacts {
  /** The warnings in what was sent. */
  readonly advice: Advice
  /** Quotas that it needed, and their rest; empty if topo did not ask for them. */
  readonly quota: readonly Cost[]
}

/**
 * The result of a push or a pull.
 *
 * @param stream the outcomes were already printed as JSON lines
 * @throws KnownError the error that ended the batch early, with the outcomes, which are printed first
 */
export function batchResult(
  terminal: Terminal,
  batch: Batch,
  stream: boolean,
  { advice, quota = [] }: Partial<PushFacts> = {},
): CommandResult {
  const { outcomes, ended } = batch
  const exitCode = exitCodeOf(outcomes)
  const result = {
    ...outcomeData(outcomes),
    ...(advice && { advice }),
    ...(quota.length > 0 && { quota }),
  }
  const totals = stream ? undefined : totalsOf(outcomes.map(({ action }) => action))

  reportOutcomes(terminal, batch, totals)
  if (advice && !stream) noteAdvice(terminal, advice)
  if (ended)
    throw withResumeHint(ended, {
      progress: progressOf(outcomes),
      quota,
      now: terminal.clock.now(),
    }).withPartial(result)

  const data = { ...batchError(outcomes, exitCode), ...result }
  const { items: _items, ...summary } = data
  return {
    data,
    text: () =>
      stream
        ? jsonText({ type: 'summary', ...summary, exitCode }, 0)
        : withAdvice(outcomeText(terminal.out, outcomes), terminal.out, advice),
    exitCode,
    ...(totals !== undefined && { totals }),
  }
}

/**
 * Prints what the text of the result does not have: conflicts, warnings, and all outcomes of a batch that ended early.
 * @param totals undefined if the outcomes were already printed as JSON lines
 */
function reportOutcomes(
  terminal: Terminal,
  { outcomes, ended }: Batch,
  totals: string | undefined,
): void {
  const { out, json } = terminal
  const showsText = !json && totals !== undefined
  if (!out.isTerminal && showsText) showDivergences(terminal, outcomes)
  for (const { path, slug, warning } of outcomes) {
    if (warning !== undefined) terminal.note(`${forTerminal(path ?? slug)}: ${warning}`)
  }
  if (!out.isTerminal && showsText) showHints(terminal, outcomes)
  if (!ended || !showsText) return
  out.line(outcomeText(out, outcomes))
  if (!out.isTerminal) terminal.note(totals)
}

/** The next step of a push to the local service, whose scripts have no address yet. */
export function wayToPicture(address: string, outcomes: readonly Outcome[]): { nextStep?: string } {
  if (address !== localAddress || exitCodeOf(outcomes) !== ExitCode.ok) return {}
  const slug = outcomes.length === 1 ? ` ${forTerminal(outcomes[0]?.slug ?? '')}` : ''
  return { nextStep: `topo open --local${slug}` }
}

/** Counts the scripts that a resumed run will not repeat. */
const progressOf = (outcomes: readonly Outcome[]): string =>
  `${outcomes.filter(({ action }) => action !== 'not-done').length} of ${outcomes.length}`

/** Prints conflicts to stderr, for the log of a run whose output goes to a pipe. */
function showDivergences({ err }: Terminal, outcomes: readonly Outcome[]): void {
  for (const { path, slug, reason, divergence } of outcomes) {
    if (divergence)
      err.line(
        `${forTerminal(path ?? slug)}: ${forTerminal(reason)}\n${divergenceText(divergence, err)}`,
      )
  }
}

/** Prints the next steps to stderr, for the same log. */
function showHints({ err }: Terminal, outcomes: readonly Outcome[]): void {
  for (const hint of failureHints(outcomes))
    err.line(forTerminal(hint), `${err.style('cyan', 'hint')}  `)
}

/** A line for each script; unchanged scripts are only counted. */
export function outcomeText(out: Channel, outcomes: readonly Outcome[]): string {
  if (!out.isTerminal) return outcomeRecords(out, outcomes)
  const changes = outcomes.filter(({ action }) => action !== 'unchanged')
  const totals = totalsOf(outcomes.map(({ action }) => action))
  const lines = changes.flatMap((outcome) => outcomeLines(out, outcome))
  return [...lines, out.style('bold', totals)].join('\n')
}

function outcomeRecords(out: Channel, outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ action, slug, path, url, reason }) => [
    action,
    slug,
    path,
    url,
    reason,
  ])
  return records(out, ['RESULT', 'SCRIPT', 'FILE', 'URL', 'WHY'], rows)
}

/** The outcome, its conflict and its hint. */
function outcomeLines(out: Channel, outcome: Outcome): string[] {
  const { action, hint, divergence } = outcome
  const lead = `${out.style(styles[OUTCOMES[action]], action.padEnd(12))}  `
  const [script = '', ...more] = wordsOf(outcome).map(forTerminal)
  const facts = more.map((fact) => out.style('dim', fact))
  const text = [script, ...facts].join('  ')
  const lines = [wrapText(text, out.width, lead)]

  if (divergence) lines.push(divergenceText(divergence, out))
  if (hint !== null) {
    const hintLead = `${' '.repeat(14)}${out.style('cyan', 'hint')}  `
    lines.push(wrapText(forTerminal(hint), out.width, hintLead))
  }
  return lines
}

/** Words of a line behind the outcome: name, rename, then URL or reason. */
function wordsOf({ action, slug, renamedFrom, path, url, reason }: Outcome): string[] {
  const rename = renamedFrom === undefined ? '' : `${renamedFrom} → ${slug}`
  return [path ?? slug, rename, url ?? (isDone(action) ? '' : reason)].filter(Boolean)
}

/** Such as "12 updated, 3 created". */
export const totalsOf = (words: readonly string[]): string => countedEach(words) || 'Nothing to do'

/** A list document with the count of each action. */
export const outcomeData = (outcomes: readonly Outcome[]) => ({
  items: outcomes,
  totalCount: outcomes.length,
  counts: countsByAction(outcomes),
})

/** Names that `--fields` accepts. */
export const outcomeFields = [
  'path',
  'slug',
  'action',
  'reason',
  'id',
  'url',
  'updatedAt',
  'error',
  'hint',
  'warning',
  'renamedFrom',
  'divergence',
  'exitCode',
] satisfies (keyof Outcome)[]

export const conflictPolicies = ['ask', 'fail', 'overwrite', 'skip'] as const
export type ConflictChoice = (typeof conflictPolicies)[number]

/**
 * Resolves each conflict: by the flag, by a prompt on a terminal, and with `fail` elsewhere.
 * @param offersMerge true if `topo pull` can merge both versions
 */
export function conflictResolver(
  terminal: Terminal,
  flag: ConflictChoice | undefined,
  offersMerge = false,
) {
  const merge = offersMerge ? ', skip and [m]erge with topo pull' : ''
  const choice = flag ?? (terminal.interactive ? 'ask' : 'fail')
  return async (step: ConflictStep): Promise<ConflictPolicy> => {
    if (choice !== 'ask') return choice
    if (step.divergence) terminal.err.line(divergenceText(step.divergence, terminal.err))
    const question = `${forTerminal(step.path)}: ${step.reason}. [o]verwrite the service, [s]kip${merge}, or [f]ail?`
    const answer = (await promptText(terminal, question, '--on-conflict')).toLowerCase()
    // The person has seen the remote version.
    if (answer.startsWith('o')) return 'adopt'
    const merges = offersMerge && answer.startsWith('m')
    if (merges) terminal.note(`Not sent. Next: topo pull ${forTerminal(step.slug)} --merge`)
    return merges || answer.startsWith('s') ? 'skip' : 'fail'
  }
}

interface Resumption {
  /** Such as `498 of 522`. */
  readonly progress: string
  readonly quota: readonly Cost[]
  readonly now: number
}

/** Adds to the error that ended a batch early when to resume it. */
function withResumeHint(ended: KnownError, { progress, quota, now }: Resumption): KnownError {
  const { retryAfter, hint } = ended
  const after = retryAfter === undefined ? '' : ` after ${clockTime(now + retryAfter * 1000, now)}`
  const again = `${progress}; run again${after} to resume.`
  return ended.withHint(joined(' ', again, freeAgain(ended, quota, now), hint))
}

/**
 * When a quota that is used up is free again; undefined if the service does not tell its window.
 */
function freeAgain({ details }: KnownError, quota: readonly Cost[], now: number) {
  const { quota: name } = readErrorBody(details)
  const { windowSeconds } = quota.find(({ key }) => key === name) ?? {}
  if (windowSeconds === undefined) return undefined
  const last = clockTime(now + windowSeconds * 1000, now)
  return `${name} counts the last ${windowSeconds / 3600} h: all of it is free again at ${last}, and a part may be earlier.`
}

/** Rounds up to a whole minute; adds the date unless it is today. */
function clockTime(milliseconds: number, now: number): string {
  const moment = new Date(Math.ceil(milliseconds / 60_000) * 60_000)
  const time = moment.toTimeString().slice(0, 5)
  const day = moment.toDateString()
  return day === new Date(now).toDateString() ? time : `${time} (${day})`
}
