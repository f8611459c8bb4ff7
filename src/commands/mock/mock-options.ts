/** Options of `startMock`, separate from their schemas so that the types of `topo-cli/mock` need no zod. */
import type { Quotas } from '../../mock/database/quota-limits.ts'
import type { Snapshot } from '../../mock/database/snapshot.ts'

export interface MockOptions {
  /** The default, 0, picks a free port. */
  port?: number
  /** Default: `127.0.0.1`. */
  host?: string
  /** Origins whose pages may use the mock, such as `http://localhost:5173`; `*` is every page. */
  cors?: readonly string[]
  /** Host names to answer to, besides those of this machine. On a `host` beyond loopback, it answers to every name. */
  allowHosts?: readonly string[]
  /** Host names by which other machines may control the mock (`/__mock`). */
  controlHosts?: readonly string[]
  /** Folder for the state; without it the state is in memory. */
  data?: string
  /** State at the start. Default: the demo world. */
  fixtures?: Snapshot | 'demo' | 'none'
  provider?: 'bank' | 'widget' | 'none'
  /** Delay of every response, in milliseconds. */
  latency?: number
  /** Requests per key and hour. Default: 1000. */
  rateLimit?: number
  /** Limits for every user, instead of those of the tiers. */
  quotas?: Quotas
  /** The same seed gives the same ids. Default: 1. */
  seed?: number
  /** ISO 8601: stops the clock at this time. Default: the real time. */
  clock?: string
}
