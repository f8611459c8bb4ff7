/** What is written where: results to stdout, everything else to stderr, colour by stream, secrets never. */
import { Activity } from './activity.ts'
import { Channel } from './channel.ts'
import type { Environment } from './environment.ts'

export interface TerminalOptions {
  json: boolean
  quiet: boolean
  noColor: boolean
  noInput: boolean
}

export class Terminal {
  readonly out: Channel
  readonly err: Channel
  readonly json: boolean
  readonly quiet: boolean
  /** A prompt can be answered: both ends are terminals, and nobody said that there is no one. */
  readonly interactive: boolean
  /** What is shown may be drawn anew in its place: somebody looks at it, and wants more than the result. */
  readonly redraws: boolean
  readonly activity: Activity
  #showNote = (text: string) => this.err.line(text)

  constructor(environment: Environment, options: TerminalOptions) {
    const colored = (stream: NodeJS.WriteStream) =>
      !options.noColor &&
      !environment.noColor &&
      (environment.forceColor || (stream.isTTY === true && !environment.ci))
    this.out = new Channel(process.stdout, !options.json && colored(process.stdout))
    this.err = new Channel(process.stderr, colored(process.stderr))
    this.json = options.json
    this.quiet = options.quiet
    this.interactive =
      process.stdin.isTTY === true &&
      this.err.isTerminal &&
      !environment.ci &&
      !environment.noInput &&
      !options.noInput &&
      !options.json
    this.redraws =
      this.out.isTerminal && !environment.ci && !environment.dumbTerminal && !options.json && !options.quiet
    this.activity = new Activity(this.err, {
      shown: !options.quiet,
      drawn: this.err.isTerminal && !environment.ci,
    })
  }

  /** A remark beside the result: to stderr, and not with `--quiet`. */
  note(text: string): void {
    if (!this.quiet) this.#showNote(text)
  }

  /** From now on remarks are shown by somebody who draws, and would be drawn over. */
  divertNotes(show: (text: string) => void): void {
    this.#showNote = show
  }

  /** What to do next, for people only. */
  hint(text: string): void {
    if (this.out.isTerminal && !this.json) this.note(this.err.style('dim', text))
  }
}

const secrets = new Set<string>()

/** The keys of the demo world are in the documentation. */
const demoPrefix = 'ca_demo_'

/** From now on this value never reaches an output. */
export function keepSecret(value: string | undefined): void {
  // A part of it on a line of its own is as bad.
  for (const part of value?.split(/\s+/) ?? []) {
    if (part.length < 4 || part.startsWith(demoPrefix)) continue
    secrets.add(part)
    // As it stands in an address.
    secrets.add(encodeURIComponent(part))
  }
}

/**
 * Redacts everything that this process writes, libraries included: known secrets, and on stderr whatever looks like an
 * API key. Called once for each command line, before any secret is known.
 */
export function guardOutput(): void {
  secrets.clear()
  guard(process.stdout, redact)
  guard(process.stderr, (text) => redact(text).replace(likeKey, 'ca_[REDACTED]'))
}

function guard(stream: NodeJS.WriteStream, clean: (text: string) => string): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean
  stream.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? clean(chunk) : chunk, ...rest)) as typeof stream.write
}

/** A key that was pasted in the wrong place. Not looked for in results, where an id may be called `ca_server`. */
const likeKey = /\bca_[A-Za-z0-9]{20,}\b/g

export function redact(text: string): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, '[REDACTED]')
  return clean
}
