/** Reads which lines a pull request changes, to list the findings on these lines first. */
import { join } from 'node:path'
import { parsePatch } from 'diff'
import { readRepository, SAFE_DIFF } from '../../files/git/git.ts'

/** True if a line was added or changed; `file` is an absolute path. */
export type ChangedLines = (file: string, line: number) => boolean

/** Before the name of each file in the new version. */
const PREFIX = 'b/'

/** Undefined if git does not tell them, as in a shallow checkout: they only decide about an order. */
export async function changedLines(cwd: string, base: string): Promise<ChangedLines | undefined> {
  const reading = await readRepository(cwd)
  if (reading.state !== 'known') return undefined
  const { repository } = reading
  // Without a prefix, a space at the start of a name would be lost.
  const prefixes = ['--src-prefix=a/', `--dst-prefix=${PREFIX}`]
  const options = ['-c', 'core.quotepath=false', ...SAFE_DIFF, ...prefixes, '-U0']
  const patch = await repository.answer([...options, base, '--', '*.js', '*.ts'], [128])
  if (patch === undefined) return undefined
  const touched = new Map<string, (readonly [first: number, count: number])[]>()
  for (const { newFileName, hunks } of parsePatch(patch)) {
    if (!newFileName?.startsWith(PREFIX)) continue
    touched.set(
      join(repository.top, newFileName.slice(PREFIX.length)),
      hunks.map(({ newStart, newLines }) => [newStart, newLines] as const),
    )
  }
  return (file, line) =>
    touched.get(file)?.some(([first, count]) => line >= first && line < first + count) ?? false
}
