/** Serves the mock on a port. Scripts run in threads, so that no script blocks other requests. */

import { type RunningServer, type ServeOptions, serve } from '../../mock/http/serve.ts'
import type { ScriptRunner } from '../../mock/runner.ts'
import { inProcessRunner } from '../../mock/runner.ts'
import type { CheckPool } from '../../project/check/check-pool.ts'

/** Two, so that an endless script does not block the next one. */
const THREADS = 2

export async function serveMock(options: ServeOptions): Promise<RunningServer> {
  const threads = new RunnerThreads()
  const served = await serve({ ...options, runner: threads })
  return {
    ...served,
    close: async () => {
      await served.close()
      await threads.close()
    },
  }
}

/** Starts its threads with the first script, because most tests of other projects send none. */
class RunnerThreads implements ScriptRunner {
  #judges: Promise<CheckPool | undefined> | undefined

  async check(code: string) {
    const judges = await this.#open()
    return judges === undefined ? inProcessRunner.check(code) : (await judges.examine(code, {})).findings
  }

  async draw(code: string, title: string) {
    const judges = await this.#open()
    if (judges === undefined) return inProcessRunner.draw(code, title)
    return (await judges.examine(code, { picture: { title } })).picture
  }

  async close(): Promise<void> {
    await (await this.#judges)?.close()
  }

  #open(): Promise<CheckPool | undefined> {
    this.#judges ??= import('../../project/check/check-pool.ts').then(({ openCheckPool }) =>
      openCheckPool({ count: THREADS }),
    )
    return this.#judges
  }
}
