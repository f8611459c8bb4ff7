/**
 * Checks the scripts that a push will probably send, in threads, while it asks the service what it
 * has.
 */
import { type CheckedScript, checkScript, checkScripts } from '../../project/check/check.ts'
import { checkerBeside, isSmallInput } from '../../project/check/checker.ts'
import type { Checker, Examine } from '../../project/check/examine.ts'
import type { LocalScript } from '../../project/script/load.ts'
import type { SyncKnowledge } from '../state/limit-records.ts'

export class EarlyChecks {
  readonly #examine: Examine | undefined
  /** Undefined if no check has started. */
  readonly #checker: Checker | undefined
  readonly #checks: ReadonlyMap<LocalScript, Promise<CheckedScript>>

  private constructor(
    scripts: readonly LocalScript[],
    { checker, examine }: { checker?: Checker | undefined; examine?: Examine | undefined },
  ) {
    this.#checker = checker
    this.#examine = examine
    this.#checks = new Map(
      scripts.map((script) => {
        const check = checkScript(script, checker?.examine)
        // Nobody may ask for it, if the service does not answer.
        check.catch(() => {})
        return [script, check]
      }),
    )
  }

  /**
   * Starts with contents that the service is not known to have. This thread checks a few faster than a thread starts.
   * @param examine checks the scripts elsewhere; then none starts early
   */
  static async begin(
    scripts: readonly LocalScript[],
    { records, hashes: { contents } }: Pick<SyncKnowledge, 'records' | 'hashes'>,
    examine?: Examine,
  ): Promise<EarlyChecks> {
    if (examine !== undefined) return new EarlyChecks([], { examine })
    const isNew = ({ path, hash }: LocalScript) =>
      records[path]?.hash !== hash && !contents.has(hash)
    const likely = scripts.filter(isNew)
    const checker = isSmallInput(likely) ? undefined : checkerBeside()
    return new EarlyChecks(checker === undefined ? [] : likely, { checker })
  }

  /** In the order of the scripts. Checks those now that have not started. */
  async of(scripts: readonly LocalScript[]): Promise<CheckedScript[]> {
    const examine = this.#examine
    if (examine) return Promise.all(scripts.map((script) => checkScript(script, examine)))
    const begun = await Promise.all(scripts.map((script) => this.#checks.get(script)))
    const others = await checkScripts(scripts.filter((script) => !this.#checks.has(script)))
    return begun.map((checked) => checked ?? (others.shift() as CheckedScript))
  }

  async close(): Promise<void> {
    await this.#checker?.close()
  }
}
