/** Matches paths against `.topoignore` files, at the root and below, by the rules of `.gitignore`. */
import path from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { KnownError, usageError } from '../../errors.ts'
import { decodeText } from '../../files/decode.ts'
import { isInside } from '../../files/path-containment.ts'
import { workProblem } from '../../files/pattern-work.ts'
import { findRepository } from '../../files/root.ts'
import { valueFor } from '../../grouped.ts'
import { readFileWithin } from '../../limits/files.ts'

export const IGNORE_FILE = '.topoignore'

/** @param enabled false disables every `.topoignore` (`--no-ignore`). */
export function ignoreRulesOf(root: string, enabled = true): IgnoreRules {
  return new IgnoreRules(root, enabled)
}

export class IgnoreRules {
  readonly #root: string
  readonly #isEnabled: boolean
  readonly #files = new Map<string, Promise<Ignore | undefined>>()
  readonly #folders = new Map<string, Promise<FolderRules[] | undefined>>()

  constructor(root: string, isEnabled: boolean) {
    this.#root = root
    this.#isEnabled = isEnabled
  }

  /**
   * True if a file is ignored; it need not exist.
   * @param file relative to the project root, with `/`. Paths outside the project are never ignored.
   * @throws usage error `TOPO_CONFIG_INVALID` for a `.topoignore` that cannot be read.
   */
  async has(file: string): Promise<boolean> {
    if (!this.#isEnabled || !ignore.isPathValid(file)) return false
    const folder = file.slice(0, Math.max(file.lastIndexOf('/'), 0))
    const rules = await valueFor(this.#folders, folder, () => this.#rulesIn(folder))
    return rules === undefined || isIgnored(file, rules)
  }

  /** The items that are not ignored. */
  async filter<T>(items: readonly T[], pathOf: (item: T) => string): Promise<T[]> {
    const areIgnored = await Promise.all(items.map((item) => this.has(pathOf(item))))
    return items.filter((_, index) => !areIgnored[index])
  }

  /** Undefined for an ignored folder: a file in it cannot be included again; git has the same rule. */
  async #rulesIn(folder: string): Promise<FolderRules[] | undefined> {
    const all: FolderRules[] = []
    for (let end = 0; ; end = `${folder}/`.indexOf('/', end + 1)) {
      const above = folder.slice(0, end)
      if (above !== '' && isIgnored(`${above}/`, all)) return undefined
      const rules = await this.#rulesAt(above)
      if (rules) all.push({ rules, start: above === '' ? 0 : above.length + 1 })
      if (end === folder.length) return all
    }
  }

  /** The rules of the file in this folder itself. */
  #rulesAt(folder: string): Promise<Ignore | undefined> {
    const file = path.join(this.#root, folder, IGNORE_FILE)
    return valueFor(this.#files, folder, () => readRules(this.#root, file))
  }
}

interface FolderRules {
  readonly rules: Ignore
  /** Length of the folder and its slash: the rules do not match them. */
  readonly start: number
}

/** The `.topoignore` nearest to the path decides. */
function isIgnored(name: string, all: readonly FolderRules[]): boolean {
  let ignored = false
  for (const { rules, start } of all) {
    const match = rules.test(name.slice(start))
    if (match.ignored) ignored = true
    else if (match.unignored) ignored = false
  }
  return ignored
}

async function readRules(root: string, file: string): Promise<Ignore | undefined> {
  const bytes = await readFileWithin('config', file).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof KnownError) throw error
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code ?? '')) return undefined
    // Fail instead of ignoring nothing: that could send files that must not be sent.
    throw invalid(file, `cannot be read (${error.code})`)
  })
  if (!bytes) return undefined
  if (!isInside(findRepository(root) ?? root, file))
    throw invalid(file, 'a symbolic link that leads out of the repository')
  const decoded = decodeText(bytes, 'it')
  if (decoded.text === undefined) throw invalid(file, decoded.message.replace(/\.$/, ''))
  rejectWork(file, decoded.text)
  return ignore({ ignorecase: false }).add(decoded.text)
}

/** Each line costs time for each file. */
const MOST_LINES = 10_000

function rejectWork(file: string, text: string): void {
  const lines = text.split('\n', MOST_LINES + 1)
  if (lines.length > MOST_LINES) throw invalid(file, `it has more than ${MOST_LINES} lines`)
  for (const [index, line] of lines.entries()) {
    // Brackets and commas are no wildcards here.
    const why = line.startsWith('#') ? undefined : workProblem(line.replace(/[{(|,]/g, '_'))
    if (why !== undefined) throw invalid(`${file}:${index + 1}`, `this pattern ${why}`)
  }
}

const invalid = (file: string, why: string) =>
  usageError(`${file}: ${why}.`, {
    code: 'TOPO_CONFIG_INVALID',
    hint: 'Make it a UTF-8 text file of .gitignore patterns. On the command line, --no-ignore ignores it once.',
  })
