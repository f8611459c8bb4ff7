/** Result of a command: JSON for programs, text for people. */
import type { ExitCode } from '../../errors.ts'
import type { Channel } from '../io/channel.ts'

export interface CommandResult {
  /** The JSON document of `--json`: the resource itself, or `{ items, totalCount }` for a list. */
  data: object
  /** Text for people; an empty text prints nothing. */
  text(out: Channel): string
  /**
   * The same in pieces of whole lines, with a final newline; printed instead, because it may have
   * many megabytes.
   */
  pieces?(out: Channel): Iterable<string>
  /** Sentences: a terminal breaks their lines between words. */
  isProse?: true
  /** A sentence for an empty list, instead of "No results." */
  whenEmpty?: string
  exitCode?: ExitCode
  /** A sentence at the end of the text, if the text does not say why the exit code is not 0. */
  whyFailed?: string | undefined
  /** The last line of a log: in a pipe it goes to stderr, because rows there have no summary. */
  totals?: string
  /** The usual next command; printed to stderr. */
  nextStep?: string
}
