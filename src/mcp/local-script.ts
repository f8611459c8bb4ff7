/** Checks and draws scripts of the project that the server was started in. */
import type { Picture } from '../render/index.ts'
import { type ReportedFinding, toReported } from './check-script.ts'
import { loadLocal } from './named-diagram.ts'
import type { Session } from './tool.ts'

/**
 * Checks a script like `topo validate`, with its imports and the settings of the project.
 * @param path relative to the root of the project
 */
export async function checkLocalScript(
  path: string,
  { project, examine }: Pick<Session, 'project' | 'examine'>,
  isDrawn = false,
): Promise<{ findings: ReportedFinding[]; picture?: Picture | undefined }> {
  const script = await loadLocal(path, await project())
  const [{ checkScript }, { drawScript }, { messageOf }] = await Promise.all([
    import('../project/check/check.ts'),
    import('../review/draw-scripts.ts'),
    import('../validator/index.ts'),
  ])
  const { checked, picture } = isDrawn
    ? await drawScript(script, {}, examine)
    : { checked: await checkScript(script, examine), picture: undefined }
  return { findings: checked.findings.map((found) => toReported(found, messageOf)), picture }
}
