/** Makes errors of what git says: its own words, and what to do next. */
import { type KnownError, refusedError } from '../../errors.ts'
import { linesIn } from '../../text/line-ends.ts'

/** The same in every language. */
const safeDirectory = /git config --global --add safe\.directory .+/

/**
 * The error in what git printed, as one line. Warnings come before it and advice after it; names may follow it on indented
 * lines. Only in English does a line begin with "fatal": otherwise all lines count.
 */
function wordsOf(stderr: string): string {
  const lines = linesIn(stderr)
  const fatal = lines.findIndex((line) => line.startsWith('fatal: '))
  if (fatal < 0) return inOneLine(lines)
  const causes = lines.slice(0, fatal).filter((line) => line.startsWith('error: '))
  const after = lines.slice(fatal + 1)
  const end = after.findIndex((line) => !/^\s+\S/.test(line))
  const details = end < 0 ? after : after.slice(0, end)
  return inOneLine([...causes, lines[fatal] ?? '', ...details])
}

const inOneLine = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** True if git says that no folder upwards is a repository. In another language than English, true for all it says. */
export function saysNoRepository(stderr: string): boolean {
  const isEnglish = /^fatal: /m.test(stderr)
  if (!isEnglish) return !safeDirectory.test(stderr)
  return /^fatal: not a git repository \(or any/m.test(stderr)
}

/** What to do about a repository that git refuses, by what it says. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /repo version|repository extension|invalid value for 'extensions\./,
    'The repository has a format that this git does not know: install a newer git.',
  ],
  [
    /^fatal: not a git repository: /m,
    'The folder belongs to a repository that is not there, as a worktree or a submodule. Restore that repository, or clone again.',
  ],
  [
    /^fatal: not a git repository \(or any/m,
    'There is a ".git", but git does not accept it. Check that it is complete and on the same disk, or clone again.',
  ],
  [
    /must be run in a work tree/,
    'This repository is bare: it has no files. Run topo in a clone of it.',
  ],
  [/bad config/, 'Correct that line of the configuration.'],
]

/** The error of a repository that git refuses to read. */
export function refusedRepository(folder: string, stderr: string, code: number): KnownError {
  const [command] = safeDirectory.exec(stderr) ?? []
  const remedy = remedies.find(([words]) => words.test(stderr))?.[1]
  const otherwise = `Run "git status" in ${folder}, and fix what it reports.`
  return refusedError(`git refuses the repository of ${folder}: ${saidBy(stderr, code)}`, {
    code: 'TOPO_GIT',
    hint:
      command === undefined
        ? (remedy ?? otherwise)
        : `The folder belongs to another user. If you trust it, run "${command}".`,
  })
}

/** The error of a call that git did not carry out. */
export function failedCall(stderr: string, code: number): KnownError {
  if (/^fatal: transport .* not allowed/m.test(stderr)) return lacksObjects()
  return refusedError(`git failed: ${saidBy(stderr, code)}`, {
    code: 'TOPO_GIT',
    hint: 'Check the revision. "git log" lists the commits.',
  })
}

function saidBy(stderr: string, code: number): string {
  const words = wordsOf(stderr).replace(/\.$/, '')
  return words === '' ? `exit code ${code}, without a message.` : `${words}.`
}

const lacksObjects = (): KnownError =>
  refusedError('This partial clone lacks objects of the revision, and topo does not fetch them.', {
    code: 'TOPO_GIT',
    hint: 'Fetch them with "git fetch --refetch --no-filter", or clone without --filter.',
  })
