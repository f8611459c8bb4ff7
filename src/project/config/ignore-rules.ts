/** Matches paths against `.topoignore` files, at the root and below, by the rules of `.gitignore`. */
import path from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { KnownError, usageError } from '../../errors.ts'
import { valueFor } from '../../grouped.ts'
import { readFileWithin } from '../../limits/files.ts'
import { decodeText } from '../files/decode.ts'

export const IGNORE_FILE = '.topoignore'

export type IgnoreRules = ReturnType<typeof ignoreRulesOf>

/** @param enabled false disables every `.topoignore` (`--no-ignore`). */
export function ignoreRulesOf(root: string, enabled = true) {
  const files = new Map<string, Promise<Ignore | undefined>>()
  const folders = new Map<string, Promise<boolean>>()

  /** A file in an ignored folder cannot be included again; git has the same rule. */
  const hasFolder = (folder: string): Promise<boolean> => {
    const parent = path.posix.dirname(folder)
    const look = async () => (parent !== '.' && (await hasFolder(parent))) || matches(`${folder}/`)
    return valueFor(folders, folder, look)
  }
  /** The `.topoignore` nearest to the path decides. */
  const matches = async (name: string): Promise<boolean> => {
    const segments = name.replace(/\/$/, '').split('/')
    let ignored = false
    for (let depth = 0; depth < segments.length; depth++) {
      const folder = segments.slice(0, depth).join('/')
      const rules = await valueFor(files, folder, () => readRules(path.join(root, folder, IGNORE_FILE)))
      const match = rules?.test(name.split('/').slice(depth).join('/'))
      if (match?.ignored) ignored = true
      else if (match?.unignored) ignored = false
    }
    return ignored
  }
  /**
   * True if a file is ignored; it need not exist.
   * @param file relative to the project root, with `/`. Paths outside the project are never ignored.
   * @throws usage error `TOPO_IGNORE_INVALID` for a `.topoignore` that cannot be read.
   */
  const has = async (file: string): Promise<boolean> => {
    if (!enabled || !ignore.isPathValid(file)) return false
    const folder = path.posix.dirname(file)
    return (folder !== '.' && (await hasFolder(folder))) || matches(file)
  }
  return {
    has,
    async filter<T>(items: readonly T[], pathOf: (item: T) => string): Promise<T[]> {
      const kept = await Promise.all(items.map(async (item) => !(await has(pathOf(item)))))
      return items.filter((_, index) => kept[index])
    },
  }
}

async function readRules(file: string): Promise<Ignore | undefined> {
  const bytes = await readFileWithin('config', file).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof KnownError) throw error
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    // Fail instead of ignoring nothing: that could send files that must not be sent.
    throw invalid(file, `cannot be read (${error.code})`)
  })
  if (!bytes) return undefined
  const { text } = decodeText(bytes)
  if (text === undefined) throw invalid(file, 'not UTF-8')
  return ignore({ ignorecase: false }).add(text)
}

const invalid = (file: string, why: string) =>
  usageError(`${file}: ${why}.`, {
    code: 'TOPO_IGNORE_INVALID',
    hint: 'Make it a UTF-8 text file of .gitignore patterns, or ignore it once with --no-ignore.',
  })
