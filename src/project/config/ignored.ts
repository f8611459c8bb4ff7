/** Which paths a project wants left alone: `.topoignore`, by the rules of `.gitignore`, at the root and below. */
import path from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { KnownError, usageError } from '../../errors.ts'
import { readFileWithin } from '../../limits/files.ts'
import { decodeText } from '../files/decode.ts'

export const IGNORE_FILE = '.topoignore'

export class Ignored {
  readonly #root: string
  readonly #files = new Map<string, Promise<Ignore | undefined>>()
  readonly #folders = new Map<string, Promise<boolean>>()
  readonly #asked: boolean

  /** @param asked false bypasses every file (`--no-ignore`). */
  constructor(root: string, asked = true) {
    this.#root = root
    this.#asked = asked
  }

  /**
   * Whether a file is left alone; it need not exist.
   * @param file relative to the project root, with `/`. What lies outside of the project is never ignored.
   * @throws usage error `TOPO_IGNORE_INVALID` for a `.topoignore` that cannot be read.
   */
  async has(file: string): Promise<boolean> {
    if (!this.#asked || !ignore.isPathValid(file)) return false
    const folder = path.posix.dirname(file)
    return (folder !== '.' && (await this.#hasFolder(folder))) || this.#judge(file)
  }

  async filter<T>(items: readonly T[], pathOf: (item: T) => string): Promise<T[]> {
    const kept = await Promise.all(items.map(async (item) => !(await this.has(pathOf(item)))))
    return items.filter((_, index) => kept[index])
  }

  /** As in git, nothing below a folder that is ignored can be taken back in. */
  #hasFolder(folder: string): Promise<boolean> {
    const known = this.#folders.get(folder)
    if (known) return known
    const parent = path.posix.dirname(folder)
    const asked = (async () =>
      (parent !== '.' && (await this.#hasFolder(parent))) || this.#judge(`${folder}/`))()
    this.#folders.set(folder, asked)
    return asked
  }

  /** The last word is that of the file nearest to the path. */
  async #judge(name: string): Promise<boolean> {
    const segments = name.replace(/\/$/, '').split('/')
    let ignored = false
    for (let depth = 0; depth < segments.length; depth++) {
      const rules = await this.#rulesOf(segments.slice(0, depth).join('/'))
      const verdict = rules?.test(name.split('/').slice(depth).join('/'))
      if (verdict?.ignored) ignored = true
      else if (verdict?.unignored) ignored = false
    }
    return ignored
  }

  #rulesOf(folder: string): Promise<Ignore | undefined> {
    const known = this.#files.get(folder)
    if (known) return known
    const read = readRules(path.join(this.#root, folder, IGNORE_FILE))
    this.#files.set(folder, read)
    return read
  }
}

async function readRules(file: string): Promise<Ignore | undefined> {
  const bytes = await readFileWithin('config', file).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof KnownError) throw error
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    // To go on as if nothing were ignored could send what was never to be sent.
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
