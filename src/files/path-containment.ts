/**
 * Keeps every path and pattern that a file of the project names in one folder: by its text, and after all symbolic links are followed.
 * A person may type any path. Synchronous, since that is faster than a promise and each script needs two checks.
 */

import { readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { refusedError } from '../errors.ts'

/** True if a file is in a folder after all symbolic links are followed. The file need not exist. */
export function isInside(folder: string, file: string): boolean {
  return isBelow(realPathOf(folder), realPathOf(file))
}

/** The same by name only, without reading the disk. */
export function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

/**
 * For a file that topo writes, under a name that no person typed.
 * @throws KnownError `TOPO_OUTSIDE_PROJECT` (exit 1) if it is outside of the folder, by its name or through a symbolic link.
 */
export function assertInside(folder: string, file: string, name = file): void {
  if (isInside(folder, file)) return
  const isLink = isBelow(folder, file)
  throw refusedError(
    `${name} is outside of ${folder}${isLink ? ', because of a symbolic link' : ''}.`,
    {
      code: 'TOPO_OUTSIDE_PROJECT',
      hint: isLink ? 'Replace the link with a copy, then retry.' : 'Use a file in that folder.',
    },
  )
}

/** The folder that a file and the files beside it must not leave: a person may name a script outside of the project. */
export const boundaryOf = (root: string, file: string): string =>
  isBelow(root, file) ? root : path.dirname(file)

/**
 * Says why a pattern of a settings file may leave the project root; undefined if it stays below. The same on all systems,
 * because the file is. It ends a sentence about the pattern.
 *
 * @param root follows a link in the leading folders of the pattern, because a search starts there
 */
export function escapeOfPattern(pattern: string, root: string): string | undefined {
  // A backslash separates folders on Windows and escapes a character elsewhere, so both readings count.
  const separated = pattern.replace(/\\(?![()[\]{}!*+?@|])/g, '/')
  const unescaped = pattern.replaceAll('\\', '')
  const reason = escapeOfText(separated) ?? escapeOfText(unescaped)
  if (reason !== undefined) return reason
  const isLinked = !isInside(root, path.resolve(root, leadingFolders(unescaped)))
  return isLinked ? 'follows a symbolic link out of it' : undefined
}

/** The folders of a pattern before its first mark: `diagrams/` of `diagrams/**`. */
export const leadingFolders = (pattern: string): string =>
  /^(?:[^*?[\]{}()!/]+(?:\/|$))*/.exec(pattern.replace(/^(?:\.\/)+/, ''))?.[0] ?? ''

const ABSOLUTE = /^[!\s]*(?:[@+?*!]?\(|\{)*\//
/** One of several beginnings, such as `{a,/b}`. */
const MAYBE_ABSOLUTE = /^[!\s]*(?:[@+?*!]?\(|\{)[^)}]*[,|]\//
const DRIVE_OR_SCHEME = /^[a-z][a-z\d+.-]*:/i
/** Marks of braces, brackets and extended patterns. */
const MARKS = /[{}()[\]|,!@+?*]+/g
/** Those that may stand between two full stops of one name. */
const JOINTS = /[{}()[\]|,!@+]+/g

function escapeOfText(written: string): string | undefined {
  // Some systems read compatible characters, such as a wide full stop, as the usual ones.
  const pattern = written.normalize('NFKC')
  if (pattern.includes('\0')) return 'contains a zero byte'
  if (ABSOLUTE.test(pattern) || MAYBE_ABSOLUTE.test(pattern)) return 'is absolute'
  const segments = pattern.split('/')
  const starts = (segments[0] ?? '').split(MARKS).map((start) => start.trim())
  if (starts.some((start) => DRIVE_OR_SCHEME.test(start))) return 'starts with a drive or a scheme'
  if (starts.some((start) => start.startsWith('~'))) return 'starts with `~`'
  return segments.some(mayBeParent) ? 'contains `..`' : undefined
}

/** True if a segment of a pattern is `..`, or may match it: `{..,x}`, `@(..)`, `[.][.]`. */
function mayBeParent(segment: string): boolean {
  if (segment.split(MARKS).some(isParent)) return true
  const joined = segment.replace(JOINTS, '')
  return joined !== segment && joined.startsWith('..')
}

/** Windows ignores full stops and spaces at the end of a name. */
const isParent = (name: string): boolean => /^\s*\.\.[.\s]*$/.test(name)

/** Nothing can be opened by a name for which the system answers with one of these. */
const NOTHING_THERE = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'ELOOP',
  'ENAMETOOLONG',
  // Node reports it for a zero byte.
  'ERR_INVALID_ARG_VALUE',
])

/** Returns the real path of the existing part, plus the rest as given. */
export function realPathOf(file: string): string {
  return resolveLinks(file, MOST_LINKS)
}

function resolveLinks(file: string, links: number): string {
  const absolute = path.resolve(file)
  try {
    return realpathSync.native(absolute)
  } catch (error) {
    if (!NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    // Something may be created at the target of a link later.
    const target = links > 0 ? targetOf(absolute) : undefined
    if (target !== undefined) return resolveLinks(target, links - 1)
    const parent = path.dirname(absolute)
    return parent === absolute
      ? absolute
      : path.join(resolveLinks(parent, links), path.basename(absolute))
  }
}

/** As many as Linux follows. */
const MOST_LINKS = 40

/** Undefined for anything but a link. */
function targetOf(file: string): string | undefined {
  try {
    return path.resolve(path.dirname(file), readlinkSync(file))
  } catch {
    return undefined
  }
}
