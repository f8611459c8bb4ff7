/** What a check of `topo doctor` is: a name, and a look at one thing that topo needs. */
import type { Environment } from '../io/environment.ts'
import type { Profiles } from '../service/profiles.ts'
import type { ServiceChoice } from '../service/settings.ts'
import type { Probe } from './probe.ts'

export const statuses = ['ok', 'warning', 'problem'] as const
export type Status = (typeof statuses)[number]

/** What a check has seen. */
export interface Observation {
  readonly status: Status
  /** One sentence without its full stop. */
  readonly message: string
  /** What to do about it, as a sentence. */
  readonly hint?: string | undefined
}

export interface DoctorCheck {
  readonly name: string
  /** What is thrown is told as a problem. Nothing to look at is an empty list. */
  run(context: DoctorContext): Promise<readonly Observation[]>
}

/** What a check may look at. Whatever may fail is asked for by the check that it concerns. */
export interface DoctorContext {
  readonly version: string
  readonly cwd: string
  /** Of the project, found without reading its settings. */
  readonly root: string
  readonly environment: Environment
  /** The process's variables, for those that topo itself does not read. */
  readonly variables: NodeJS.ProcessEnv
  readonly profiles: Profiles
  /** Which service is meant, even where `topo.config.json` is wrong. */
  choice(): Promise<ServiceChoice>
  /** What was answered; undefined where no service is known, or none that is reached over a network. */
  probe(): Promise<Probe | undefined>
}

export const ok = (message: string): Observation => ({ status: 'ok', message })
export const warning = (message: string, hint: string | undefined): Observation => ({
  status: 'warning',
  message,
  hint,
})
export const foundProblem = (message: string, hint: string | undefined): Observation => ({
  status: 'problem',
  message,
  hint,
})
