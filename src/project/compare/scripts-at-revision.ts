/** Loads many scripts at one git revision. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '../config/project.ts'
import { atRevision } from '../files/extract-revision.ts'
import { loadOptionsOf, loadScript } from '../script/load.ts'
import { toComparedScript } from './compare.ts'
import type { ComparedScript } from './difference.ts'

/**
 * Returns scripts by path, without those that did not exist at the revision.
 * @throws usage error `TOPO_UNKNOWN_REVISION` for an unknown revision.
 */
export async function scriptsAtRevision(
  { root, config }: Project,
  paths: readonly string[],
  revision: string,
): Promise<Map<string, ComparedScript>> {
  if (paths.length === 0) return new Map()
  return atRevision(root, revision, async (revisionRoot) => {
    const sides = new Map<string, ComparedScript>()
    for (const path of paths) {
      const file = join(revisionRoot, path)
      if (!(await stat(file).catch(() => undefined))) continue
      const script = await loadScript(file, loadOptionsOf({ root: revisionRoot, config }))
      sides.set(path, toComparedScript(script))
    }
    return sides
  })
}
