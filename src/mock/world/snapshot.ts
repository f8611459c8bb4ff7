/** The state of the embedded service as one JSON document, and the time it lives in. */
import type { TableRow } from './table.ts'

/** Milliseconds since 1970; the embedded service never reads another clock. */
export type Clock = () => number

/** Everything, by table. `GET /__mock/state` answers it, `PUT` and `--fixtures` take it. */
export interface Snapshot {
  readonly version: 1
  readonly tables: Readonly<Record<string, readonly TableRow[]>>
}
