/** Snapshot of the embedded service's state as one JSON document, and its clock. */
import type { TableRow } from './table.ts'

/** Milliseconds since 1970; the embedded service uses no other clock. */
export type TimeSource = () => number

/** All rows by table. Returned by `GET /__mock/state`; accepted by `PUT` and `--fixtures`. */
export interface Snapshot {
  readonly version: 1
  readonly tables: Readonly<Record<string, readonly TableRow[]>>
}
