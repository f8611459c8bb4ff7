/** What the server of the preview tells its page, as JSON. */
import type { Picture } from '../render/index.ts'

/** A script as it stands in the list. */
export interface Entry {
  readonly path: string
  readonly title: string
  /** Counts what has become of it; null until it has been looked at. */
  readonly version: number | null
  readonly errors: number
  readonly warnings: number
}

export interface SheetFinding {
  readonly severity: string
  readonly rule: string
  /** File, line and column. */
  readonly place: string
  readonly message: string
  readonly fix: string
}

/** A script with everything that is shown of it. */
export interface Sheet extends Entry {
  readonly drawing: {
    readonly picture: Picture
    readonly svg: string
    readonly words: string
    /** As the script was before it had errors. */
    readonly isStale: boolean
  } | null
  /** As HTML that is safe to show. */
  readonly readme: string | null
  readonly findings: readonly SheetFinding[]
}
