/** The state of each watched script, derived from events; input of the status view. */

import type { Advice } from '../../project/check/advice.ts'
import { fileSlugOf } from '../../project/script/metadata.ts'
import type { WatchEvent } from '../../project/watch/watch-send.ts'
import type { Finding } from '../../validator/index.ts'

export type ScriptState =
  | { kind: 'checking' | 'watching' | 'waiting' | 'gone' }
  | { kind: 'sent'; action: string; url: string | null; advice: Advice }
  | { kind: 'invalid'; errors: readonly LocatedError[] }
  | { kind: 'conflict' | 'remote-ahead' | 'failed'; reason: string; hint: string | null }

export interface LocatedError extends Pick<Finding, 'message' | 'fix'> {
  /** `path:line:column`, which editors and terminals can open. */
  readonly place: string
}

export interface BoardRow {
  readonly path: string
  slug: string
  state: ScriptState
  /** Time of the last change of state, in milliseconds. */
  since: number
}

export class Board {
  readonly #now: () => number
  readonly #errorsOf: (event: Extract<WatchEvent, { type: 'invalid' }>) => readonly LocatedError[]
  readonly #rows = new Map<string, BoardRow>()
  #away: { message: string; seconds: number } | undefined
  /** The last note, until the next event. */
  note: string | undefined

  constructor(
    now: () => number,
    errorsOf: (event: Extract<WatchEvent, { type: 'invalid' }>) => readonly LocatedError[],
  ) {
    this.#now = now
    this.#errorsOf = errorsOf
  }

  /** Sorted by path. */
  get rows(): BoardRow[] {
    return [...this.#rows.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** Why scripts wait for the service; undefined if none waits. */
  get away(): { message: string; seconds: number } | undefined {
    return [...this.#rows.values()].some(({ state }) => state.kind === 'waiting') ? this.#away : undefined
  }

  update(event: WatchEvent): void {
    this.note = undefined
    switch (event.type) {
      case 'watching':
        for (const path of event.paths) this.#set(path, { kind: 'checking' })
        return
      case 'checking':
        // A retry during an outage still counts as waiting.
        if (this.#rows.get(event.path)?.state.kind !== 'waiting') this.#set(event.path, { kind: 'checking' })
        return
      case 'invalid':
        this.#set(event.path, { kind: 'invalid', errors: this.#errorsOf(event) }, event.checked.script.slug)
        return
      case 'offline':
        this.#away = { message: event.error.message, seconds: event.seconds }
        for (const path of event.paths) this.#set(path, { kind: 'waiting' })
        return
      case 'gone':
        this.#set(event.path, { kind: 'gone' })
        return
      case 'online':
        return
    }
    const { path, slug, action, url, reason, hint } = event.outcome
    if (path === null) return
    if (event.type === 'unchanged') this.#set(path, { kind: 'watching' }, slug)
    else if (event.type === 'sent') {
      this.#set(path, { kind: 'sent', action, url, advice: event.advice }, slug)
    } else this.#set(path, { kind: event.type, reason, hint }, slug)
  }

  #set(path: string, state: ScriptState, slug?: string): void {
    const known = this.#rows.get(path)
    this.#rows.set(path, { path, slug: slug ?? known?.slug ?? fileSlugOf(path), state, since: this.#now() })
  }
}
