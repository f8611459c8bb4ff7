/** Lists scripts whose files were deleted since a commit. */
import { basename, join, relative } from 'node:path'
import { repositoryOf, SAFE_DIFF, tryGit } from '../files/git.ts'
import { realPathOf } from '../files/path-containment.ts'

/** Paths relative to the root, with `/`; only files named `*.topology.js` or `.ts`. */
export async function deletedSince(commit: string, root: string): Promise<string[]> {
  const [top, below] = [await repositoryOf(root), realPathOf(root)]
  const asked = [...SAFE_DIFF, '--name-only', '-z', '--diff-filter=D', commit, '--', below]
  return ((await tryGit(top, asked)) ?? '')
    .split('\0')
    .filter((name) => /\.topology\.[jt]s$/.test(basename(name)))
    .map((name) => relative(below, join(top, name)).replaceAll('\\', '/'))
}
