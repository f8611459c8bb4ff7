/** The one diagram that a call is about. */
import type { Script } from '../api/resources/scripts.ts'
import { usageError } from '../errors.ts'
import type { RemoteScript } from '../project/remote/remote.ts'
import { contentOf, readableScript, toRemote } from '../project/remote/remote.ts'
import type { Reach } from './service-pool.ts'

/** @throws usage error `TOPO_ARGUMENTS` unless exactly one of the two is there. */
export function nameOf({ id, slug }: { id?: string | undefined; slug?: string | undefined }): string {
  const [name, ...others] = [id, slug].filter((given) => given !== undefined)
  if (name !== undefined && others.length === 0) return name
  throw usageError('Which diagram is meant is said by its id or by its slug.', {
    code: 'TOPO_ARGUMENTS',
    hint: 'Give exactly one of id and slug; list_diagrams and search_gallery tell both.',
  })
}

/** With all that there is to it, which is what a change is based on. */
export async function readDiagram(
  { client }: Reach,
  name: string,
): Promise<{ script: Script; remote: RemoteScript & { content: NonNullable<RemoteScript['content']> } }> {
  const script = await readableScript(client, name)
  return { script, remote: { ...toRemote(script), content: contentOf(script) } }
}
