/** `topo-cli/mock`: the embedded service for the tests of other projects. */

import type { Fault } from '../mock/fault.ts'
import { faultSchema } from '../mock/faults.ts'
import type { JournalEntry } from '../mock/journal.ts'
import type { QuotaLimit, Quotas } from '../mock/quota-limits.ts'
import { quotasSchema } from '../mock/quota-settings.ts'
import type { Snapshot } from '../mock/snapshot.ts'
import { snapshotSchema } from '../mock/snapshot-schema.ts'
import { inProcessFetch } from '../mock/wire.ts'
import { readClock } from './mock-flags.ts'
import { checkInput, inWords, optionsSchema, paymentSchema, secondsSchema, timeSchema } from './mock-input.ts'
import { serveMock } from './serve-mock.ts'

export type { Fault, JournalEntry, QuotaLimit, Quotas, Snapshot }

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

export interface Mock {
  /** Base URL of the service, and of its viewer. */
  readonly url: string
  /** Asks the service without a network; a path alone is below its base URL. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  readonly state: {
    /** The whole state as one JSON document, with all ids and times. */
    get(): Snapshot
    set(snapshot: Snapshot): void
  }
  /** Fixtures, clock, faults, requests, quotas and rate counters, all as at the start. */
  reset(): void
  readonly clock: {
    /** The service's time, ISO 8601. */
    now(): string
    advance(seconds: number): string
    /** To a time, ISO 8601. */
    set(time: string): string
  }
  readonly faults: {
    add(fault: Fault): void
    clear(): void
  }
  readonly quotas: {
    /** Sets some limits; the others stay. */
    set(quotas: Quotas): void
    /** Limits as at the start. */
    reset(): void
  }
  readonly requests: {
    /** The last thousand, the oldest first; API keys are taken out. */
    list(): JournalEntry[]
    clear(): void
  }
  readonly payments: {
    /** Plays the payment provider. */
    settle(paymentId: string, status: 'succeeded' | 'failed'): void
  }
  /** Leaves nothing open. */
  close(): Promise<void>
}

/**
 * Starts one more service, with a state of its own.
 *
 * What is given here and to its functions is checked: an unknown field or a wrong value throws an Error with the
 * code `TOPO_MOCK_INPUT` that names it.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkInput('startMock', optionsSchema, options)
  const { fixtures } = options
  if (typeof fixtures === 'object') checkInput('startMock: fixtures', snapshotSchema, fixtures)
  const { port = 0, host = '127.0.0.1', seed = 1, latency, clock, ...rest } = options
  const { url, control, answer, close } = await serveMock({
    ...rest,
    port,
    host,
    seed,
    latencyMs: latency,
    now: readClock(clock),
  })
  const { journal, faults } = control
  return {
    url,
    fetch: inProcessFetch(url, answer),
    state: {
      get: () => control.state(),
      set: (snapshot) => {
        checkInput('state.set', snapshotSchema, snapshot)
        control.restore(snapshot)
      },
    },
    reset: () => control.reset(),
    clock: {
      now: () => control.advance(0),
      advance: (seconds) => {
        checkInput('clock.advance', secondsSchema, seconds)
        return inWords('clock.advance', () => control.advance(seconds))
      },
      set: (time) => {
        checkInput('clock.set', timeSchema, time)
        return control.setClock(Date.parse(time))
      },
    },
    faults: {
      add: (fault) => {
        checkInput('faults.add', faultSchema, fault)
        faults.add(fault)
      },
      clear: () => faults.clear(),
    },
    quotas: {
      set: (quotas) => {
        checkInput('quotas.set', quotasSchema, quotas)
        control.setQuotas(quotas)
      },
      reset: () => control.resetQuotas(),
    },
    requests: { list: () => journal.list(), clear: () => journal.clear() },
    payments: {
      settle: (paymentId, status) => {
        checkInput('payments.settle', paymentSchema, { paymentId, status })
        inWords('payments.settle', () => control.settle(paymentId, status))
      },
    },
    close,
  }
}
