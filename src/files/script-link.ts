/**
 * Follows symbolic links that have the name of a script. One that stays in the project is read and written like a copy; the others have a
 * reason why they are skipped.
 */
import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { refusedError } from '../errors.ts'
import { isBelow, realPathOf } from './path-containment.ts'
import { projectPath } from './root.ts'

/** A symbolic link that is not read. */
export interface SkippedLink {
  /** Absolute. */
  readonly file: string
  /** Ends a sentence about the link: `leads nowhere`. */
  readonly why: string
}

/** Folders that topo never searches. Through a link it could show or write what only git and package managers may touch. */
export const CLOSED_FOLDERS = ['node_modules', '.git', '.topo']

/** The target of a link as a path below the root, or why it is skipped. */
export function followScriptLink(root: string, link: string): { target: string } | { why: string } {
  let real: string
  try {
    real = realpathSync.native(link)
  } catch (error) {
    return { why: brokenLink(error as NodeJS.ErrnoException) }
  }
  const realRoot = realPathOf(root)
  const why = linkFault(realRoot, real)
  if (why !== undefined) return { why }
  return { target: path.join(root, path.relative(realRoot, real)) }
}

function brokenLink({ code = 'unknown error' }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'leads nowhere'
  if (code === 'ELOOP') return 'leads back to itself'
  return `cannot be followed (${code})`
}

function linkFault(realRoot: string, real: string): string | undefined {
  if (!isBelow(realRoot, real)) return 'leads out of the project'
  const closed = closedFolderOf(realRoot, real)
  if (closed !== undefined) return `leads into ${closed}`
  if (!statSync(real, { throwIfNoEntry: false })?.isFile()) return 'does not lead to a file'
  return /\.[cm]?[jt]s$/i.test(real)
    ? undefined
    : 'leads to a file that is not JavaScript or TypeScript'
}

/** The same for a file that is read or written, which may not exist; undefined if no link leads to it. */
export function followedLink(
  root: string,
  file: string,
): { target: string } | { why: string } | undefined {
  const realRoot = realPathOf(root)
  const real = realPathOf(file)
  if (!isBelow(realRoot, real)) return { why: 'leads out of the project' }
  const target = path.join(root, path.relative(realRoot, real))
  if (target === file) return undefined
  const closed = closedFolderOf(realRoot, real)
  return closed === undefined ? { target } : { why: `leads into ${closed}` }
}

/**
 * For a file of a script that topo writes.
 * @throws KnownError `TOPO_OUTSIDE_PROJECT` if a link leads out of the folder, or into one that only git and package managers may touch.
 */
export function assertWritable(folder: string, file: string, name: string): void {
  const link = followedLink(folder, file)
  if (link === undefined || 'target' in link) return
  throw refusedError(`${name} ${link.why}, because of a symbolic link.`, {
    code: 'TOPO_OUTSIDE_PROJECT',
    hint: 'Replace the link with a copy, then retry.',
  })
}

/** One sentence for each of the first links. */
export function skippedInWords(links: readonly SkippedLink[], root: string): string[] {
  const sentences = links
    .slice(0, MOST_NAMED)
    .map(
      ({ file, why }) =>
        `${projectPath(root, file)} is skipped: it is a symbolic link that ${why}.`,
    )
  const more = links.length - sentences.length
  return more > 0 ? [...sentences, `${more} more symbolic links are skipped.`] : sentences
}

const MOST_NAMED = 10

/** The folder among `CLOSED_FOLDERS` that contains a real path. */
function closedFolderOf(realRoot: string, real: string): string | undefined {
  const folders = path.relative(realRoot, real).split(path.sep).slice(0, -1)
  return CLOSED_FOLDERS.find((closed) => folders.some((folder) => folder.toLowerCase() === closed))
}
