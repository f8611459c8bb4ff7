/** Finds the diagram that the arguments of a call name. */
import type { Script } from '../api/resources/scripts.ts'
import { usageError } from '../errors.ts'
import type { RemoteScript } from '../sync/remote/read-remote.ts'
import { contentOf, readAccessibleScript, toRemote } from '../sync/remote/read-remote.ts'
import type { ServiceAccess } from './service-pool.ts'

/** @throws usage error unless exactly one of id and slug is given. */
export const nameOf = ({
  id,
  slug,
}: {
  id?: string | undefined
  slug?: string | undefined
}): string => requireOne({ id, slug })

/**
 * @returns the argument that is given
 * @throws usage error unless exactly one of them is given
 */
export function requireOne(given: Record<string, string | undefined>): string {
  const [one, ...others] = Object.values(given).filter((value) => value !== undefined)
  if (one !== undefined && others.length === 0) return one
  const names = Object.keys(given)
    .join(', ')
    .replace(/, (\w+)$/, ' and $1')
  throw usageError(`Expected exactly one of ${names}.`, {
    hint: `Give one of ${names}, and leave out the others.`,
  })
}

/** Reads a diagram with its full content, the base of a change. */
export async function readDiagram(
  { client }: ServiceAccess,
  name: string,
): Promise<{
  script: Script
  remote: RemoteScript & { content: NonNullable<RemoteScript['content']> }
}> {
  const script = await readAccessibleScript(client, name)
  return { script, remote: { ...toRemote(script), content: contentOf(script) } }
}
