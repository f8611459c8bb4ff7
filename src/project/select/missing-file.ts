/** A misspelt path of a script: the error suggests the file that is meant. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type KnownError, usageError } from '../../errors.ts'
import { projectPath } from '../../files/root.ts'
import type { Project } from '../config/project.ts'
import { SLUG } from '../script/metadata.ts'
import { similarFile } from './similar-file.ts'
import { fileOfSlug, findSimilarSlug } from './slugs.ts'

/** Every name of a letter or two resembles a shorter slug. */
const SHORTEST = 3

/** True for a name that no script on the service can have: slugs and ids have no dots. */
export const isPath = (given: string): boolean => /[\\/]|\.\w+$/.test(given)

/** True if nothing is at this path. A path that cannot be read is not missing. */
export async function isMissing(file: string): Promise<boolean> {
  const code = await stat(file).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  )
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** The error of a path at which there is no file. */
export async function missingFile(project: Project, given: string): Promise<KnownError> {
  const meant = (await similarFile(project.cwd, given)) ?? (await similarInProject(project, given))
  return usageError(`File not found: ${given}.`, {
    code: 'TOPO_NO_FILES',
    hint:
      meant === undefined
        ? 'Name a script by its file, slug, id or web address.'
        : `Did you mean "${meant}"?`,
  })
}

async function similarInProject(project: Project, given: string): Promise<string | undefined> {
  const slug = path.basename(given).replace(/(?:\.topology)?\.\w+$/, '')
  if (!SLUG.test(slug)) return undefined
  const file = await fileOfSlug(project, slug)
  if (file !== undefined) return projectPath(project.root, file)
  return slug.length < SHORTEST ? undefined : (await findSimilarSlug(project, slug))?.path
}
