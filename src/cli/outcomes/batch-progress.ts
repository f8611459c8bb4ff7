/** Progress of a batch: a bar for people, a JSON line per script for programs. */
import type { Interfaces } from '@oclif/core'
import { boolean, integer } from '@oclif/core/flags'
import { type ExitCode, KnownError } from '../../errors.ts'
import type { Outcome } from '../../sync/plan/outcome.ts'
import type { Pace } from '../../sync/send/batch.ts'
import { Unanswered, unansweredInWords } from '../../sync/send/unanswered.ts'
import { jsonText } from '../../text/safe/ci-commands.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { joined } from '../../text/words.ts'
import { rare } from '../command/flags/flags.ts'
import { failureDocument } from '../io/failure.ts'
import { onInterrupt } from '../io/process/signals.ts'
import type { Terminal } from '../io/terminal.ts'
import { outcomeData, outcomeText } from './outcome-table.ts'

export const concurrencyFlag = {
  concurrency: integer({
    ...rare,
    default: 4,
    min: 1,
    max: 32,
    helpValue: 'N',
    summary: 'Number of parallel requests.',
  }),
}

export const paceFlags = {
  ...concurrencyFlag,
  'json-stream': boolean({
    ...rare,
    exclusive: ['json'],
    summary: 'Print a JSON line for each script when it is done, then a summary line.',
  }),
}

type PaceChoice = Interfaces.InferredFlags<typeof paceFlags>

/** Label of the progress; also says if the batch sends scripts. */
const BATCHES = {
  Pushing: { sends: true },
  Importing: { sends: true },
  Pulling: { sends: false },
  Exporting: { sends: false },
} as const

type BatchName = keyof typeof BATCHES

/** A signal that ends the batch reports its progress, and which scripts have no answer yet. */
export function paceOf(terminal: Terminal, doing: BatchName, choice: PaceChoice): Pace {
  const progress = new BatchProgress(terminal, doing, choice['json-stream'])
  onInterrupt((exitCode) => progress.interrupt(exitCode))
  return {
    concurrency: choice.concurrency,
    onBegin: (total) => progress.begin(total),
    onOutcome: (outcome) => progress.add(outcome),
    ...(BATCHES[doing].sends && { unanswered: progress.unanswered }),
  }
}

class BatchProgress {
  readonly unanswered = new Unanswered()
  readonly #terminal: Terminal
  readonly #doing: BatchName
  readonly #isStream: boolean
  readonly #outcomes: Outcome[] = []
  #total = 0

  constructor(terminal: Terminal, doing: BatchName, isStream: boolean) {
    this.#terminal = terminal
    this.#doing = doing
    this.#isStream = isStream
  }

  begin(total: number): void {
    this.#total = Math.max(this.#total, total + this.#outcomes.length)
    this.#terminal.activity.begin(this.#doing, total)
  }

  add(outcome: Outcome): void {
    this.#terminal.activity.advance()
    this.#outcomes.push(outcome)
    if (this.#isStream) this.#terminal.out.line(jsonText({ type: 'outcome', ...outcome }, 0))
  }

  interrupt(exitCode: ExitCode): void {
    const { activity, out, err, json } = this.#terminal
    activity.end()
    const done = this.#outcomes
    const progress = this.#total === 0 ? 'nothing was done yet' : `${done.length} of ${this.#total}`
    const interrupted = `${this.#doing} was interrupted: ${progress}`
    const unanswered = this.unanswered.names()
    const uncertain = unansweredInWords(unanswered)
    if (json || this.#isStream) {
      const error = new KnownError(joined(' ', `${interrupted}.`, uncertain), {
        code: 'TOPO_INTERRUPTED',
        exitCode,
        hint: joined(' ', 'Run the same command again to resume.', uncertain && LOOKS_FIRST),
      }).withPartial({ ...outcomeData(done), unanswered })
      const document = failureDocument(error)
      out.line(
        this.#isStream ? jsonText({ type: 'error', error: document.error }, 0) : jsonText(document),
      )
    } else if (done.length > 0) out.line(outcomeText(out, done))
    err.line(`${interrupted}; run the same command again to resume.`)
    if (uncertain !== undefined) err.line(forTerminal(`${uncertain} ${LOOKS_FIRST}`))
  }
}

const LOOKS_FIRST = 'The next run looks there before it sends them again.'
