/** The scripts that a watch follows, by absolute path. */

import { projectPath } from '../../files/root.ts'
import { valueFor } from '../../grouped.ts'
import { countAdvice } from '../../project/check/advice.ts'
import { twinsOf, type WatchedScript } from './watch-send.ts'

export class FollowedScripts {
  readonly #byFile = new Map<string, WatchedScript>()
  /** Dropped while they are sent: one that comes back must not be sent twice at the same time. */
  readonly #leaving = new Map<string, WatchedScript>()

  get byFile(): ReadonlyMap<string, WatchedScript> {
    return this.#byFile
  }

  /** Follows a file of the folder `root`, unless it is followed already. */
  add(file: string, root: string): WatchedScript {
    return valueFor(this.#byFile, file, () => this.#leaving.get(file) ?? newScript(file, root))
  }

  remove(script: WatchedScript): void {
    this.#byFile.delete(script.file)
    if (script.busy) this.#leaving.set(script.file, script)
  }

  /** False for a script that was deleted or excluded in the meantime: it must not be sent. */
  readonly has = (script: WatchedScript): boolean => this.#byFile.get(script.file) === script

  /** Marks a script as sent. */
  setIdle(script: WatchedScript): void {
    script.busy = false
    this.#leaving.delete(script.file)
  }

  /** Other files with the slug of this script. */
  twinsOf(script: WatchedScript): Promise<WatchedScript[]> {
    return twinsOf(script, this.#byFile.values())
  }
}

function newScript(file: string, root: string): WatchedScript {
  return {
    file,
    path: projectPath(root, file),
    advice: countAdvice([]),
    busy: false,
    again: false,
    script: undefined,
    slug: undefined,
    base: undefined,
  }
}
