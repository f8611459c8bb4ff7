/** A check of `topo doctor --service`: what a deployment does, and what topo does because of it. */
import type { Status } from '../check.ts'
import type { DeploymentProbe } from './probe.ts'

/** One thing that was found out. */
export interface DeploymentFact {
  readonly status: Status
  /** Describes the service in a phrase without full stop. */
  readonly message: string
  /** Says what topo does because of it, as a sentence; undefined if it does nothing special. */
  readonly effect?: string | undefined
}

export interface DeploymentContext {
  readonly probe: DeploymentProbe
  /** Without a key only public endpoints are probed. */
  readonly hasKey: boolean
}

export interface DeploymentCheck {
  readonly name: string
  /** @throws KnownError if the service does not answer; the other checks still run. */
  run(context: DeploymentContext): Promise<CheckResult>
}

export interface CheckResult {
  /** For people. */
  readonly facts: readonly DeploymentFact[]
  /** For programs: fields of `service` in the JSON. */
  readonly data: object
}

export const fact = (message: string, effect?: string): DeploymentFact => ({ status: 'ok', message, effect })
export const limitation = (message: string, effect: string): DeploymentFact => ({
  status: 'warning',
  message,
  effect,
})
export const obstacle = (message: string, effect: string): DeploymentFact => ({
  status: 'problem',
  message,
  effect,
})

/** The largest page that topo asks for. */
export const fullPage = 100

/** Lists of scripts that topo reads page by page. */
export const scriptLists = [
  { name: 'own scripts', path: '/v1/scripts/user', pagedBy: 'offset', needsKey: true },
  { name: 'gallery', path: '/v1/scripts/gallery', pagedBy: 'page', needsKey: false },
  { name: 'public scripts', path: '/v1/scripts/public', pagedBy: 'offset', needsKey: false },
] as const
export type ScriptListEndpoint = (typeof scriptLists)[number]

export const reachable = <T extends { needsKey: boolean }>(endpoints: readonly T[], hasKey: boolean): T[] =>
  endpoints.filter(({ needsKey }) => hasKey || !needsKey)
