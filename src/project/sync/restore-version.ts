/** Restores the code of a script from one of its versions. */
import type { Client } from '../../api/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { orUnsupportedThing } from '../../api/unsupported.ts'
import { toRemote } from '../remote/read-remote.ts'
import { type Guard, guardedWrite } from './guard.ts'

/** Guarded like an update, so that a simultaneous change becomes a conflict instead of being lost. */
export async function restoreVersion(client: Client, script: Script, versionNumber: number): Promise<void> {
  const params = { id: script.id, versionNumber: String(versionNumber) }
  const restore = (guard: Guard) => client.versions.restore({ params, body: guard })
  await guardedWrite(client, script.id, toRemote(script), (guard) =>
    orUnsupportedThing('restoring of versions', () => restore(guard)),
  )
}
