/** What a command returns: JSON for programs and text for people. */
import type { ExitCode } from '../../errors.ts'
import type { Channel } from '../io/channel.ts'

export interface CommandResult {
  /** The JSON document of `--json`: the resource itself, or `{ items, totalCount }` for a list. */
  data: object
  /** The same for people; nothing is printed for an empty text. */
  text(out: Channel): string
  exitCode?: ExitCode
  /** What people usually do next; shown on a terminal only. */
  nextStep?: string
}
