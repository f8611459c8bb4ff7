/** Which files a script of the service may belong to, besides those that a push would send. */
import { readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { KnownError } from '../../errors.ts'
import type { Project } from '../config/project.ts'
import { isBelow } from '../files/path-containment.ts'
import { projectPath } from '../files/root.ts'
import { defaultInclude, findScripts } from './find.ts'

/** The files that the project includes; having none is where a first pull begins. */
export async function includedFiles({ root, cwd, config, ignored }: Project): Promise<string[]> {
  try {
    return await findScripts({ root, cwd, include: config.include, exclude: config.exclude, ignored })
  } catch (error) {
    if (error instanceof KnownError && error.code === 'TOPO_NO_FILES') return []
    throw error
  }
}

/**
 * Those that the project includes, those on record wherever they lie in it, and those in the folder that new
 * ones go to; absolute paths, each once, in this order. None that is ignored.
 */
export async function knownFiles(
  project: Project,
  recordedPaths: readonly string[],
  folder: string,
): Promise<string[]> {
  const recorded = await Promise.all(recordedPaths.map((path) => recordedFile(project, path, folder)))
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const beside = entries
    .filter((entry) => entry.isFile() && /\.topology\.[jt]s$/.test(entry.name))
    .map(({ name }) => join(folder, name))
  const others = await project.ignored.filter([...recorded.flat(), ...beside], (file) =>
    projectPath(project.root, file),
  )
  return [...new Set([...(await includedFiles(project)), ...others])]
}

/** None where it is gone, or where a state that somebody else wrote leads out of the project. */
async function recordedFile({ root }: Project, path: string, folder: string): Promise<string[]> {
  const file = join(root, path)
  if (!isBelow(root, file) && !isBelow(folder, file)) return []
  const isFile = (await stat(file).catch(() => undefined))?.isFile() ?? false
  return isFile ? [file] : []
}

/**
 * Where a new script goes, absolute: here, if there are scripts here; else where most of the project's are; in a
 * project without any where it looks for them.
 */
export async function folderOfScripts(project: Project): Promise<string> {
  const { root, cwd, config } = project
  const counts = new Map<string, number>()
  for (const file of await includedFiles(project)) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (first) return counts.has(cwd) ? cwd : first[0]
  // As far as a pattern names folders: `diagrams/**/*.topology.js`, or the bare name of a folder.
  const folders = (config.include ?? defaultInclude).map((pattern) => {
    const [named = ''] = /^(?:[^*?[\]{}()!/]+(?:\/|$))*/.exec(pattern.replace(/^(?:\.\/)+/, '')) ?? []
    return resolve(root, /\.[jt]s$/.test(named) ? dirname(named) : named)
  })
  return folders.find((folder) => folder !== root && isBelow(root, folder)) ?? cwd
}
