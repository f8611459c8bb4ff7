/** Lists all local files that a remote script may belong to, and the folder for new scripts. */

import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isFile } from '../../files/is-file.ts'
import { isBelow, leadingFolders } from '../../files/path-containment.ts'
import { projectPath } from '../../files/root.ts'
import { countsOf } from '../../grouped.ts'
import type { Project } from '../config/project.ts'
import { defaultInclude, findScripts } from './find-scripts.ts'

/** Files that the project includes; empty before a first pull. */
export const includedFiles = (project: Project): Promise<string[]> =>
  findScripts({ ...project, ...project.config, allowEmpty: true })

/**
 * Files that the project includes, files with a sync record, and files in the folder for new scripts.
 * Absolute paths, each once, in this order, without ignored files.
 */
export async function candidateFiles(
  project: Project,
  recordedPaths: readonly string[],
  folder: string,
): Promise<string[]> {
  const recorded = await Promise.all(
    recordedPaths.map((path) => recordedFile(project, path, folder)),
  )
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const beside = entries
    .filter((entry) => entry.isFile() && /\.topology\.[jt]s$/.test(entry.name))
    .map(({ name }) => join(folder, name))
  const others = await project.ignored.filter([...recorded.flat(), ...beside], (file) =>
    projectPath(project.root, file),
  )
  return [...new Set([...(await includedFiles(project)), ...others])]
}

/** Empty if the file is gone, or if a manipulated state points outside of the project. */
async function recordedFile({ root }: Project, path: string, folder: string): Promise<string[]> {
  const file = join(root, path)
  if (!isBelow(root, file) && !isBelow(folder, file)) return []
  return (await isFile(file)) ? [file] : []
}

/**
 * Absolute folder for a new script: the working folder if it contains scripts, else the folder with most scripts,
 * else the first folder that `include` names.
 */
export async function folderOfScripts(project: Project): Promise<string> {
  const { cwd } = project
  const files = await includedFiles(project)
  const counts = countsOf(files.map((file) => dirname(file)))
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (first) return counts.has(cwd) ? cwd : first[0]
  return namedFolder(project) ?? cwd
}

/** The first folder that `include` names. */
export function namedFolder({ root, config }: Project): string | undefined {
  // The leading folders of a pattern: `diagrams/**/*.topology.js`, or the name of a folder.
  const folders = (config.include ?? defaultInclude).map((pattern) => {
    const named = leadingFolders(pattern)
    return resolve(root, /\.[jt]s$/.test(named) ? dirname(named) : named)
  })
  return folders.find((folder) => folder !== root && isBelow(root, folder))
}
