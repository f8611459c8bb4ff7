/** Lists scripts whose files were deleted or added since a commit. */
import { basename, join, relative } from 'node:path'
import { repositoryOf, SAFE_DIFF, tryGit } from '../files/git.ts'
import { realPathOf } from '../files/path-containment.ts'

/** Paths relative to the root, with `/`; only files named `*.topology.js` or `.ts`. */
export const deletedSince = (commit: string, root: string): Promise<string[]> => filesSince('D', commit, root)
export const addedSince = (commit: string, root: string): Promise<string[]> => filesSince('A', commit, root)

async function filesSince(kind: 'A' | 'D', commit: string, root: string): Promise<string[]> {
  const [top, below] = [await repositoryOf(root), realPathOf(root)]
  const asked = [...SAFE_DIFF, '--name-only', '-z', `--diff-filter=${kind}`, commit, '--', below]
  return ((await tryGit(top, asked)) ?? '')
    .split('\0')
    .filter((name) => /\.topology\.[jt]s$/.test(basename(name)))
    .map((name) => relative(below, join(top, name)).replaceAll('\\', '/'))
}
