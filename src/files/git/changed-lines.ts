/** Reads which lines of scripts and Markdown files changed since a commit. */
import { join } from 'node:path'
import { parsePatch } from 'diff'
import { readRepository, SAFE_DIFF } from './git.ts'

/** True if one of the lines was added or changed, or one between them removed; `file` is an absolute path. */
export type ChangedLines = (file: string, first: number, last?: number) => boolean

/** The lines of the new version; for a removal none, before `first`. */
interface Hunk {
  readonly first: number
  readonly count: number
}

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
  const patch = await repository.answer([...options, base, '--', ...WATCHED], [128])
  if (patch === undefined) return undefined
  const touched = new Map<string, Hunk[]>()
  for (const { newFileName, hunks } of parsePatch(patch)) {
    if (!newFileName?.startsWith(PREFIX)) continue
    touched.set(
      join(repository.top, newFileName.slice(PREFIX.length)),
      hunks.map(({ newStart, newLines }) => ({ first: newStart, count: newLines })),
    )
  }
  return (file, first, last = first) =>
    touched.get(file)?.some((hunk) => isTouched(hunk, first, last)) ?? false
}

const WATCHED = ['*.js', '*.ts', '*.md', '*.markdown']

const isTouched = (hunk: Hunk, first: number, last: number): boolean =>
  hunk.count === 0
    ? hunk.first > first && hunk.first <= last
    : hunk.first <= last && hunk.first + hunk.count > first
