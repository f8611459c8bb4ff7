/** Finds the files that `convert` reads. */

import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { usageError } from '../../errors.ts'
import { projectPath } from '../../files/root.ts'
import { sortedBy } from '../../grouped.ts'
import type { Project } from '../config/project.ts'

/** Suffixes of diagrams, and of files that may contain one. In a folder, only these are looked at. */
const DIAGRAMS = /\.(?:mmd|mermaid|dsl|puml|plantuml|dot|gv|d2|drawio)$/i
export const MAY_CONTAIN = /\.(?:md|mdx|markdown|ya?ml|json)$/i
const mayBeDiagram = (file: string) => DIAGRAMS.test(file) || MAY_CONTAIN.test(file)
const NEVER = /^(?:node_modules|\.git|\.topo)$/
const MOST_FILES = 10_000

export interface Source {
  /** The name that people typed, for messages. */
  readonly name: string
  readonly file: string
  /** Folder of the source, which its script has too. Relative. */
  readonly folder: string
  /** Text of standard input. */
  readonly bytes?: Buffer
  /** Found in a folder that people named: a file without a diagram is no error. */
  readonly isFound?: true
}

/**
 * Files, and the files below folders; folders keep the order of their names.
 * @throws usage error `TOPO_NO_SOURCE`, `TOPO_INPUT_TOO_LARGE`
 */
export async function findSources(project: Project, names: readonly string[]): Promise<Source[]> {
  const sources: Source[] = []
  for (const name of names) {
    const file = path.resolve(project.cwd, name)
    const stats = await stat(file).catch(() => undefined)
    if (!stats) throw noSource(name)
    if (stats.isDirectory()) sources.push(...(await sourcesBelow(file, name, project)))
    else sources.push({ name, file, folder: '' })
  }
  return sources
}

async function sourcesBelow(
  folder: string,
  name: string,
  { root, ignored }: Project,
): Promise<Source[]> {
  const files = await ignored.filter(await filesBelow(folder), (file) => projectPath(root, file))
  return files.map((file) => {
    const relative = path.relative(folder, file)
    const folderOfFile = path.dirname(relative)
    return { name: path.join(name, relative), file, folder: folderOfFile, isFound: true }
  })
}

function noSource(name: string) {
  return usageError(`File or folder not found: ${name}.`, {
    code: 'TOPO_NO_SOURCE',
    hint: 'Name files or folders with diagrams, or - for standard input.',
  })
}

async function filesBelow(folder: string, found: string[] = []): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of sortedBy(entries, ({ name }) => name)) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && !NEVER.test(entry.name)) await filesBelow(file, found)
    else if (entry.isFile() && mayBeDiagram(file)) found.push(file)
    if (found.length > MOST_FILES) {
      throw usageError(`${folder} has more than ${MOST_FILES} files that may be diagrams.`, {
        code: 'TOPO_INPUT_TOO_LARGE',
        hint: 'Name the folders with diagrams.',
      })
    }
  }
  return found
}
