/** Ctrl-C and SIGTERM: exit 130 and 143, except for commands that normally end this way or pass signals on. */
import { ExitCode } from '../../../errors.ts'

type Receiver = (signal: NodeJS.Signals) => void
let receiver: Receiver | undefined
let interruptHandler: ((exitCode: ExitCode) => void) | undefined

const codes = { SIGINT: ExitCode.interrupted, SIGTERM: ExitCode.terminated } as const
const signals = Object.keys(codes) as (keyof typeof codes)[]

function handle(signal: NodeJS.Signals): void {
  if (receiver) receiver(signal)
  else {
    const exitCode = codes[signal as keyof typeof codes]
    interruptHandler?.(exitCode)
    process.exit(exitCode)
  }
}

/** Installed for each command line. */
export function endOnSignals(): void {
  receiver = undefined
  interruptHandler = undefined
  for (const signal of signals) process.off(signal, handle).on(signal, handle)
}

/**
 * Lets the system end the process at a signal while this thread computes. A handler would only run after the computation.
 * A shell shows the same exit codes, 130 and 143.
 */
export async function endedBySystem<Result>(compute: () => Promise<Result>): Promise<Result> {
  // A signal that came while modules were loading would be lost: the event loop hears it between two turns.
  for (const _turn of [1, 2]) await new Promise((next) => setImmediate(next))
  for (const signal of signals) process.off(signal, handle)
  try {
    return await compute()
  } finally {
    for (const signal of signals) process.on(signal, handle)
  }
}

/** Called when a signal ends the command, to report its progress. */
export function onInterrupt(say: (exitCode: ExitCode) => void): void {
  interruptHandler = say
}

const echoMs = 250

/**
 * For `watch`, `preview`, `mock start`, `mcp`, `lsp`: resolves at the signal, and the command exits 0. A second signal exits at
 * once.
 * @param graceMs time limit for running work; without it topo waits for it
 */
export function untilInterrupted(graceMs?: number): Promise<void> {
  return new Promise((resolve) => {
    receiver = () => {
      // A dependency of `atomically` sends each signal twice; a person does not press again this soon.
      receiver = () => {}
      setTimeout(() => {
        receiver = undefined
      }, echoMs).unref()
      if (graceMs !== undefined) setTimeout(() => process.exit(), graceMs).unref()
      resolve()
    }
  })
}

/** Ctrl-Z and `fg`: restores the terminal before, and redraws after. */
export function onSuspend(leave: () => void, comeBack: () => void): () => void {
  const suspend = () => {
    leave()
    process.off('SIGTSTP', suspend)
    process.kill(process.pid, 'SIGTSTP')
  }
  const resume = () => {
    process.off('SIGTSTP', suspend).on('SIGTSTP', suspend)
    comeBack()
  }
  process.on('SIGTSTP', suspend)
  process.on('SIGCONT', resume)
  return () => void process.off('SIGTSTP', suspend).off('SIGCONT', resume)
}

/** Passes all signals on, until released. */
export function passSignals(to: Receiver): () => void {
  receiver = to
  return () => {
    receiver = undefined
  }
}
