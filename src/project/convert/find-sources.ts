/** Finds the files that `convert` reads. */
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { usageError } from '../../errors.ts'
import { readRepository } from '../../files/git/git.ts'
import { realPathOf } from '../../files/path-containment.ts'
import { projectPath } from '../../files/root.ts'
import { sortedBy } from '../../grouped.ts'
import type { Project } from '../config/project.ts'

/** Suffixes of diagrams, and of files that may contain one. In a folder, only these are looked at. */
const DIAGRAMS = /\.(?:mmd|mermaid|dsl|puml|plantuml|dot|gv|d2|drawio)$/i
export const MAY_CONTAIN = /\.(?:md|mdx|markdown|ya?ml|json)$/i
const mayBeDiagram = (file: string) => DIAGRAMS.test(file) || MAY_CONTAIN.test(file)
const NEVER = /^(?:node_modules|\.git|\.topo)$/
/** Folders of what others wrote, or what a build made. */
const FOREIGN = /^(?:vendor|third_party|third-party|dist|bower_components)$/
const MOST_FILES = 10_000

export interface Source {
  /** The name that people typed, for messages. */
  readonly name: string
  readonly file: string
  /** Text of standard input. */
  readonly bytes?: Buffer
  /** Found in a folder that people named: a file without a diagram is no error. */
  readonly isFound?: true
  /** Why it is not read, as a sentence. */
  readonly skipped?: string
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
    else sources.push({ name, file })
  }
  return sources
}

async function sourcesBelow(
  folder: string,
  name: string,
  { root, ignored }: Project,
): Promise<Source[]> {
  const ignoredFiles = await ignoredByGit(folder)
  const search = new FolderSearch(ignoredFiles.paths)
  await search.collect(folder)
  const files = await ignored.filter(search.files, (file) => projectPath(root, file))
  const sourceOf = (file: string) => ({
    name: path.join(name, path.relative(folder, file)),
    file,
    isFound: true as const,
  })
  const all = new Set(files)
  const { unknown } = ignoredFiles
  return [
    ...(unknown === undefined ? [] : [{ ...sourceOf(folder), skipped: unknown }]),
    ...[...search.skipped].map(([file, skipped]) => ({ ...sourceOf(file), skipped })),
    ...files.map((file) => ({
      ...sourceOf(file),
      ...(isExportOf(file, all) && { skipped: 'The .dsl file beside it draws the same.' }),
    })),
  ]
}

/** Structurizr writes a workspace as JSON beside its DSL. */
const isExportOf = (file: string, files: ReadonlySet<string>): boolean =>
  /\.json$/i.test(file) && files.has(file.replace(/\.json$/i, '.dsl'))

interface IgnoredFiles {
  /** Absolute paths of files and folders. */
  readonly paths: ReadonlySet<string>
  /** Why git cannot tell them, as sentences; then all files are read, because git only leaves files out. */
  readonly unknown?: string
}

/** The files and folders below a folder that git ignores. */
async function ignoredByGit(folder: string): Promise<IgnoredFiles> {
  const reading = await readRepository(folder)
  if (reading.state === 'absent') return { paths: new Set() }
  if (reading.state === 'unusable') {
    const unknown = `${reading.error.message} Files that git ignores are read too.`
    return { paths: new Set(), unknown }
  }
  const { repository } = reading
  const realFolder = realPathOf(folder)
  const list = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']
  const answer = await repository.answer([...list, '--', realFolder])
  const names = (answer ?? '').split('\0').filter((name) => name !== '')
  const pathOf = (name: string) =>
    path.join(folder, path.relative(realFolder, path.join(repository.top, name)))
  return { paths: new Set(names.map(pathOf)) }
}

function noSource(name: string) {
  return usageError(`File or folder not found: ${name}.`, {
    code: 'TOPO_NO_SOURCE',
    hint: 'Name files or folders with diagrams, or - for standard input.',
  })
}

class FolderSearch {
  readonly files: string[] = []
  /** Why files and folders are not read, by absolute path. */
  readonly skipped = new Map<string, string>()
  readonly #ignored: ReadonlySet<string>

  constructor(ignored: ReadonlySet<string>) {
    this.#ignored = ignored
  }

  async collect(folder: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true })
    for (const entry of sortedBy(entries, ({ name }) => name)) {
      const file = path.join(folder, entry.name)
      if (NEVER.test(entry.name)) continue
      const isWanted = entry.isDirectory() || (entry.isFile() && mayBeDiagram(file))
      const reason = isWanted ? this.#reasonToSkip(file, entry) : undefined
      if (reason !== undefined) this.skipped.set(file, reason)
      else if (entry.isDirectory()) await this.collect(file)
      else if (isWanted) this.files.push(file)
      if (this.files.length > MOST_FILES) throw tooManyFiles(folder)
    }
  }

  #reasonToSkip(file: string, entry: Dirent): string | undefined {
    if (this.#ignored.has(file)) return 'git ignores it.'
    const isForeign = entry.isDirectory() && FOREIGN.test(entry.name)
    return isForeign ? 'Its files come from elsewhere; name the folder to read it.' : undefined
  }
}

const tooManyFiles = (folder: string) =>
  usageError(`${folder} has more than ${MOST_FILES} files that may be diagrams.`, {
    code: 'TOPO_INPUT_TOO_LARGE',
    hint: 'Name the folders with diagrams.',
  })
