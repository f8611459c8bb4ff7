/**
 * Checks the scripts that a push will probably send, in threads, while it asks the service what it
 * has.
 */
import {
  CHECKED_AT_ONCE,
  type CheckedScript,
  checkScript,
  checkScripts,
} from '../../project/check/check.ts'
import { checkerBeside, isSmallInput } from '../../project/check/checker.ts'
import type { Checker, Examine } from '../../project/check/examine.ts'
import { fewAtATime } from '../../project/script/few-at-a-time.ts'
import type { LocalScript } from '../../project/script/load.ts'
import type { SyncKnowledge } from '../state/limit-records.ts'

export class EarlyChecks {
  readonly #examine: Examine | undefined
  /** Undefined if no check has started. */
  readonly #checker: Checker | undefined
  readonly #checked = new Map<LocalScript, CheckedScript>()
  /** Done when no check runs that has started early. */
  readonly #early: Promise<unknown>
  #isAsked = false

  private constructor(
    scripts: readonly LocalScript[],
    { checker, examine }: { checker?: Checker | undefined; examine?: Examine | undefined },
  ) {
    this.#checker = checker
    this.#examine = examine
    this.#early = fewAtATime(scripts, CHECKED_AT_ONCE, (script) => this.#checkEarly(script))
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
    this.#isAsked = true
    await this.#early
    const others = scripts.filter((script) => !this.#checked.has(script))
    for (const checked of await this.#checkNow(others)) this.#checked.set(checked.script, checked)
    return scripts.flatMap((script) => this.#checked.get(script) ?? [])
  }

  async close(): Promise<void> {
    this.#isAsked = true
    await this.#checker?.close()
  }

  async #checkEarly(script: LocalScript): Promise<void> {
    if (this.#isAsked) return
    try {
      this.#checked.set(script, await findingsOf(script, this.#checker?.examine))
    } catch {
      // Nobody may ask for it, if the service does not answer.
    }
  }

  #checkNow(scripts: readonly LocalScript[]): Promise<CheckedScript[]> {
    const examine = this.#examine ?? this.#checker?.examine
    if (examine === undefined) return checkScripts(scripts)
    return fewAtATime(scripts, CHECKED_AT_ONCE, (script) => findingsOf(script, examine))
  }
}

/** Without what a push does not need of each script. */
async function findingsOf(script: LocalScript, examine?: Examine): Promise<CheckedScript> {
  const { findings } = await checkScript(script, examine)
  return { script, findings }
}
