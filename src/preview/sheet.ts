/** JSON that the preview server sends to its page. */
import type { Picture } from '../render/index.ts'
import type { SheetSources } from './sources.ts'

/** A script in the list. */
export interface Entry {
  readonly path: string
  readonly title: string
  /** Incremented on every change; null until the script has been read. */
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

/** A script with all of its details. */
export interface Sheet extends Entry {
  readonly drawing: {
    readonly picture: Picture
    readonly svg: string
    readonly words: string
    /** True if the picture is from before the current errors. */
    readonly isStale: boolean
    /** Null for a picture of an older text, whose lines have moved. */
    readonly sources: SheetSources | null
  } | null
  readonly description: string
  /** Safe HTML. */
  readonly readme: string | null
  readonly findings: readonly SheetFinding[]
}
