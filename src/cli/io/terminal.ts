/** Writes results to stdout and everything else to stderr, with colours per stream, and redacts secrets. */
import type { Clock } from '../../clock.ts'
import { linesIn } from '../../text/line-ends.ts'
import { Activity } from './activity.ts'
import { Channel } from './channel.ts'
import type { Environment } from './process/environment.ts'

export interface TerminalOptions {
  clock: Clock
  json: boolean
  quiet: boolean
  noColor: boolean
  noInput: boolean
}

export class Terminal {
  /** Commands take every time and every pause from it. */
  readonly clock: Clock
  readonly out: Channel
  readonly err: Channel
  readonly json: boolean
  readonly quiet: boolean
  /** True if topo can prompt: stdin and stderr are terminals, and no setting forbids it. */
  readonly interactive: boolean
  /** True if output may be redrawn in place: a person watches a terminal of known size, without `--quiet` and `--json`. */
  readonly redraws: boolean
  readonly activity: Activity
  #showNote = (text: string) => this.err.line(text)

  constructor(environment: Environment, options: TerminalOptions) {
    const colored = (stream: NodeJS.WriteStream) =>
      !options.noColor &&
      !environment.noColor &&
      (environment.forceColor || (stream.isTTY === true && !environment.ci))
    const { clock } = options
    this.clock = clock
    this.out = new Channel(process.stdout, clock, !options.json && colored(process.stdout))
    this.out.nameColumns = (names) => this.hint(names)
    this.err = new Channel(process.stderr, clock, colored(process.stderr), true)
    this.json = options.json
    this.quiet = options.quiet
    this.interactive =
      this.err.isTerminal &&
      !environment.ci &&
      !environment.noInput &&
      !options.noInput &&
      !options.json &&
      // Last, because Node takes milliseconds to open the stream.
      process.stdin.isTTY === true
    this.redraws =
      this.out.window !== undefined &&
      !environment.ci &&
      !environment.dumbTerminal &&
      !options.json &&
      !options.quiet
    this.activity = new Activity(this.err, { shown: !options.quiet, watched: !environment.ci })
  }

  /** Prints a note to stderr, unless `--quiet`. */
  note(text: string): void {
    if (!this.quiet) this.#showNote(text)
  }

  /** Prints a loss to stderr, also with `--quiet`: it is reported only once. */
  warn(text: string): void {
    this.#showNote(text)
  }

  /** Sends notes to a full-screen view, which would overdraw them on stderr. */
  divertNotes(show: (text: string) => void): void {
    this.#showNote = show
  }

  /** Prints a next step to stderr: people read the log of a pipe too. */
  hint(text: string): void {
    if (!this.json) this.note(this.err.style('dim', text))
  }
}

const secrets = new Set<string>()

/** The keys of the demo world are public: they are in the documentation. */
const demoPrefix = 'ca_demo_'

/** In place of a key, they show that it is missing; JSON and messages contain them. */
const harmlessWord = /^(null|true|false|none|undefined|(topo_)?api_key)$/i

/** Redacts this value from all output from now on. */
export function registerSecret(value: string | undefined): void {
  // Each word of it is secret too: it could be printed alone on a line.
  for (const part of value?.split(/\s+/) ?? []) {
    if (part.length < 4 || part.startsWith(demoPrefix) || harmlessWord.test(part)) continue
    secrets.add(part)
    // The forms in a URL and in JSON.
    secrets.add(encodeURIComponent(part))
    secrets.add(JSON.stringify(part).slice(1, -1))
  }
}

/** Redacts the values of `TOPO_HEADERS`, one `Name: value` per line. */
export function registerHeaderValues(text: string | undefined): void {
  for (const line of linesIn(text ?? '')) registerSecret(line.replace(/^[^:]*:/, ''))
}

/**
 * Redacts the output of this process, libraries included: known secrets, and on stderr anything that looks like an API
 * key. Called once for each command line, before any secret is known.
 */
export function redactOutput(): void {
  secrets.clear()
  guard(process.stdout, redact)
  guard(process.stderr, (text) => redact(text).replace(keyPattern, 'ca_[REDACTED]'))
}

function guard(stream: NodeJS.WriteStream, clean: (text: string) => string): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean
  stream.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? clean(chunk) : chunk, ...rest)) as typeof stream.write
}

/** A key that was pasted in the wrong place. Not redacted in results, where an id may be `ca_server`. */
const keyPattern = /\bca_[A-Za-z0-9]{20,}\b/g

export function redact(text: string): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, '[REDACTED]')
  return clean
}
