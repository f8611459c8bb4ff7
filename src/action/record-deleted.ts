/**
 * Creates sync records for files that the pushed commits deleted. A fresh checkout has no records, but git knows the
 * deleted files and their content.
 */
import { join } from 'node:path'
import type { Service } from '../cli/service/service.ts'
import { atRevision } from '../project/files/extract-revision.ts'
import { commitOf } from '../project/files/git.ts'
import { contentOf, readScript, toRemote } from '../project/remote/read-remote.ts'
import { contentHash } from '../project/script/content.ts'
import { loadScript } from '../project/script/load.ts'
import { deletedSince } from '../project/select/deleted-scripts.ts'
import type { SyncState } from '../project/state/state.ts'
import type { Context } from './context.ts'

const MISSING_BASE =
  'Nothing was deleted: this checkout does not contain the commit before the push. Set `fetch-depth: 0` for actions/checkout.'

/**
 * Skips a remote script that differs from the deleted file: somebody else has changed it.
 * @returns warnings, one sentence each
 */
export async function recordDeleted(
  { project, base }: Context,
  { client, address }: Service,
  state: SyncState,
): Promise<string[]> {
  const { root, config } = project
  if (base === undefined) return []
  if ((await commitOf(root, base)) === undefined) return [MISSING_BASE]
  const files = await deletedSince(base, root)
  if (files.length === 0) return []
  return atRevision(root, base, async (folder) => {
    const warnings: string[] = []
    for (const path of files) {
      const { slug, hash } = await loadScript(join(folder, path), { root: folder, defaults: config.defaults })
      const script = await readScript(client, slug)
      if (script === undefined) continue
      const { id, updatedAt } = toRemote(script)
      if (contentHash(contentOf(script)) === hash)
        await state.update(address, path, { id, slug, updatedAt, hash })
      else
        warnings.push(
          `Skipped the script of the deleted file ${path}: it differs from the last version of the file.`,
        )
    }
    return warnings
  })
}
