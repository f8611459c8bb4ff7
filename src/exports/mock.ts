/** `topo-cli/mock`: the embedded service for the tests of other projects. */
import type * as z from 'zod/mini'
import { systemClock } from '../clock.ts'
import { readClock } from '../commands/mock/mock-flags.ts'
import {
  callWithoutHttp,
  checkInput,
  optionsSchema,
  paymentSchema,
  secondsSchema,
} from '../commands/mock/mock-input.ts'
import type { MockOptions } from '../commands/mock/mock-options.ts'
import { serveMock } from '../commands/mock/serve-mock.ts'
import type { Fault } from '../mock/control/fault.ts'
import { faultSchema } from '../mock/control/faults.ts'
import type { JournalEntry } from '../mock/control/journal.ts'
import { timeSchema } from '../mock/control/time-schema.ts'
import type { QuotaLimit, Quotas } from '../mock/database/quota-limits.ts'
import type { Snapshot } from '../mock/database/snapshot.ts'
import { snapshotSchema } from '../mock/database/snapshot-schema.ts'
import { inProcessFetch } from '../mock/http/connection.ts'

export type { Fault, JournalEntry, MockOptions, QuotaLimit, Quotas, Snapshot }

export interface Mock {
  /** Base URL of the service, and of its viewer. */
  readonly url: string
  /** Sends a request without a network; a path is relative to the base URL. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  readonly state: {
    /** The whole state as one JSON document, with all ids and times. */
    get(): Snapshot
    set(snapshot: Snapshot): void
  }
  /** Resets fixtures, clock, faults, requests and rate counters to the start. */
  reset(): void
  readonly clock: {
    /** The service's time, ISO 8601. */
    now(): string
    advance(seconds: number): string
    /** @param time ISO 8601 */
    set(time: string): string
  }
  readonly faults: {
    add(fault: Fault): void
    clear(): void
  }
  readonly requests: {
    /** The last 1000 requests, the oldest first; API keys are redacted. */
    list(): JournalEntry[]
    clear(): void
  }
  readonly payments: {
    /** Plays the payment provider. */
    settle(paymentId: string, status: 'succeeded' | 'failed'): void
  }
  /** Stops the service and closes all files and threads. */
  close(): Promise<void>
}

/**
 * Starts a service with its own state.
 *
 * Validates the options and the input of all functions: an unknown field or a wrong value throws an Error with the
 * code `TOPO_MOCK_INPUT` that names it.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkInput('startMock', optionsSchema, options)
  const { fixtures } = options
  if (typeof fixtures === 'object') checkInput('startMock: fixtures', snapshotSchema(), fixtures)
  const { port = 0, host = '127.0.0.1', seed = 1, latency, clock, ...others } = options
  const { cors = [], allowHosts = [], controlHosts = [], ...rest } = others
  const { url, control, answer, close } = await serveMock({
    ...rest,
    port,
    host,
    seed,
    access: { cors, allowHosts, controlHosts },
    latencyMs: latency,
    clock: systemClock,
    now: await readClock(clock, systemClock),
    onWarning: (text) => process.emitWarning(text),
  })
  const { journal, faults } = control
  const checked =
    <T, R>(what: string, schema: z.ZodMiniType, act: (input: T) => R) =>
    (input: T): R => {
      checkInput(what, schema, input)
      return act(input)
    }
  return {
    url,
    fetch: inProcessFetch(url, answer),
    state: { get: control.state, set: checked('state.set', snapshotSchema(), control.restore) },
    reset: control.reset,
    clock: {
      now: () => control.advance(0),
      advance: checked('clock.advance', secondsSchema, (seconds) =>
        callWithoutHttp('clock.advance', () => control.advance(seconds)),
      ),
      set: checked('clock.set', timeSchema(), (time) => control.setClock(Date.parse(time))),
    },
    faults: { add: checked('faults.add', faultSchema(), faults.add), clear: faults.clear },
    requests: { list: journal.list, clear: journal.clear },
    payments: {
      settle: (paymentId, status) => {
        checkInput('payments.settle', paymentSchema, { paymentId, status })
        callWithoutHttp('payments.settle', () => control.settle(paymentId, status))
      },
    },
    close,
  }
}
