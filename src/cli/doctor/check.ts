/** A check of `topo doctor`: its name, its input and its results. */
import type { Environment } from '../io/environment.ts'
import type { Profiles } from '../service/profiles.ts'
import type { ServiceChoice } from '../service/settings.ts'
import type { Probe } from './probe.ts'

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

/** Input of the checks. Anything that may fail is a function, so that it fails only the checks that call it. */
export interface DoctorContext {
  readonly version: string
  /** Folder where topo is installed. */
  readonly packageRoot: string
  readonly cwd: string
  /** Root of the project, found without reading its settings. */
  readonly root: string
  readonly environment: Environment
  /** All variables of the process, also those that topo itself does not read. */
  readonly variables: NodeJS.ProcessEnv
  readonly profiles: Profiles
  /** The chosen service, even if `topo.config.json` is invalid. */
  choice(): Promise<ServiceChoice>
  /** Undefined if no service is configured, or only the local one. */
  probe(): Promise<Probe | undefined>
}

export const ok = (message: string, hint?: string): Observation => ({ status: 'ok', message, hint })
const trouble =
  (status: Status) =>
  (message: string, hint: string | undefined): Observation => ({ status, message, hint })
export const warning = trouble('warning')
export const failedCheck = trouble('problem')
