/** Finds the files of a project that topo keeps up to date: Markdown files, and pictures that say how they were drawn. */
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { KnownError, refusedError } from '../../errors.ts'
import { type Repository, readRepository } from '../../files/git/git.ts'
import { isBelow, realPathOf } from '../../files/path-containment.ts'
import { projectPath } from '../../files/root.ts'
import { readFileWithin, readStartSync } from '../../limits/files.ts'
import type { Project } from '../../project/config/project.ts'
import { type PictureRecord, RECORD_BYTES, recordAtStart } from './picture-record.ts'

export interface ProjectFile {
  /** An absolute path. */
  readonly file: string
  /** In the project, with `/`. */
  readonly path: string
}

export interface RecordedPicture extends ProjectFile {
  readonly record: PictureRecord
}

/** Folders of programs. */
const outsideOfDocuments: readonly string[] = ['node_modules', '.git', '.topo']

type Place = Pick<Project, 'root' | 'ignored'>

/** The limit for each kind; nobody keeps so many up to date. */
const MOST_FILES = 5_000

/** All Markdown files on disk, sorted. Symbolic links are not followed, because topo would write through them. */
export async function findMarkdownFiles(project: Place): Promise<ProjectFile[]> {
  const { glob } = await import('tinyglobby')
  const { root } = project
  const found = await glob(['**/*.md', '**/*.markdown'], {
    cwd: root,
    ignore: outsideOfDocuments.map((name) => `**/${name}/**`),
    absolute: true,
    dot: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    onlyFiles: true,
  })
  const files = found.sort().map((file) => ({ file, path: projectPath(root, file) }))
  return regularFiles(files, project)
}

/** The Markdown files that git tracks and that may have blocks, without opening the others. */
export async function trackedMarkdown(
  repository: Repository,
  project: Place,
): Promise<ProjectFile[]> {
  const search = ['grep', '--no-recurse-submodules', '--no-color', '-l', '-z', '-a', '-E']
  const pattern = ['-e', '<!--[[:space:]]*/?topo[[:space:]]']
  const listed = await repository.answer([...search, ...pattern, '--', '*.md', '*.markdown'])
  return trackedFiles((listed ?? '').split('\0'), repository, project)
}

/** The pictures and pages that git tracks and that say how they were drawn. */
export async function trackedPictures(
  repository: Repository,
  project: Place,
): Promise<RecordedPicture[]> {
  const listed = await repository.output(['ls-files', '-z', '--cached', '--', '*.svg', '*.png'])
  const pictures = await trackedFiles(listed.toString('utf8').split('\0'), repository, project)
  const files = [...pictures, ...(await trackedPages(repository, project))]
  return files.sort(byPath).flatMap((one) => {
    const record = recordIn(one.file)
    return record === undefined ? [] : [{ ...one, record }]
  })
}

const byPath = (a: ProjectFile, b: ProjectFile): number => (a.path < b.path ? -1 : 1)

/** A project may have thousands of pages that topo did not draw: they are not opened. */
async function trackedPages(repository: Repository, project: Place): Promise<ProjectFile[]> {
  const search = ['grep', '--no-recurse-submodules', '--no-color', '-l', '-z', '-a', '-F']
  const listed = await repository.answer([
    ...search,
    '-e',
    '<html lang="en" data-topo="',
    '--',
    '*.html',
  ])
  return trackedFiles((listed ?? '').split('\0'), repository, project)
}

/** The same for a project that may be in no repository. */
export async function picturesOf(project: Place): Promise<RecordedPicture[]> {
  const reading = await readRepository(project.root)
  return reading.state === 'known' ? trackedPictures(reading.repository, project) : []
}

/** A picture that cannot be read says nothing about itself. */
function recordIn(file: string): PictureRecord | undefined {
  try {
    return recordAtStart(readStartSync(file, RECORD_BYTES))
  } catch {
    return undefined
  }
}

/** @throws KnownError if it cannot be read; the files beside it are read all the same */
export async function readProjectFile(
  limit: 'readme' | 'replaced',
  { file, path }: ProjectFile,
): Promise<Buffer> {
  try {
    return await readFileWithin(limit, file, path)
  } catch (error) {
    if (error instanceof KnownError) throw error
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw refusedError(`Cannot read ${path} (${code}).`, {
      code: 'TOPO_READ_FAILED',
      hint: 'Check its permissions.',
      cause: error,
    })
  }
}

/** @param names in the repository */
function trackedFiles(
  names: readonly string[],
  { top }: Repository,
  project: Place,
): Promise<ProjectFile[]> {
  const { root } = project
  const realRoot = realPathOf(root)
  const realTop = realPathOf(top)
  const files = names
    .filter((name) => name !== '')
    .map((name) => join(realTop, name))
    .filter((file) => isBelow(realRoot, file))
    .map((file) => projectPath(realRoot, file))
    .filter((path) => !path.split('/').some((part) => outsideOfDocuments.includes(part)))
  const placed = [...new Set(files)].sort().map((path) => ({ file: join(root, path), path }))
  return regularFiles(placed.slice(0, MOST_FILES), project)
}

async function regularFiles(files: readonly ProjectFile[], project: Place): Promise<ProjectFile[]> {
  const root = realPathOf(project.root)
  const regular: ProjectFile[] = []
  for (const one of await project.ignored.filter(files, ({ path }) => path)) {
    const isFile = (await lstat(one.file).catch(() => undefined))?.isFile() === true
    if (isFile && isBelow(root, realPathOf(one.file))) regular.push(one)
  }
  return regular
}
