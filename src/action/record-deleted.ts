/**
 * Creates sync records for files that the pushed commits deleted or renamed. A fresh checkout has no records, but git knows
 * these files and their content.
 */
import { join } from 'node:path'
import type { Service } from '../cli/service/service.ts'
import { atRevision } from '../project/files/extract-revision.ts'
import { commitOf, tryGit } from '../project/files/git.ts'
import { contentOf, readScript, toRemote } from '../project/remote/read-remote.ts'
import { contentHash } from '../project/script/content.ts'
import { type LocalScript, loadScript } from '../project/script/load.ts'
import { matchRenames } from '../project/script/match-renames.ts'
import { addedSince, deletedSince } from '../project/select/deleted-scripts.ts'
import type { SyncState } from '../project/state/state.ts'
import type { Context } from './context.ts'

const MISSING_BASE =
  'Nothing was deleted: this checkout does not contain the commit before the push. Set `fetch-depth: 0` for actions/checkout.'

/**
 * Without the input `delete`, only for files that were renamed together with their slug. Skips a remote script that
 * differs from the deleted file: somebody else has changed it.
 * @returns warnings, one sentence each
 */
export async function recordDeleted(
  { project, base: before, inputs }: Context,
  { client, address }: Service,
  state: SyncState,
): Promise<string[]> {
  const { root, config } = project
  if (before === undefined) return []
  const last = inputs.incremental ? (await state.remoteHashes(address)).lastPush?.commit : undefined
  // The next push deletes what a failed job left.
  const isLeft =
    last !== undefined &&
    (await tryGit(root, ['merge-base', '--is-ancestor', last, before]).catch(() => undefined)) !== undefined
  const base = isLeft ? last : before
  // A push without git finds no renamed files.
  const commit = await commitOf(root, base).catch((error: unknown) => {
    if (inputs.delete) throw error
  })
  if (commit === undefined) return inputs.delete ? [MISSING_BASE] : []
  const files = await deletedSince(base, root)
  const added = files.length === 0 ? [] : await addedSince(base, root)
  if (files.length === 0 || !(inputs.delete || added.length > 0)) return []
  const load = (paths: readonly string[], from: string) =>
    Promise.all(paths.map((path) => loadScript(join(from, path), { root: from, defaults: config.defaults })))
  return atRevision(root, base, async (folder) => {
    const warnings: string[] = []
    const [deleted, now] = [await load(files, folder), await load(added, root)]
    const renamed = new Set(matchRenames(deleted, now).values())
    const slugs = new Set(now.map(({ slug }) => slug))
    const isMeant = ({ path, slug }: LocalScript) => inputs.delete || (renamed.has(path) && !slugs.has(slug))
    for (const { path, slug, hash } of deleted.filter(isMeant)) {
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
