/** Keeps which scripts are being sent, so that a run that is cut short can name those without an answer. */
import { enumeration } from '../../text/alternatives.ts'
import type { Outcome } from '../plan/outcome.ts'

/** A longer list is cut, and the rest is counted. */
const MOST_NAMES = 8

export class Unanswered {
  readonly #names = new Set<string>()
  #sent: ReadonlySet<string> | undefined

  /** Other scripts need no write: they are left out. */
  limitTo(sent: ReadonlySet<string>): void {
    this.#sent = sent
  }

  begin(script: string): void {
    if (this.#sent?.has(script) !== false) this.#names.add(script)
  }

  end(script: string): void {
    this.#names.delete(script)
  }

  /** The scripts that the service may have received or not. */
  names(): string[] {
    return [...this.#names].sort()
  }
}

/** Name of a script in `Unanswered`: its path, or its slug without one. */
export const scriptNameOf = ({ path, slug }: Pick<Outcome, 'path' | 'slug'>): string => path ?? slug

/** One sentence about scripts without an answer; undefined for none. */
export function unansweredInWords(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const rest = names.length - MOST_NAMES
  const shown = rest > 0 ? [...names.slice(0, MOST_NAMES), `${rest} more`] : names
  const change = names.length === 1 ? 'this change' : 'these changes'
  return `No answer yet for ${enumeration(shown)}: the service may have ${change} or not.`
}
