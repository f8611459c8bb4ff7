/** Searches a folder for scripts by patterns. Does not follow links to folders, and remembers the files that are links. */
import { type Dirent, readdir } from 'node:fs'
import { lstat, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { CLOSED_FOLDERS } from '../../files/script-link.ts'

const NEVER = CLOSED_FOLDERS.map((folder) => `**/${folder}/**`)
export const SCRIPTS_BELOW = '**/*.topology.{js,ts}'

type Listed = (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void

export class ScriptSearch {
  readonly #root: string
  readonly #exclude: readonly string[]
  /** Absolute paths of found files that are symbolic links, wherever they lead. */
  readonly links = new Set<string>()

  /** @param exclude patterns, relative to the root wherever a search starts */
  constructor(root: string, exclude: readonly string[] = []) {
    this.#root = root
    this.#exclude = exclude
  }

  /** Returns absolute paths. */
  async byPatterns(cwd: string, patterns: string[]): Promise<string[]> {
    const { escapePath, glob } = await import('tinyglobby')
    const prefix = escapePath(this.#root.split(path.sep).join('/'))
    const excluded = this.#exclude
      .map(trimPattern)
      .flatMap((pattern) => [`${prefix}/${pattern}`, `${prefix}/${pattern}/**`])
      // tinyglobby does not accept the folder itself.
      .filter((pattern) => pattern !== escapePath(cwd.split(path.sep).join('/')))
    const files = await glob(patterns, {
      cwd,
      ignore: [...NEVER, ...excluded],
      absolute: true,
      expandDirectories: false,
      followSymbolicLinks: false,
      fs: { readdir: this.#listWithLinks as typeof readdir },
    })
    const scripts = files.filter((file) => /(?<!\.d)\.[jt]s$/.test(file))
    return scripts.map((file) => path.normalize(file))
  }

  /** A file, the scripts in a folder, or those that match a pattern. */
  async byPath(cwd: string, given: string): Promise<string[]> {
    const absolute = path.resolve(cwd, given)
    const stats = await stat(absolute).catch(() => undefined)
    if (stats?.isDirectory()) return this.byPatterns(await inDiskCase(absolute), [SCRIPTS_BELOW])
    const isLink = await lstat(absolute).then(
      (own) => own.isSymbolicLink(),
      () => false,
    )
    if (stats?.isFile() || isLink) {
      const file = await inDiskCase(absolute)
      if (isLink) this.links.add(file)
      return [file]
    }
    const pattern = path.sep === '\\' ? given.replaceAll('\\', '/') : given
    return isPattern(given) ? this.byPatterns(cwd, [pattern]) : []
  }

  /** Shows links that have the name of a script as files, because the search leaves out links. */
  readonly #listWithLinks = (folder: string, _options: object, listed: Listed): void => {
    readdir(folder, { withFileTypes: true }, (error, entries) => {
      for (const entry of entries ?? []) {
        if (!entry.isSymbolicLink() || !/\.[jt]s$/.test(entry.name)) continue
        this.links.add(path.join(folder, entry.name))
        entry.isFile = () => true
        entry.isSymbolicLink = () => false
      }
      listed(error, entries)
    })
  }
}

/**
 * The path of an existing file as the disk spells it, which may not distinguish case: records and slugs are made of it.
 * Links are not followed.
 */
export async function inDiskCase(file: string): Promise<string> {
  const real = await realpath(file).catch(() => file)
  return real.toLowerCase() === file.toLowerCase() ? real : file
}

export const isPattern = (given: string): boolean => /[*?[\]{}()!]/.test(given)

export const trimPattern = (pattern: string): string =>
  pattern.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')
