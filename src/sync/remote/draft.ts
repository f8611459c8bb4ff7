/** Drafts that a check creates on the service: each is deleted again, or reported by its slug. */

import { isOutcomeUnknown } from '../../api/answers/lost-answer.ts'
import type { Client } from '../../api/client/client.ts'
import { KnownError } from '../../errors.ts'
import { readScript } from './read-remote.ts'

const maxAttempts = 3

/**
 * The id of a draft whose create may have been lost; undefined if it does not exist.
 * @throws KnownError `TOPO_DRAFT_LEFT` if the service does not answer.
 */
export async function findDraftId(slug: string, client: Client): Promise<string | undefined> {
  try {
    return (await readScript(client, slug))?.id
  } catch (error) {
    if (error instanceof KnownError) throw draftLeftError(slug, error, 'may be')
    throw error
  }
}

/** @throws KnownError `TOPO_DRAFT_LEFT` if it could not be deleted. */
export async function removeDraft(client: Client, id: string, slug: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.scripts.delete({ params: { id } })
      return
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      // An earlier attempt succeeded, but its response was lost.
      if (error.code === 'TOPO_NOT_FOUND') return
      if (isOutcomeUnknown(error) && attempt < maxAttempts) continue
      throw draftLeftError(slug, error, 'is')
    }
  }
}

const draftLeftError = (slug: string, cause: KnownError, verb: 'is' | 'may be'): KnownError =>
  new KnownError(`The draft "${slug}" ${verb} still on the service: ${cause.message}`, {
    code: 'TOPO_DRAFT_LEFT',
    exitCode: cause.exitCode,
    hint: `Run "topo script delete ${slug}".`,
    cause,
    retryable: false,
  })
