/** Reads which lines a pull request changes, to list the findings on these lines first. */
import { join } from 'node:path'
import { parsePatch } from 'diff'
import { repositoryOf, SAFE_DIFF, tryGit } from '../project/files/git.ts'

/** True if a line was added or changed; `file` is an absolute path. */
export type ChangedLines = (file: string, line: number) => boolean

/** Undefined if git lacks the base commit, as in a shallow checkout. */
export async function changedLines(cwd: string, base: string): Promise<ChangedLines | undefined> {
  const top = await repositoryOf(cwd)
  const patch = await tryGit(top, [
    ...['-c', 'core.quotepath=false', ...SAFE_DIFF, '--no-prefix', '-U0'],
    ...[base, '--', '*.js', '*.ts'],
  ])
  if (patch === undefined) return undefined
  const touched = new Map<string, (readonly [first: number, count: number])[]>()
  for (const { newFileName, hunks } of parsePatch(patch)) {
    if (newFileName === undefined) continue
    touched.set(
      join(top, newFileName),
      hunks.map(({ newStart, newLines }) => [newStart, newLines] as const),
    )
  }
  return (file, line) =>
    touched.get(file)?.some(([first, count]) => line >= first && line < first + count) ?? false
}
