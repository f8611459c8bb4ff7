/** Suggests a free slug for a script whose slug the service refuses. */
import { basename } from 'node:path'
import type { Client } from '../../api/client/client.ts'
import { KnownError } from '../../errors.ts'
import { slugify } from '../../project/script/metadata.ts'
import type { Outcome } from '../plan/outcome.ts'
import { readScript } from '../remote/read-remote.ts'

/** Requests for one suggestion at most. */
const TRIES = 4

/** Adds a free slug to the reason and the hint; unchanged if none was found. */
export async function withFreeSlug(
  outcome: Outcome,
  client: Client,
  root: string,
): Promise<Outcome> {
  const free = await findFree(outcome.slug, client, root).catch((error: unknown) => {
    if (error instanceof KnownError) return undefined
    throw error
  })
  if (free === undefined) return outcome
  return {
    ...outcome,
    reason: `${outcome.reason.replace(/\.$/, '')}; "${free}" is free`,
    hint: `The slug is taken, maybe by another user. Set "slug: ${free}" in its header, or rename the file.`,
  }
}

/** Nobody sees private scripts of others, so the name of the project's folder comes first: few others have it. */
async function findFree(slug: string, client: Client, root: string): Promise<string | undefined> {
  const project = slugify(basename(root))
  const candidates = [2, 3, 4, 5].map((n) => `${slug}-${n}`)
  if (project !== '' && !slug.includes(project)) candidates.unshift(`${slug}-${project}`)
  for (const candidate of candidates.slice(0, TRIES))
    if ((await readScript(client, candidate)) === undefined) return candidate
  return undefined
}
