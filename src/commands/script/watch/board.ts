/** The state of each watched script, derived from events; input of the status view. */
import { sortedBy } from '../../../grouped.ts'
import type { Advice } from '../../../project/check/advice.ts'
import { fileSlugOf } from '../../../project/script/metadata.ts'
import type { WatchEvent } from '../../../sync/watch/watch-send.ts'
import type { Finding } from '../../../validator/index.ts'

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

type Invalid = Extract<WatchEvent, { type: 'invalid' }>
type Completed = Extract<
  WatchEvent,
  { type: 'unchanged' | 'sent' | 'conflict' | 'remote-ahead' | 'failed' }
>

export interface Outage {
  readonly message: string
  /** Until the next attempt. */
  readonly seconds: number
}

export class Board {
  /** The last note, until the next event. */
  note: string | undefined
  readonly #now: () => number
  readonly #errorsOf: (event: Invalid) => readonly LocatedError[]
  readonly #rows = new Map<string, BoardRow>()
  #outage: Outage | undefined

  constructor(now: () => number, errorsOf: (event: Invalid) => readonly LocatedError[]) {
    this.#now = now
    this.#errorsOf = errorsOf
  }

  /** Sorted by path. */
  get rows(): BoardRow[] {
    return sortedBy(this.#rows.values(), ({ path }) => path)
  }

  /** Why scripts wait for the service; undefined if none waits. */
  get away(): Outage | undefined {
    const isWaiting = [...this.#rows.values()].some(({ state }) => state.kind === 'waiting')
    return isWaiting ? this.#outage : undefined
  }

  update(event: WatchEvent): void {
    this.note = undefined
    switch (event.type) {
      case 'watching':
        for (const path of event.paths) this.#set(path, { kind: 'checking' })
        return
      case 'checking':
        this.#setChecking(event.path)
        return
      case 'invalid':
        this.#setInvalid(event)
        return
      case 'offline':
        this.#outage = { message: event.error.message, seconds: event.seconds }
        for (const path of event.paths) this.#set(path, { kind: 'waiting' })
        return
      case 'gone':
        this.#set(event.path, { kind: 'gone' })
        return
      case 'settings':
        this.note = event.error?.message
        return
      case 'online':
        return
      default:
        this.#setCompleted(event)
    }
  }

  /** A retry during an outage still counts as waiting. */
  #setChecking(path: string): void {
    if (this.#rows.get(path)?.state.kind !== 'waiting') this.#set(path, { kind: 'checking' })
  }

  #setInvalid(event: Invalid): void {
    const { slug } = event.checked.script
    this.#set(event.path, { kind: 'invalid', errors: this.#errorsOf(event) }, slug)
  }

  #setCompleted(event: Completed): void {
    const { path, slug } = event.outcome
    if (path !== null) this.#set(path, stateAfter(event), slug)
  }

  #set(path: string, state: ScriptState, slug?: string): void {
    this.#rows.set(path, {
      path,
      slug: slug ?? this.#rows.get(path)?.slug ?? fileSlugOf(path),
      state,
      since: this.#now(),
    })
  }
}

function stateAfter(event: Completed): ScriptState {
  const { action, url, reason, hint } = event.outcome
  if (event.type === 'unchanged') return { kind: 'watching' }
  if (event.type === 'sent') return { kind: 'sent', action, url, advice: event.advice }
  return { kind: event.type, reason, hint }
}
