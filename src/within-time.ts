/** Stops a computation that takes too long, whatever it computes. */
import { Script } from 'node:vm'
import { ExitCode, KnownError } from './errors.ts'

/**
 * Milliseconds for one script. Its step limit takes a few seconds at most, so only a busy or suspended machine needs
 * longer, or a bug of topo. A timeout says nothing about the script.
 */
export const SCRIPT_TIMEOUT_MS = 60_000

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

/** From this share of the time on, topo worked, and the machine let it. */
const MOSTLY = 0.8

/** @param worked milliseconds of processor time, if topo alone needed them and they are known */
export function scriptTimeout(milliseconds: number, worked?: number): KnownError {
  const isOwnWork = worked !== undefined && worked >= MOSTLY * milliseconds
  const seconds = `${milliseconds / 1000} s`
  const used =
    worked === undefined ? '' : `, of which topo could use ${(worked / 1000).toFixed(1)} s`
  return new KnownError(
    isOwnWork
      ? `topo has worked for ${seconds} on a script without a result.`
      : `This machine is too busy to check a script: no result after ${seconds}${used}.`,
    {
      code: 'TOPO_BUSY',
      exitCode: ExitCode.temporary,
      hint: isOwnWork
        ? 'The machine is not busy: split the script, or draw only some layers (--layer).'
        : 'Retry when the machine is less busy. The script itself may be fine.',
    },
  )
}

export const scriptMemoryRefused = () =>
  new KnownError('This machine has too little free memory to check a script.', {
    code: 'TOPO_BUSY',
    exitCode: ExitCode.temporary,
    hint: 'Retry when less memory is in use, or raise the memory limit. The script itself may be fine.',
  })
