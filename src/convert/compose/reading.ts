/** The state of one run of the reader: what it leaves out, and how much it may still do. */
import type { LeftOut } from '../drawing/drawing.ts'
import { unreadable } from '../drawing/unreadable.ts'
import { type ComposeVariables, noVariables, replaceVariables } from './variables.ts'

export interface ComposeValue {
  readonly line: number
  readonly tag?: string | undefined
  readonly text?: string
  readonly items?: readonly ComposeValue[]
  readonly entries?: ReadonlyMap<string, ComposeValue>
  /** Those of its file, which its texts use. */
  readonly variables?: ComposeVariables | undefined
}

/** Entries that a run walks through: a file of a hundred services has some thousands. */
const MOST_ENTRIES = 200_000

export const notCompose = (why: string, line = 1) =>
  unreadable(line, why, 'Check it with: docker compose config')

export class Reading {
  readonly leftOut: LeftOut[] = []
  readonly #told = new Set<string>()
  #spent = 0

  tell(line: number, what: string): void {
    if (this.#told.has(what)) return
    this.#told.add(what)
    this.leftOut.push({ line, what })
  }

  spend(entries: number): void {
    this.#spent += entries
    if (this.#spent > MOST_ENTRIES) throw notCompose('its aliases repeat too much')
  }

  /** A map; a list of `KEY=value` or `KEY` is one too. */
  entries(value: ComposeValue | undefined): ReadonlyMap<string, ComposeValue> {
    const items = value?.items ?? []
    this.spend(items.length + (value?.entries?.size ?? 0))
    if (value?.entries) return value.entries
    return new Map(
      items.map(({ text = '', line, variables }) => {
        const [key = '', ...set] = text.split('=')
        if (set.length === 0) return [key, { line, variables }]
        return [key, { line, variables, text: set.join('=') }]
      }),
    )
  }

  /** A list; a single text is a list of one. */
  items(value: ComposeValue | undefined): readonly ComposeValue[] {
    this.spend(value?.items?.length ?? 1)
    return value?.items ?? (value?.text === undefined ? [] : [value])
  }

  /** With variables as Compose replaces them: by the file `.env`, by a default, or by nothing. */
  text(value: ComposeValue | undefined): string {
    return this.#replaceVariables(value, () => '')
  }

  /**
   * A text with hosts in it. A variable that is not set stands for an unknown host. So names with different variables are
   * different hosts, and an empty name is no host.
   */
  hostText(value: ComposeValue | undefined): string {
    return this.#replaceVariables(value, hostOfVariable)
  }

  #replaceVariables(value: ComposeValue | undefined, ofUnset: (name: string) => string): string {
    return replaceVariables(value?.text ?? '', value?.variables ?? noVariables, (name) => {
      this.tell(value?.line ?? 1, `variable ${name}, which is not set here`)
      return ofUnset(name)
    })
  }
}

const hostOfVariable = (name: string): string => `__unset_${name}__`

/** True if a part of this host is a variable that is not set. */
export const isUnsetHost = (host: string): boolean => /__unset_\w+?__/.test(host)
