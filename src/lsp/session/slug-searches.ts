/**
 * Finds the scripts that have the slug of an open one. A search takes longer than a check of a large project, so no check waits for
 * it, and no keystroke stops it.
 */

import type { Clock } from '../../clock.ts'
import { decodeText } from '../../files/decode.ts'
import { realPathOf } from '../../files/path-containment.ts'
import { readFileWithinSync } from '../../limits/files.ts'
import { filesWith } from '../../project/select/slugs.ts'
import type { OpenCheck } from '../checks/check-open-script.ts'
import type { OpenScript } from '../checks/open-script.ts'
import type { ScriptRuns } from '../checks/threads.ts'
import type { OpenDocument } from './open-document.ts'

interface Search {
  /** By absolute path. */
  readonly slugs: Promise<ReadonlyMap<string, string>>
  /** The same, until its end those of the search before. */
  found: ReadonlyMap<string, string>
  hasBegun: boolean
  /** It is used again until this time, as `clock.elapsed()`. */
  until: number
}

const SEARCH_AGE_MS = 1000
const AFFECTS_SLUGS = /\.topology\.[jt]s$|[\\/](?:topo\.config\.json|\.topoignore)$/
const NONE: ReadonlyMap<string, string> = new Map()

export class SlugSearches {
  readonly #threads: ScriptRuns
  readonly #clock: Clock
  /** The last search of each project, by its root. */
  readonly #searches = new Map<string, Search>()

  constructor(threads: ScriptRuns, clock: Clock) {
    this.#threads = threads
    this.#clock = clock
  }

  /**
   * Files were saved: the next search reads their slugs again.
   * @param open an open document: its save costs no search if it has the slug that is known, because some editors save after each pause
   */
  forget(files: readonly string[], open: (file: string) => OpenDocument | undefined): void {
    const slugs = new Map(files.map((file) => [file, slugOnDisk(open(file))]))
    for (const search of this.#searches.values()) {
      const { hasBegun, found } = search
      const isNew = (file: string) => !found.has(file) || found.get(file) !== slugs.get(file)
      if (
        hasBegun &&
        files.some((file) => (AFFECTS_SLUGS.test(file) || found.has(file)) && isNew(file))
      )
        search.until = 0
    }
  }

  /** Real paths of the other files with the slug of a script. */
  async twinsOf(script: OpenScript, { root, slug }: OpenCheck): Promise<string[]> {
    const own = realPathOf(script.file)
    const files = filesWith(slug, await this.#slugsIn(root, script))
    return files.map(realPathOf).filter((file) => file !== own)
  }

  #slugsIn(root: string, { file, folders }: OpenScript): Promise<ReadonlyMap<string, string>> {
    const last = this.#searches.get(root)
    if (last && this.#clock.elapsed() < last.until) return last.slugs
    const run = async () => {
      // One at a time, because checks need the other thread.
      await last?.slugs
      search.hasBegun = true
      const begin = this.#clock.elapsed()
      const slugs = await this.#threads.ask('slugs', { file, folders }).catch(() => NONE)
      const end = this.#clock.elapsed()
      search.found = slugs
      if (search.until > end) search.until = end + Math.max(SEARCH_AGE_MS, 10 * (end - begin))
      return slugs
    }
    const search: Search = {
      slugs: Promise.resolve().then(run),
      found: last?.found ?? NONE,
      hasBegun: false,
      until: Number.POSITIVE_INFINITY,
    }
    this.#searches.set(root, search)
    return search.slugs
  }
}

/** Undefined if the last check was of another text than that on disk. */
function slugOnDisk(document: OpenDocument | undefined): string | undefined {
  if (document === undefined || document.checkedEpoch !== document.epoch) return undefined
  try {
    const { file, text, check } = document
    const onDisk = decodeText(readFileWithinSync('script', file)).text
    return onDisk === decodeText(Buffer.from(text.text)).text ? check?.slug : undefined
  } catch {
    return undefined
  }
}
