/** `topo validate --against`: checks the diagrams, and compares them with compose files. */
import { usageError } from '../../../errors.ts'
import type { CheckedScript } from '../../../project/check/check.ts'
import type { Project } from '../../../project/config/project.ts'
import { type CheckProgress, checkProject } from '../../../project/select/selection.ts'
import { compareWithCompose } from '../../../query/against.ts'
import { comparedDiagrams } from '../../../query/compared-diagrams.ts'

/** @param paths of the diagrams to compare; none for those of the settings */
export async function checkAgainst(
  project: Project,
  paths: readonly string[],
  files: readonly string[],
  progress: CheckProgress,
): Promise<CheckedScript[]> {
  if (paths.includes('-'))
    throw usageError('--against compares diagrams of the project, so - cannot be used.', {
      hint: 'Name files or slugs, or none for all diagrams.',
    })
  const composeFile = paths.find((name) => /\.ya?ml$/i.test(name))
  if (composeFile !== undefined)
    throw usageError(`${composeFile} is no script.`, {
      hint: `Write --against before each compose file: --against ${composeFile}`,
    })
  const checked = await checkProject(project, { paths }, progress, { outline: true })
  const compared = paths.length > 0 ? checked : await comparedDiagrams(project, checked)
  return compareWithCompose(project, checked, files, compared)
}
