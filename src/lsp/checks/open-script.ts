/** Loads a script with the text of the editor: inside a worker thread. */
import { dirname } from 'node:path'
import { isBelow } from '../../files/path-containment.ts'
import { findRoot, hasRootMark, projectPath } from '../../files/root.ts'
import { openProject, openWithoutSettings, type Project } from '../../project/config/project.ts'
import { type LocalScript, loadOptionsOf, scriptOf } from '../../project/script/load.ts'
import { includedFiles } from '../../project/select/candidate-files.ts'

/** A script and what else its result depends on. */
export interface OpenScript {
  /** Absolute. */
  readonly file: string
  readonly text: string
  /** Texts of other open files, by real path. */
  readonly open: ReadonlyMap<string, string>
  /** Folders of the client, absolute. */
  readonly folders: readonly string[]
}

/** The project of a file; one without `topo.config.json` and repository is the folder that the editor has open. */
export async function projectOf({
  file,
  folders,
}: Pick<OpenScript, 'file' | 'folders'>): Promise<Project> {
  const folder = dirname(file)
  const root = findRoot(folder)
  if (hasRootMark(root)) return openProject(root)
  const [nearest = folder] = folders
    .filter((one) => isBelow(one, file))
    .sort((a, b) => b.length - a.length)
  return openWithoutSettings(nearest)
}

/** True if `topo validate` would check the file: by its name, or by the settings of the project. */
export async function isOwnScript(project: Project, file: string): Promise<boolean> {
  if (await project.ignored.has(projectPath(project.root, file))) return false
  if (/\.topology\.[jt]s$/.test(file)) return true
  return project.config.include !== undefined && (await includedFiles(project)).includes(file)
}

export const loadOpenScript = (
  { file, text, open }: OpenScript,
  project: Project,
): Promise<LocalScript> => scriptOf(Buffer.from(text), file, { ...loadOptionsOf(project), open })
