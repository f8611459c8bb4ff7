/**
 * A checkout in a workflow is new: nothing in it remembers what was pushed before. But git knows which files the
 * commits of a push have deleted, and what they held; that is put on record, as if it had been pushed from here.
 */
import { join } from 'node:path'
import type { Service } from '../cli/service/service.ts'
import { commitOf } from '../project/files/git.ts'
import { atRevision } from '../project/files/revision.ts'
import { contentOf, readScript, toRemote } from '../project/remote/remote.ts'
import { contentHash } from '../project/script/content.ts'
import { loadScript } from '../project/script/load.ts'
import { deletedSince } from '../project/select/deleted.ts'
import type { SyncState } from '../project/state/state.ts'
import type { Context } from './context.ts'

const NO_BASE =
  'Nothing was deleted: this checkout does not hold the commit before. Give actions/checkout `fetch-depth: 0`.'

/**
 * A script that is not what the file held last belongs to somebody else's work by now; it is left alone.
 * @returns what could not be done, as sentences
 */
export async function recordDeleted(
  { project, base }: Context,
  { client, address }: Service,
  state: SyncState,
): Promise<string[]> {
  const { root, config } = project
  if (base === undefined) return []
  if ((await commitOf(root, base)) === undefined) return [NO_BASE]
  const files = await deletedSince(base, root)
  if (files.length === 0) return []
  return atRevision(root, base, async (there) => {
    const warnings: string[] = []
    for (const path of files) {
      const { slug, hash } = await loadScript(join(there, path), { root: there, defaults: config.defaults })
      const script = await readScript(client, slug)
      if (script === undefined) continue
      const { id, updatedAt } = toRemote(script)
      if (contentHash(contentOf(script)) === hash)
        await state.update(address, path, { id, slug, updatedAt, hash })
      else
        warnings.push(
          `The script of the deleted file ${path} was left alone: it is not what the file held last.`,
        )
    }
    return warnings
  })
}
