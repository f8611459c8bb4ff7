/** A check of `topo doctor`: its name and its results. */
import type { DoctorContext } from './context.ts'

export const statuses = ['ok', 'warning', 'problem'] as const
export type Status = (typeof statuses)[number]

/** One result of a check. */
export interface Observation {
  readonly status: Status
  /** One sentence without full stop. */
  readonly message: string
  /** How to fix it, as a sentence. */
  readonly hint?: string | undefined
}

export interface DoctorCheck {
  readonly name: string
  /** Returns an empty list if it does not apply. A thrown error is reported as a problem. */
  run(context: DoctorContext): Promise<readonly Observation[]>
}

export const ok = (message: string, hint?: string): Observation => ({ status: 'ok', message, hint })
const trouble =
  (status: Status) =>
  (message: string, hint: string | undefined): Observation => ({ status, message, hint })
export const warning = trouble('warning')
export const failedCheck = trouble('problem')
