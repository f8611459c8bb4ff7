/** Serves the mock on a port. Scripts run in threads, so that no script blocks other requests. */

import type { ScriptRunner } from '../../mock/resources/runner.ts'
import { inProcessRunner } from '../../mock/resources/runner.ts'
import { type RunningServer, type ServeOptions, serve } from '../../mock/serve.ts'
import type { Checker } from '../../project/check/examine.ts'

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
  #pool: Promise<Checker | undefined> | undefined

  async check(code: string) {
    const pool = await this.#open()
    return pool === undefined ? inProcessRunner.check(code) : (await pool.examine(code, {})).findings
  }

  async draw(code: string, title: string) {
    const pool = await this.#open()
    if (pool === undefined) return inProcessRunner.draw(code, title)
    return (await pool.examine(code, { picture: { title, readOn: 'screen' } })).picture
  }

  async close(): Promise<void> {
    await (await this.#pool)?.close()
  }

  #open(): Promise<Checker | undefined> {
    this.#pool ??= import('../../project/check/check-pool.ts').then(({ openCheckPool }) =>
      openCheckPool({ count: THREADS }),
    )
    return this.#pool
  }
}
