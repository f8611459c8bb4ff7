/** The versions of a script: what there is, and one of them brought back. */
import type { Client } from '../api/client.ts'
import type { Script } from '../api/resources/scripts.ts'
import { type Loose, readList } from './lenient.ts'
import { scriptName } from './name.ts'
import { offered } from './offered.ts'
import type { Project } from './project.ts'

/** The newest first, at most `limit` of them. */
export async function readVersions(
  project: Project,
  client: Client,
  given: string,
  limit: number,
): Promise<{ items: Loose[]; totalCount: number }> {
  const { id } = await readNamed(project, client, given)
  const ask = (query: object) => client.versions.list({ params: { id }, query })
  return offered('versions of scripts', () => readList(ask, limit))
}

/** Guarded by the revision: what changes meanwhile is a conflict, and not lost. */
export async function restoreVersion(
  project: Project,
  client: Client,
  given: string,
  versionNumber: number,
): Promise<Script> {
  const script = await readNamed(project, client, given)
  const params = { id: script.id, versionNumber: String(versionNumber) }
  const body = script.updatedAt === undefined ? {} : { expectedUpdatedAt: script.updatedAt }
  await offered(`version ${versionNumber} of ${script.slug}`, () => client.versions.restore({ params, body }))
  return script
}

/** The script that a person names, as the service has it. */
export async function readNamed(project: Project, client: Client, given: string): Promise<Script> {
  const idOrSlug = await scriptName(project, given)
  return (await client.scripts.get({ params: { idOrSlug } })).item
}
