/** A check of `topo doctor --service`. */
import type { Client } from '../../../api/client/client.ts'
import type { Transport } from '../../../api/transport/transport.ts'
import type { Observation } from '../check.ts'

export interface DeploymentContext {
  readonly client: Client
  readonly transport: Transport
  readonly address: string
  /** Without an accepted key only public endpoints are used. */
  readonly hasKey: boolean
  /** True once a signal asks the command to end. */
  readonly stopped: () => boolean
}

/** @throws KnownError if the service refuses; the other checks still run. */
export type DeploymentCheck = (context: DeploymentContext) => Promise<{
  /** The hint says what topo does because of it. */
  readonly observations: readonly Observation[]
  /** For programs: fields of `service` in the JSON. */
  readonly data: object
}>
