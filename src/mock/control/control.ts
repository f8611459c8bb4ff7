/** Controls the embedded service from outside its API: reset, clock, faults, payments, journal. */
import { settlePayment } from '../billing/payments.ts'
import type { Database } from '../database/database.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { invalid } from '../http/http-error.ts'
import { rateLimiter } from '../rules/rate-limit.ts'
import { createFaults } from './faults.ts'
import { createJournal } from './journal.ts'

export interface ControlOptions {
  readonly fixtures: Snapshot
  readonly seed: number
  readonly rateLimit: number
}

/** Largest distance of a date from 1970, in milliseconds. */
const maxTime = 8.64e15

export type Control = ReturnType<typeof createControl>

export function createControl(database: Database, options: ControlOptions) {
  const newRateLimiter = () => rateLimiter(options.rateLimit, () => database.now())
  const moveClock = (milliseconds: number) => {
    if (Math.abs(database.now() + milliseconds) <= maxTime) return database.moveClock(milliseconds)
    throw invalid([
      { path: ['advanceSeconds'], message: 'results in a time outside the range of dates' },
    ])
  }
  const control = {
    database,
    faults: createFaults(options.seed),
    journal: createJournal(),
    countRequest: newRateLimiter(),
    /** Restores fixtures, clock, faults, journal and rate counters. */
    reset: (): void => {
      database.replace(options.fixtures, options.seed)
      control.faults.clear()
      control.journal.clear()
      control.countRequest = newRateLimiter()
    },
    state: (): Snapshot => database.snapshot(),
    restore: (snapshot: Snapshot): void => database.replace(snapshot),
    /** Advances the service's clock and returns its time, ISO 8601. */
    advance: (seconds: number): string => moveClock(seconds * 1000),
    /** Sets the service's clock, in milliseconds since 1970. */
    setClock: (time: number): string => moveClock(time - database.now()),
    settle: (paymentId: string, status: 'succeeded' | 'failed') =>
      settlePayment(database, paymentId, status),
  }
  return control
}
