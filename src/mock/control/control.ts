/** Controls the embedded service from outside its API: reset, clock, faults, quotas, payments, journal. */
import { settlePayment } from '../billing/payments.ts'
import type { Database } from '../database/database.ts'
import type { Quotas } from '../database/quota-limits.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { invalid } from '../http/http-error.ts'
import { RateLimiter } from '../rules/rate-limit.ts'
import { Faults } from './faults.ts'
import { RequestJournal } from './journal.ts'

export interface ControlOptions {
  readonly fixtures: Snapshot
  readonly seed: number
  readonly rateLimit: number
  readonly quotas: Quotas
}

/** Largest distance of a date from 1970, in milliseconds. */
const maxTime = 8.64e15

export class Control {
  readonly database: Database
  readonly faults: Faults
  readonly journal = new RequestJournal()
  rate: RateLimiter
  readonly #options: ControlOptions

  constructor(database: Database, options: ControlOptions) {
    this.database = database
    this.#options = options
    this.faults = new Faults(options.seed)
    this.rate = new RateLimiter(options.rateLimit, () => database.now())
  }

  /** Restores fixtures, clock, faults, journal, quotas and rate counters. */
  reset(): void {
    this.database.replace(this.#options.fixtures, this.#options.seed)
    this.resetQuotas()
    this.faults.clear()
    this.journal.clear()
    this.rate = new RateLimiter(this.#options.rateLimit, () => this.database.now())
  }

  state(): Snapshot {
    return this.database.snapshot()
  }

  restore(snapshot: Snapshot): void {
    this.database.replace(snapshot)
  }

  /** Advances the service's clock and returns its time, ISO 8601. */
  advance(seconds: number): string {
    return this.#moveClock(seconds * 1000)
  }

  /** Sets the service's clock, in milliseconds since 1970. */
  setClock(time: number): string {
    return this.#moveClock(time - this.database.now())
  }

  #moveClock(milliseconds: number): string {
    if (Math.abs(this.database.now() + milliseconds) <= maxTime) return this.database.moveClock(milliseconds)
    throw invalid([{ path: ['advanceSeconds'], message: 'results in a time outside the range of dates' }])
  }

  /** Sets the given limits and keeps the others. */
  setQuotas(quotas: Quotas): void {
    this.database.quotas = { ...this.database.quotas, ...quotas }
  }

  /** Restores the limits of the start. */
  resetQuotas(): void {
    this.database.quotas = this.#options.quotas
  }

  /** Settles a payment in place of the payment provider. */
  settle(paymentId: string, status: 'succeeded' | 'failed') {
    return settlePayment(this.database, paymentId, status)
  }
}
