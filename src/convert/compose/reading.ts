/** The state of one run of the reader: what it leaves out, and how much it may still do. */
import type { LeftOut } from '../drawing/drawing.ts'
import { unreadable } from '../drawing/unreadable.ts'

export interface ComposeValue {
  readonly line: number
  readonly tag?: string | undefined
  readonly text?: string
  readonly items?: readonly ComposeValue[]
  readonly entries?: ReadonlyMap<string, ComposeValue>
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
      items.map(({ text = '', line }) => {
        const [key = '', ...set] = text.split('=')
        return [key, set.length > 0 ? { line, text: set.join('=') } : { line }]
      }),
    )
  }

  /** A list; a single text is a list of one. */
  items(value: ComposeValue | undefined): readonly ComposeValue[] {
    this.spend(value?.items?.length ?? 1)
    return value?.items ?? (value?.text === undefined ? [] : [value])
  }

  /** With variables as compose replaces them if none is set. */
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
    let text = value?.text?.replaceAll('$$', '\0') ?? ''
    const replace = (_: string, name: string, operator = '', other = '') => {
      this.tell(value?.line ?? 1, `variable ${name}, which is not set here`)
      if (operator.endsWith('-')) return other
      // `${A:+b}` is empty without A.
      return operator.endsWith('+') ? '' : ofUnset(name)
    }
    // From the inside out: `${A:-${B:-x}}`.
    for (let depth = 0; depth < 10 && text.includes('${'); depth++) {
      text = text.replace(/\$\{(\w+)(?:(:?[-?+])([^{}]*))?\}/g, replace)
    }
    return text.replace(/\$(\w+)/g, (_, name: string) => replace('', name)).replaceAll('\0', '$')
  }
}

const hostOfVariable = (name: string): string => `__unset_${name}__`

/** True if a part of this host is a variable that is not set. */
export const isUnsetHost = (host: string): boolean => /__unset_\w+?__/.test(host)
