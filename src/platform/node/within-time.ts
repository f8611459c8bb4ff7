/** Stops a computation that takes too long, whatever it computes. */
import { Script } from 'node:vm'
import type { KnownError } from '../../errors.ts'
import { SCRIPT_TIMEOUT_MS, scriptTimeout } from '../busy-machine.ts'

/** The code that V8 can end finds the computation by this name. */
const NAME = 'topo: computation within time'
let call: Script | undefined
const shared = globalThis as { [NAME]?: () => unknown }

let isTimedByOwner = false

/** For worker threads: their owner ends them after the same time, so computations need no timers. */
export function leaveTimeToOwner(): void {
  isTimedByOwner = true
}

/**
 * Calls a synchronous function.
 * @throws what `late` returns after the timeout, `TOPO_BUSY` for a script; the function cannot catch it.
 */
export function withinTime<Result>(
  compute: () => Result,
  timeout = SCRIPT_TIMEOUT_MS,
  late: (milliseconds: number, worked: number) => KnownError = scriptTimeout,
): Result {
  if (isTimedByOwner) return compute()
  const begin = process.cpuUsage()
  call ??= new Script(`globalThis[${JSON.stringify(NAME)}]()`)
  shared[NAME] = compute
  try {
    return call.runInThisContext({ timeout }) as Result
  } catch (error) {
    const isTimeout =
      (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    throw isTimeout ? late(timeout, processorTime(process.cpuUsage(begin))) : error
  } finally {
    delete shared[NAME]
  }
}

const processorTime = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000
