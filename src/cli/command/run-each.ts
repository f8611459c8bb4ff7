/** Several things named on one command line: each is done on its own, and the answer lists every one. */
import { DryRunStop } from '../../api/transport.ts'
import { ExitCode, endsRun, KnownError } from '../../errors.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Channel } from '../io/channel.ts'
import type { Terminal } from '../io/terminal.ts'
import { dryRunResult } from './dry-run.ts'
import type { CommandResult } from './result.ts'

interface Item {
  /** As it was given. */
  name: string
  id: string | null
  slug?: string
  /** The code of the error, where there was one. */
  error: string | null
  reason: string | null
  hint: string | null
}

/** What `--fields` may name, besides what the command itself says of each thing. */
export const eachFields = ['name', 'id', 'error', 'reason', 'hint'] satisfies (keyof Item)[]

/**
 * One after the other. What is wrong with the only one is thrown as it is; of several, one's trouble is its own,
 * and makes the exit code 1.
 *
 * @param done the word for success, which is also the name of the yes or no in the answer
 * @throws KnownError what every further request would meet, with the list so far as its details
 */
export async function runForEach(
  terminal: Terminal,
  given: readonly string[],
  done: string,
  carryOut: (name: string) => Promise<{ id: string; slug?: string }>,
): Promise<CommandResult> {
  const names = [...new Set(given)]
  const items: Item[] = []
  const withheld: DryRunStop[] = []
  for (const name of names) {
    const item = { name, id: null, [done]: false, error: null, reason: null, hint: null }
    items.push(item)
    try {
      Object.assign(item, await carryOut(name), { [done]: true })
    } catch (error) {
      if (error instanceof DryRunStop) {
        withheld.push(error)
        continue
      }
      if (!(error instanceof KnownError) || names.length === 1) throw error
      Object.assign(item, { error: error.code, reason: error.message, hint: error.hint ?? null })
      if (!endsRun(error)) continue
      if (!terminal.json) terminal.out.line(itemLines(terminal.out, items, done))
      throw error.withDetails({ ...listOf(items), notDone: names.slice(items.length) })
    }
  }
  const exitCode = items.some(({ error }) => error !== null) ? ExitCode.refused : ExitCode.ok
  return withheld.length > 0
    ? { ...withheldAnswers(withheld, items, done), exitCode }
    : { data: listOf(items), text: (out) => itemLines(out, items, done), exitCode }
}

const listOf = (items: readonly Item[]) => ({ items, totalCount: items.length })

/** The requests that `--dry-run` kept back, and what would not have come to one. */
function withheldAnswers(
  withheld: readonly DryRunStop[],
  items: readonly Item[],
  done: string,
): CommandResult {
  const failed = items.filter(({ error }) => error !== null)
  const requests = withheld.map(({ exchange: { method, path, body } }) => ({
    method,
    path,
    body: body ?? null,
  }))
  return {
    data: { dryRun: true, requests, ...listOf(failed) },
    text: (out) =>
      [
        ...withheld.map((one) => dryRunResult(one).text(out)),
        ...(failed.length === 0 ? [] : [itemLines(out, failed, done)]),
      ].join('\n'),
  }
}

function itemLines(out: Channel, items: readonly Item[], done: string): string {
  return items.map((item) => itemLine(out, item, done)).join('\n')
}

function itemLine(out: Channel, { name, id, slug = name, error, reason, hint }: Item, done: string): string {
  const [word, what, more] = [error === null ? done : 'failed', slug, error === null ? id : reason].map(
    (text) => forTerminal(text ?? ''),
  ) as [string, string, string]
  if (!out.isTerminal) return [word, what, more].join('\t')
  const style = error === null ? 'green' : 'red'
  const line = `${out.style(style, word.padEnd(8))} ${what}${error === null ? '' : `  ${more}`}`
  return hint === null ? line : `${line}\n${' '.repeat(9)}${out.style('cyan', 'hint')}  ${forTerminal(hint)}`
}
