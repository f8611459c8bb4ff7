/** Lists scripts whose files were deleted or added since a commit, or whose header has another slug. */
import { basename, join, relative } from 'node:path'
import { repositoryOf, SAFE_DIFF, tryGit } from '../files/git.ts'
import { realPathOf } from '../files/path-containment.ts'

/** Paths relative to the root, with `/`; only files named `*.topology.js` or `.ts`. */
export const deletedSince = (commit: string, root: string): Promise<string[]> => filesSince('D', commit, root)
export const addedSince = (commit: string, root: string): Promise<string[]> => filesSince('A', commit, root)
/** May list more: files in which a line with `slug` changed. */
export const withOtherSlugSince = (commit: string, root: string): Promise<string[]> =>
  filesSince('M', commit, root, '-Gslug')

async function filesSince(
  kind: 'A' | 'D' | 'M',
  commit: string,
  root: string,
  ...more: string[]
): Promise<string[]> {
  const [top, below] = [await repositoryOf(root), realPathOf(root)]
  const asked = [...SAFE_DIFF, '--name-only', '-z', `--diff-filter=${kind}`, ...more, commit, '--', below]
  return ((await tryGit(top, asked)) ?? '')
    .split('\0')
    .filter((name) => /\.topology\.[jt]s$/.test(basename(name)))
    .map((name) => relative(below, join(top, name)).replaceAll('\\', '/'))
}
