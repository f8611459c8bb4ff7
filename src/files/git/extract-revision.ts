/** Extracts the project at a git revision into a temporary folder. */

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { joined } from '../../text/words.ts'
import { isBelow } from '../path-containment.ts'
import { sweepTemporaryOnce, temporaryMark } from '../temporary.ts'
import type { Repository } from './git.ts'

/** Files that a script can consist of. */
const sourceFiles = /\.(js|ts|json|md)$/
const LINK_MODE = '120000'

interface Blob {
  id: string
  path: string
  isLink: boolean
}

export interface Revision {
  repository: Repository
  commit: string
  /** Absolute path of the project. */
  root: string
  /** Only these files, relative to the root with `/`; default all that scripts can consist of. */
  paths?: readonly string[] | undefined
}

/** @param use receives the folder that corresponds to the root; it is deleted afterwards */
export async function atRevision<T>(
  { repository, commit, root, paths }: Revision,
  use: (root: string) => Promise<T>,
): Promise<T> {
  const below = await placeOf(root, repository)
  return inFolder(async (folder) => {
    const revisionRoot = join(folder, ...below.split('/'))
    await mkdir(revisionRoot, { recursive: true })
    const wanted = (paths ?? ['']).map((path) => joined('/', below, path))
    const blobs = await blobsOf(repository, commit, wanted)
    const contents = blobs.filter(({ isLink }) => !isLink)
    const files = contents.map(({ id, path }) => ({ name: id, path }))
    await extract(repository, files, folder)
    // Links become copies of their targets. git cannot be asked for a name with a line end.
    const links = blobs.filter(({ isLink, path }) => isLink && !path.includes('\n'))
    const targets = links.map(({ path }) => ({ name: `${commit}:${path}`, path }))
    await extract(repository, targets, folder, ['--follow-symlinks'])
    return await use(revisionRoot)
  })
}

/** A file at a commit. */
export interface Version {
  commit: string
  /** Relative to the root with `/`. */
  path: string
}

/**
 * The same for single files of several commits, without what they import.
 * @param versions each path once
 */
export async function atVersions<T>(
  {
    repository,
    root,
    versions,
  }: { repository: Repository; root: string; versions: readonly Version[] },
  use: (root: string) => Promise<T>,
): Promise<T> {
  const below = await placeOf(root, repository)
  return inFolder(async (folder) => {
    const files = versions.filter(({ path }) => !path.includes('\n'))
    const named = files.map(({ commit, path }) => ({
      name: `${commit}:${joined('/', below, path)}`,
      path,
    }))
    await extract(repository, named, folder, ['--follow-symlinks'])
    return await use(folder)
  })
}

/** The project in its repository, with `/`; empty for the top. */
async function placeOf(root: string, repository: Repository): Promise<string> {
  const below = relative(await realpath(repository.top), await realpath(root))
  return below.split(sep).join('/')
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  sweepTemporaryOnce(tmpdir())
  const folder = await mkdtemp(join(tmpdir(), `topo-revision${temporaryMark()}`))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** @param wanted files and folders; an empty path is the top */
async function blobsOf(
  repository: Repository,
  commit: string,
  wanted: readonly string[],
): Promise<Blob[]> {
  const places = wanted.includes('') ? [] : wanted
  // Paths of ls-tree are no patterns.
  const listed = await repository.output(['ls-tree', '-r', '-z', commit, '--', ...places])
  return listed
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, type, id = '', path = ''] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? []
      return type === 'blob' && sourceFiles.test(path)
        ? [{ id, path, isLink: mode === LINK_MODE }]
        : []
    })
}

interface NamedObject {
  /** Name of a blob for git. */
  name: string
  path: string
}

/**
 * Reads all blobs with one git call. Each answer is `<id> blob <size>`, a line end, the bytes, a line end. A link that git cannot follow is
 * left out: its answer begins with the reason instead of an id, such as `dangling <size>`.
 */
async function extract(
  repository: Repository,
  objects: readonly NamedObject[],
  folder: string,
  options: readonly string[] = [],
): Promise<void> {
  if (objects.length === 0) return
  const asked = objects.map(({ name }) => `${name}\n`).join('')
  const answer = await repository.output(['cat-file', '--batch', ...options], asked)
  let at = 0
  for (const { path } of objects) {
    const end = answer.indexOf('\n', at)
    const [, kind, length = '0'] =
      /( blob)? (\d+)$/.exec(answer.subarray(at, end).toString('utf8')) ?? []
    const size = Number(length)
    const file = join(folder, ...path.split('/'))
    if (kind !== undefined && isBelow(folder, file)) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, answer.subarray(end + 1, end + 1 + size))
    }
    at = end + 1 + size + 1
  }
}
