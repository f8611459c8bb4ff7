/** Resolves a workspace by its id or name. */
import { usageError } from '../../errors.ts'
import { nearest } from '../../text/nearest.ts'
import type { UntypedRecord } from '../../text/parse-json.ts'
import { orUnsupported } from '../answers/unsupported.ts'
import type { Client } from '../client/client.ts'
import { getText, readUntypedList } from '../client/untyped.ts'

export const readWorkspaces = (client: Client, limit = Number.POSITIVE_INFINITY) =>
  orUnsupported('workspaces', () => readUntypedList(client.workspaces.list, limit))

/** @throws usage error `TOPO_UNKNOWN_WORKSPACE`, also if several have the name. */
export async function resolveWorkspace(
  client: Client,
  given: string,
): Promise<UntypedRecord & { id: string }> {
  const { items } = await readWorkspaces(client)
  const fits = (name: string) => items.filter((item) => getText(item, name) === given)
  const candidates = [fits('id'), fits('name'), fits('slug')]
  const found = candidates.find(({ length }) => length > 0) ?? []
  const id = found.length === 1 && found[0] ? getText(found[0], 'id') : undefined
  if (id !== undefined) return { ...found[0], id }
  const near = nearest(
    given,
    items.flatMap((item) => getText(item, 'name') ?? []),
  )
  throw usageError(
    found.length > 1
      ? `${found.length} workspaces are named "${given}".`
      : `You have no workspace "${given}".`,
    {
      code: 'TOPO_UNKNOWN_WORKSPACE',
      hint:
        near && near !== given
          ? `Did you mean "${near}"?`
          : 'Run "topo workspaces list --json" to see their ids.',
    },
  )
}
