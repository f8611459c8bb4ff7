/** Runs an action for each name on the command line, and lists the result of each. */
import { DryRunStop } from '../../api/transport/transport.ts'
import { ExitCode, endsRun, KnownError } from '../../errors.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { wrapText } from '../../text/wrap.ts'
import type { Channel } from '../io/channel.ts'
import type { Terminal } from '../io/terminal.ts'
import { dryRunResult } from './dry-run.ts'
import type { CommandResult } from './result.ts'

interface Item {
  /** The name that was typed. */
  name: string
  id: string | null
  slug?: string
  /** Code of the error, if it failed. */
  error: string | null
  reason: string | null
  hint: string | null
}

/** Names that `--fields` accepts, besides the command's own. */
export const eachFields = ['name', 'id', 'error', 'reason', 'hint'] satisfies (keyof Item)[]

/** The action for each name on the command line. */
export interface EachTask<Done> {
  /** The names that people typed; a repeated name is processed once. */
  readonly names: readonly string[]
  /** The word for success, also the name of the boolean in the JSON. */
  readonly done: string
  readonly carryOut: (name: string) => Promise<Done>
  /** The line of a success, instead of the word with slug and id. */
  readonly lineOf?: (item: Done, out: Channel) => string
}

type WriteLines = (items: readonly Item[], out: Channel) => string

/**
 * Runs one after the other. With one name its error is thrown; with several it is listed, and the exit code is 1.
 *
 * @throws KnownError an error that would stop every further request too; its details are the list so far
 */
export async function runForEach<Done extends { id: string; slug?: string }>(
  terminal: Terminal,
  task: EachTask<Done>,
): Promise<CommandResult> {
  const names = [...new Set(task.names)]
  const writeLines = linesWriter(task)
  const items: Item[] = []
  const dryRuns: DryRunStop[] = []

  for (const name of names) {
    const item = newItem(name, task.done)
    items.push(item)
    const stop = await carryOutInto(item, task)
    if (stop === undefined) continue
    if (stop instanceof DryRunStop) {
      dryRuns.push(stop)
      continue
    }
    if (names.length === 1) throw stop
    Object.assign(item, { error: stop.code, reason: stop.message, hint: stop.hint ?? null })
    if (!endsRun(stop)) continue

    const notDone = names.slice(items.length)
    if (!terminal.json) printUnfinished(terminal.out, writeLines(items, terminal.out), notDone)
    throw stop.withDetails({ ...listOf(items), notDone })
  }

  const exitCode = items.some(({ error }) => error !== null) ? ExitCode.refused : ExitCode.ok
  if (dryRuns.length > 0) return { ...dryRunResults(dryRuns, items, writeLines), exitCode }
  return { data: listOf(items), text: (out) => writeLines(items, out), exitCode }
}

const newItem = (name: string, done: string): Item => {
  const flag = { [done]: false }
  return { name, id: null, ...flag, error: null, reason: null, hint: null }
}

/** Completes the item. Returns what stopped it, if the list can show that. */
async function carryOutInto<Done>(
  item: Item,
  { done, carryOut }: EachTask<Done>,
): Promise<DryRunStop | KnownError | undefined> {
  try {
    Object.assign(item, { [done]: true }, await carryOut(item.name))
    return undefined
  } catch (error) {
    if (error instanceof DryRunStop || error instanceof KnownError) return error
    throw error
  }
}

function linesWriter<Done>({ done, lineOf }: EachTask<Done>): WriteLines {
  const writeLine = (item: Item, out: Channel) =>
    lineOf && item.error === null ? lineOf(item as Item & Done, out) : itemLine(out, item, done)
  return (items, out) => items.map((item) => writeLine(item, out)).join('\n')
}

function printUnfinished(out: Channel, lines: string, notDone: readonly string[]): void {
  const notDoneLines = notDone.map((name) => notDoneLine(out, name))
  out.line([lines, ...notDoneLines].join('\n'))
}

const listOf = (items: readonly Item[]) => ({ items, totalCount: items.length })

/** Requests that `--dry-run` did not send, and names that failed before a request. */
function dryRunResults(
  dryRuns: readonly DryRunStop[],
  items: readonly Item[],
  writeLines: WriteLines,
): CommandResult {
  const failed = items.filter(({ error }) => error !== null)
  const requests = dryRuns.map(({ exchange: { method, path, body } }) => ({
    method,
    path,
    body: body ?? null,
  }))
  return {
    data: { dryRun: true, requests, ...listOf(failed) },
    text: (out) => {
      const lines = dryRuns.map((dryRun) => dryRunResult(dryRun).text(out))
      if (failed.length > 0) lines.push(writeLines(failed, out))
      return lines.join('\n')
    },
  }
}

const notDoneLine = (out: Channel, name: string): string =>
  out.isTerminal
    ? `${out.style('yellow', 'not-done')} ${forTerminal(name)}`
    : `not-done\t${forTerminal(name)}\t`

function itemLine(out: Channel, item: Item, done: string): string {
  const { name, id, slug = name, error, reason, hint } = item
  const word = forTerminal(error === null ? done : 'failed')
  const script = forTerminal(slug)
  const more = forTerminal((error === null ? id : reason) ?? '')
  if (!out.isTerminal) return [word, script, more].join('\t')

  const style = error === null ? 'green' : 'red'
  const lead = `${out.style(style, word.padEnd(8))} `
  const line = wrapText(error === null ? script : `${script}  ${more}`, out.width, lead)
  if (hint === null) return line

  const hintLead = `${' '.repeat(9)}${out.style('cyan', 'hint')}  `
  return `${line}\n${wrapText(forTerminal(hint), out.width, hintLead)}`
}
