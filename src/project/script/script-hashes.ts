/** The hashes of a loaded script, by which a sync tells if it has changed. */
import type { ScriptContent } from './content.ts'
import { contentHash } from './content-hash.ts'

/** The parts of a script that decide about its hashes. */
interface HashedParts {
  content: ScriptContent
  bundled: boolean
  unbundled: string
}

interface Hashes {
  readonly hash: string
  readonly hashAsWritten: string
}

export const withHashes = <Script extends HashedParts>(script: Script): Script & Hashes =>
  Object.assign(new HashedContent(script), script)

/** A copy, whose hashes are those of its own content. */
export const changedScript = <Script extends HashedParts & Hashes>(
  script: Script,
  changes: Partial<Omit<Script, keyof Hashes>>,
): Script => withHashes({ ...script, ...changes })

/**
 * The hashes of a script, computed when they are first needed: Node takes milliseconds to load its
 * cryptography, which `validate` does not need. A class, because accessors of a literal would cost
 * each script three kilobytes.
 */
class HashedContent implements Hashes {
  content: ScriptContent
  bundled: boolean
  unbundled: string
  #hash: string | undefined
  #hashAsWritten: string | undefined

  constructor({ content, bundled, unbundled }: HashedParts) {
    this.content = content
    this.bundled = bundled
    this.unbundled = unbundled
  }

  get hash(): string {
    this.#hash ??= contentHash(this.content)
    return this.#hash
  }

  get hashAsWritten(): string {
    if (!this.bundled) return this.hash
    this.#hashAsWritten ??= contentHash({ ...this.content, code: this.unbundled })
    return this.#hashAsWritten
  }
}
