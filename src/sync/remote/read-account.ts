/** Reads tier and quotas of the caller's account; some deployments have no quotas. */
import type { Client, Output } from '../../api/client/client.ts'
import type { quota } from '../../api/resources/quota.ts'
import { ExitCode, KnownError } from '../../errors.ts'

/** `tierId` is `unknown` and `quotas` empty on a service that tells neither. */
export type AccountLimits = Output<typeof quota.me>

/**
 * Proves the key too: without quotas, by the list of the caller's scripts.
 * @throws KnownError `TOPO_UNAUTHORIZED` for a rejected key.
 */
export async function readAccount(client: Client): Promise<AccountLimits> {
  try {
    return await client.quota.me()
  } catch (error) {
    const isAnswered = error instanceof KnownError && error.exitCode !== ExitCode.temporary
    if (!isAnswered || error.code === 'TOPO_UNAUTHORIZED') throw error
    await client.scripts.own({ query: { limit: 1 } }).catch(() => {
      throw error
    })
    return { tierId: 'unknown', isAdmin: false, quotas: [] }
  }
}
