/** Extracts the project at a git revision into a temporary folder. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { commitOf, git, repositoryOf, unknownRevision } from './git.ts'
import { isBelow } from './path-containment.ts'
import { sweepTemporaryOnce, temporaryMark } from './temporary.ts'

/** Files that a script can consist of. */
const sourceFiles = /\.(js|ts|json|md)$/
const LINK_MODE = '120000'

interface Blob {
  id: string
  path: string
}

/**
 * @param root absolute path of the project
 * @param use receives the folder that corresponds to the root; it is deleted afterwards
 * @throws usage error `TOPO_UNKNOWN_REVISION` for an unknown revision.
 */
export async function atRevision<T>(
  root: string,
  revision: string,
  use: (root: string) => Promise<T>,
): Promise<T> {
  const top = await repositoryOf(root)
  const commit = await commitOf(root, revision)
  if (commit === undefined) throw unknownRevision(revision)
  const below = relative(await realpath(top), await realpath(root))
    .split(sep)
    .join('/')
  sweepTemporaryOnce(tmpdir())
  const folder = await mkdtemp(join(tmpdir(), `topo-revision${temporaryMark()}`))
  try {
    const revisionRoot = join(folder, ...below.split('/'))
    await mkdir(revisionRoot, { recursive: true })
    await extract(top, await blobsOf(top, commit, below), folder)
    return await use(revisionRoot)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function blobsOf(top: string, commit: string, below: string): Promise<Blob[]> {
  const listed = await git(top, ['ls-tree', '-r', '-z', commit, '--', ...(below === '' ? [] : [below])])
  return listed
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, type, id = '', path = ''] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? []
      return type === 'blob' && mode !== LINK_MODE && sourceFiles.test(path) ? [{ id, path }] : []
    })
}

/** Reads all blobs with one git call. Each answer is `<id> blob <size>`, a line end, the bytes, a line end. */
async function extract(top: string, blobs: readonly Blob[], folder: string): Promise<void> {
  if (blobs.length === 0) return
  const answer = await git(top, ['cat-file', '--batch'], blobs.map(({ id }) => `${id}\n`).join(''))
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
