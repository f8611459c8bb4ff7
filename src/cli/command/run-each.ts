/** Runs an action for each name on the command line, and lists the result of each. */
import { DryRunStop } from '../../api/transport.ts'
import { ExitCode, endsRun, KnownError } from '../../errors.ts'
import { forTerminal } from '../../text/for-terminal.ts'
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

/**
 * Runs one after the other. With one name its error is thrown; with several it is listed, and the exit code is 1.
 *
 * @param done the word for success, also the name of the boolean in the JSON
 * @param lineOf the line of a success, instead of this word with slug and id
 * @throws KnownError an error that would stop every further request too; its details are the list so far
 */
export async function runForEach<Done extends { id: string; slug?: string }>(
  terminal: Terminal,
  given: readonly string[],
  done: string,
  carryOut: (name: string) => Promise<Done>,
  lineOf?: (item: Done, out: Channel) => string,
): Promise<CommandResult> {
  const names = [...new Set(given)]
  const items: Item[] = []
  const linesOf = (some: readonly Item[]) => (out: Channel) =>
    some
      .map((item) =>
        lineOf && item.error === null
          ? lineOf(item as Item & Done, out)
          : itemLine(out, item, done),
      )
      .join('\n')
  const dryRuns: DryRunStop[] = []
  for (const name of names) {
    const item = { name, id: null, [done]: false, error: null, reason: null, hint: null }
    items.push(item)
    try {
      Object.assign(item, { [done]: true }, await carryOut(name))
    } catch (error) {
      if (error instanceof DryRunStop) {
        dryRuns.push(error)
        continue
      }
      if (!(error instanceof KnownError) || names.length === 1) throw error
      Object.assign(item, { error: error.code, reason: error.message, hint: error.hint ?? null })
      if (!endsRun(error)) continue
      const notDone = names.slice(items.length)
      if (!terminal.json)
        terminal.out.line(
          [
            linesOf(items)(terminal.out),
            ...notDone.map((one) => notDoneLine(terminal.out, one)),
          ].join('\n'),
        )
      throw error.withDetails({ ...listOf(items), notDone })
    }
  }
  const exitCode = items.some(({ error }) => error !== null) ? ExitCode.refused : ExitCode.ok
  return dryRuns.length > 0
    ? { ...dryRunResults(dryRuns, items, linesOf), exitCode }
    : { data: listOf(items), text: linesOf(items), exitCode }
}

const listOf = (items: readonly Item[]) => ({ items, totalCount: items.length })

/** Requests that `--dry-run` did not send, and names that failed before a request. */
function dryRunResults(
  dryRuns: readonly DryRunStop[],
  items: readonly Item[],
  linesOf: (some: readonly Item[]) => (out: Channel) => string,
): CommandResult {
  const failed = items.filter(({ error }) => error !== null)
  const requests = dryRuns.map(({ exchange: { method, path, body } }) => ({
    method,
    path,
    body: body ?? null,
  }))
  return {
    data: { dryRun: true, requests, ...listOf(failed) },
    text: (out) =>
      [
        ...dryRuns.map((one) => dryRunResult(one).text(out)),
        ...(failed.length === 0 ? [] : [linesOf(failed)(out)]),
      ].join('\n'),
  }
}

const notDoneLine = (out: Channel, name: string): string =>
  out.isTerminal
    ? `${out.style('yellow', 'not-done')} ${forTerminal(name)}`
    : `not-done\t${forTerminal(name)}\t`

function itemLine(
  out: Channel,
  { name, id, slug = name, error, reason, hint }: Item,
  done: string,
): string {
  const [word, what, more] = [
    error === null ? done : 'failed',
    slug,
    error === null ? id : reason,
  ].map((text) => forTerminal(text ?? '')) as [string, string, string]
  if (!out.isTerminal) return [word, what, more].join('\t')
  const style = error === null ? 'green' : 'red'
  const below = (lead: string, text: string) => wrapText(text, out.width, lead)
  const line = below(
    `${out.style(style, word.padEnd(8))} `,
    error === null ? what : `${what}  ${more}`,
  )
  return hint === null
    ? line
    : `${line}\n${below(`${' '.repeat(9)}${out.style('cyan', 'hint')}  `, forTerminal(hint))}`
}
