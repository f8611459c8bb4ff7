/** The options of `startMock`, apart from their checks, so that the types of `topo-cli/mock` need no zod. */
import type { Quotas } from '../../mock/rules/quota-limits.ts'
import type { Snapshot } from '../../mock/world/snapshot.ts'

export interface MockOptions {
  /** 0, the default, picks a free one. */
  port?: number
  /** `127.0.0.1` unless told otherwise. */
  host?: string
  /** Folder to keep the state in; in memory without one. */
  data?: string
  /** What it begins with; the demo world unless told otherwise. */
  fixtures?: Snapshot | 'demo' | 'none'
  provider?: 'bank' | 'widget' | 'none'
  /** Milliseconds that every answer is held back. */
  latency?: number
  /** Requests per key and hour; 1000 unless told otherwise. */
  rateLimit?: number
  /** Limits for everybody, in the place of those of their tiers. */
  quotas?: Quotas
  /** The same seed gives the same ids; 1 unless told otherwise. */
  seed?: number
  /** ISO 8601: a clock that stands still at this time; the real time without one. */
  clock?: string
}
