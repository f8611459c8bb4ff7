/** Serves the mock on a port. Scripts run in threads, so that no script blocks other requests. */
import { inProcessRunner, type ScriptRunner } from '../../mock/resources/runner.ts'
import { type RunningServer, type ServeOptions, serve } from '../../mock/serve.ts'
import type { Checker } from '../../project/check/examine.ts'

/** Two, so that an endless script does not block the next one. */
const THREADS = 2

export async function serveMock(options: ServeOptions): Promise<RunningServer> {
  let opened: Promise<Checker | undefined> | undefined
  /** Starts the threads with the first script, because most tests of other projects send none. */
  const open = () => {
    opened ??= import('../../project/check/check-pool.ts').then(({ openCheckPool }) =>
      openCheckPool({ count: THREADS }),
    )
    return opened
  }
  const runner: ScriptRunner = {
    check: async (code) => {
      const pool = await open()
      return pool === undefined
        ? inProcessRunner.check(code)
        : (await pool.examine(code, {})).findings
    },
    draw: async (code, title) => {
      const pool = await open()
      if (pool === undefined) return inProcessRunner.draw(code, title)
      return (await pool.examine(code, { picture: { title, readOn: 'screen' } })).picture
    },
  }
  const served = await serve({ ...options, runner })
  return {
    ...served,
    close: async () => {
      await served.close()
      await (await opened)?.close()
    },
  }
}
