/** Checks and draws scripts of the project that the server was started in. No path leads out of it. */
import { resolve } from 'node:path'
import { usageError } from '../errors.ts'
import { isBelow, isInside } from '../files/path-containment.ts'
import { projectPath } from '../files/root.ts'
import type { Picture } from '../render/index.ts'
import { type ReportedFinding, toReported } from './check-script.ts'
import type { Session } from './tool.ts'

/**
 * Checks a script like `topo validate`, with its imports and the settings of the project.
 * @param path relative to the root of the project
 * @throws usage error for a path that is outside of the project, excluded or not a script.
 */
export async function checkLocalScript(
  path: string,
  { project, examine }: Pick<Session, 'project' | 'examine'>,
  isDrawn = false,
): Promise<{ findings: ReportedFinding[]; picture?: Picture | undefined }> {
  const opened = await project()
  const { root, ignored } = opened
  const file = resolve(root, path)
  // Without \0, which no file system accepts.
  const isOpen = /^[^\0]+\.[jt]s$/.test(path) && isBelow(root, file) && isInside(root, file)
  const visible = isOpen ? await ignored.filter([file], (one) => projectPath(root, one)) : []
  if (visible.length === 0) {
    throw usageError('The path is not a script of this project.', {
      hint: 'Give the path of a .js or .ts file below the root of the project; list_diagrams with local lists them.',
    })
  }
  const [{ loadOptionsOf, loadScript }, { checkScript }, { drawScript }, { messageOf }] =
    await Promise.all([
      import('../project/script/load.ts'),
      import('../project/check/check.ts'),
      import('../review/draw-scripts.ts'),
      import('../validator/index.ts'),
    ])
  const script = await loadScript(file, loadOptionsOf(opened))
  const { checked, picture } = isDrawn
    ? await drawScript(script, {}, examine)
    : { checked: await checkScript(script, examine), picture: undefined }
  return { findings: checked.findings.map((found) => toReported(found, messageOf)), picture }
}

/** An argument of tools that read a file. */
export const localPath = 'Path of a script in this project. Give this or code.'
