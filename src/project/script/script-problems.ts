/** Problems of a script as a file: its bytes, its name, and bugs of topo that it reveals. */
import path from 'node:path'
import { KnownError } from '../../errors.ts'
import { type Decoded, decodeText } from '../../files/decode.ts'
import { type FileProblem, spanAt } from '../../files/position.ts'
import { START } from '../../topology/model/position.ts'
import { internalProblem } from '../../topology/model/problem.ts'
import type { findMark } from './conflict-markers.ts'
import { slugify } from './metadata.ts'

/** The problems of a script, which grow as it is read. */
export interface ProblemList {
  /** The file with the problems that are added, relative to the project root. */
  readonly path: string
  readonly problems: FileProblem[]
}

/** Reports bytes that are no text. */
export function decode(bytes: Buffer, { path: file, problems }: ProblemList): Decoded {
  const decoded = decodeText(bytes)
  if (decoded.text === undefined) {
    const { message, fix, before } = decoded
    const end = spanAt(before, before.length, before.length)
    problems.push({ rule: 'syntax', message, fix, path: file, ...end })
  }
  return decoded
}

/** Turns a bug into a problem of this script, so that other scripts are still checked. */
export async function containBug<T>(
  doing: string,
  { path: file, problems }: ProblemList,
  fallback: T,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof KnownError) throw error
    problems.push({ ...internalProblem(doing, error), path: file })
    return fallback
  }
}

/** @param file relative to the project root */
export function illegalFileName(file: string, fileSlug: string): FileProblem {
  const guess = slugify(fileSlug) || 'my-diagram'
  return {
    rule: 'header',
    message: `The file name gives the slug \`${fileSlug}\`, but a slug may only contain lower-case letters, digits and hyphens.`,
    fix: `Rename the file to ${guess}.topology${path.extname(file)}, or write \`slug: ${guess}\` in its header.`,
    path: file,
    ...START,
  }
}

/** Reports the mark of a conflict in a text of this path. */
export function reportMark(
  text: string,
  mark: NonNullable<ReturnType<typeof findMark>>,
  { path: file, problems }: ProblemList,
): void {
  problems.push({ ...UNRESOLVED, path: file, ...spanAt(text, ...mark) })
}

const UNRESOLVED = {
  rule: 'syntax',
  message: 'The file contains an unresolved conflict.',
  fix: 'Keep the right lines of both sides. Delete the lines that start with <<<<<<<, |||||||, ======= and >>>>>>>.',
} as const
