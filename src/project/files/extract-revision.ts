/** Extracts the project at a git revision into a temporary folder. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import type { Repository } from './git.ts'
import { isBelow } from './path-containment.ts'
import { sweepTemporaryOnce, temporaryMark } from './temporary.ts'

/** Files that a script can consist of. */
const sourceFiles = /\.(js|ts|json|md)$/
const LINK_MODE = '120000'

interface Blob {
  id: string
  path: string
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
  const below = relative(await realpath(repository.top), await realpath(root))
    .split(sep)
    .join('/')
  sweepTemporaryOnce(tmpdir())
  const folder = await mkdtemp(join(tmpdir(), `topo-revision${temporaryMark()}`))
  try {
    const revisionRoot = join(folder, ...below.split('/'))
    await mkdir(revisionRoot, { recursive: true })
    const wanted = (paths ?? ['']).map((path) => [below, path].filter(Boolean).join('/'))
    await extract(repository, await blobsOf(repository, commit, wanted), folder)
    return await use(revisionRoot)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** @param wanted files and folders; an empty path is the top */
async function blobsOf(repository: Repository, commit: string, wanted: readonly string[]): Promise<Blob[]> {
  const places = wanted.includes('') ? [] : wanted
  const listed = await repository.output(['ls-tree', '-r', '-z', commit, '--', ...places])
  return listed
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, type, id = '', path = ''] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? []
      return type === 'blob' && mode !== LINK_MODE && sourceFiles.test(path) ? [{ id, path }] : []
    })
}

/** Reads all blobs with one git call. Each answer is `<id> blob <size>`, a line end, the bytes, a line end. */
async function extract(repository: Repository, blobs: readonly Blob[], folder: string): Promise<void> {
  if (blobs.length === 0) return
  const asked = blobs.map(({ id }) => `${id}\n`).join('')
  const answer = await repository.output(['cat-file', '--batch'], asked)
  let at = 0
  for (const { path } of blobs) {
    const end = answer.indexOf('\n', at)
    const size = Number(answer.subarray(at, end).toString('utf8').split(' ')[2])
    const file = join(folder, ...path.split('/'))
    if (isBelow(folder, file)) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, answer.subarray(end + 1, end + 1 + size))
    }
    at = end + 1 + size + 1
  }
}
