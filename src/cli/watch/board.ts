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

type Invalid = Extract<WatchEvent, { type: 'invalid' }>
export type Board = ReturnType<typeof createBoard>

export function createBoard(
  now: () => number,
  errorsOf: (event: Invalid) => readonly LocatedError[],
) {
  const rows = new Map<string, BoardRow>()
  let away: { message: string; seconds: number } | undefined
  const set = (path: string, state: ScriptState, slug?: string): void => {
    rows.set(path, {
      path,
      slug: slug ?? rows.get(path)?.slug ?? fileSlugOf(path),
      state,
      since: now(),
    })
  }
  return {
    /** The last note, until the next event. */
    note: undefined as string | undefined,

    /** Sorted by path. */
    get rows(): BoardRow[] {
      return [...rows.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
    },

    /** Why scripts wait for the service; undefined if none waits. */
    get away(): { message: string; seconds: number } | undefined {
      return [...rows.values()].some(({ state }) => state.kind === 'waiting') ? away : undefined
    },

    update(event: WatchEvent): void {
      this.note = undefined
      switch (event.type) {
        case 'watching':
          for (const path of event.paths) set(path, { kind: 'checking' })
          return
        case 'checking':
          // A retry during an outage still counts as waiting.
          if (rows.get(event.path)?.state.kind !== 'waiting') set(event.path, { kind: 'checking' })
          return
        case 'invalid':
          set(event.path, { kind: 'invalid', errors: errorsOf(event) }, event.checked.script.slug)
          return
        case 'offline':
          away = { message: event.error.message, seconds: event.seconds }
          for (const path of event.paths) set(path, { kind: 'waiting' })
          return
        case 'gone':
          set(event.path, { kind: 'gone' })
          return
        case 'settings':
          this.note = event.error?.message
          return
        case 'online':
          return
      }
      const { path, slug, action, url, reason, hint } = event.outcome
      if (path === null) return
      if (event.type === 'unchanged') set(path, { kind: 'watching' }, slug)
      else if (event.type === 'sent')
        set(path, { kind: 'sent', action, url, advice: event.advice }, slug)
      else set(path, { kind: event.type, reason, hint }, slug)
    },
  }
}
