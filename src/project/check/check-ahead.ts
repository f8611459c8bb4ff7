/** Checks scripts that will probably be sent, while the service is still asked about them. */
import type { LocalScript } from '../script/load.ts'
import { type CheckedScript, checkScript, checkScripts } from './check.ts'
import { type Checker, checkerForScripts, isSmallInput } from './checker.ts'
import type { Examine } from './examine.ts'

export class CheckAhead {
  readonly #checks = new Map<LocalScript, Promise<CheckedScript>>()
  readonly #examine: Examine | undefined
  #checker: Promise<Checker> | undefined

  /** @param given checks all scripts, instead of threads for many of them */
  constructor(given?: Examine) {
    this.#examine = given
  }

  /** Begins with scripts that take long enough: a few are checked while one answer is awaited. Call it once. */
  begin(scripts: readonly LocalScript[]): void {
    if (this.#examine !== undefined || isSmallInput(scripts)) return
    const checker = checkerForScripts(scripts)
    this.#checker = checker
    for (const script of scripts) {
      const check = checker.then(({ examine }) => checkScript(script, examine))
      // The script may turn out to be on the service; otherwise `finish` throws the error.
      check.catch(() => {})
      this.#checks.set(script, check)
    }
  }

  /** Checks these scripts; results in their order. */
  async finish(scripts: readonly LocalScript[]): Promise<CheckedScript[]> {
    const examine = this.#examine ?? (await this.#checker)?.examine
    if (examine === undefined) return checkScripts(scripts)
    return Promise.all(scripts.map((script) => this.#checks.get(script) ?? checkScript(script, examine)))
  }

  /** Stops all checks. */
  async close(): Promise<void> {
    await (await this.#checker)?.close()
  }
}
