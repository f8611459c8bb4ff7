/** Finds the diagram that the arguments of a call name. */
import type { Script } from '../api/resources/scripts.ts'
import { usageError } from '../errors.ts'
import type { RemoteScript } from '../project/remote/read-remote.ts'
import { contentOf, readAccessibleScript, toRemote } from '../project/remote/read-remote.ts'
import type { ServiceAccess } from './service-pool.ts'

/** @throws usage error `TOPO_ARGUMENTS` unless exactly one of id and slug is given. */
export function nameOf({ id, slug }: { id?: string | undefined; slug?: string | undefined }): string {
  const [name, ...others] = [id, slug].filter((given) => given !== undefined)
  if (name !== undefined && others.length === 0) return name
  throw usageError('Expected either an id or a slug of a diagram.', {
    code: 'TOPO_ARGUMENTS',
    hint: 'Give exactly one of id and slug; list_diagrams and search_gallery return both.',
  })
}

/** Reads a diagram with its full content, the base of a change. */
export async function readDiagram(
  { client }: ServiceAccess,
  name: string,
): Promise<{ script: Script; remote: RemoteScript & { content: NonNullable<RemoteScript['content']> } }> {
  const script = await readAccessibleScript(client, name)
  return { script, remote: { ...toRemote(script), content: contentOf(script) } }
}
