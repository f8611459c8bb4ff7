/** Scripts as they were at a revision of git, many at once. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '../config/project.ts'
import { atRevision } from '../files/revision.ts'
import { loadScript } from '../script/load.ts'
import type { ComparedScript } from './difference.ts'
import { toComparedScript } from './operands.ts'

/**
 * By path; those that were not there then are missing.
 * @throws usage error `TOPO_UNKNOWN_REVISION` for what is no revision.
 */
export async function scriptsAtRevision(
  { root, config }: Project,
  paths: readonly string[],
  revision: string,
): Promise<Map<string, ComparedScript>> {
  if (paths.length === 0) return new Map()
  return atRevision(root, revision, async (there) => {
    const sides = new Map<string, ComparedScript>()
    for (const path of paths) {
      const file = join(there, path)
      if (!(await stat(file).catch(() => undefined))) continue
      sides.set(path, toComparedScript(await loadScript(file, { root: there, defaults: config.defaults })))
    }
    return sides
  })
}
