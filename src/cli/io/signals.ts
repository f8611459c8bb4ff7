/** Ctrl-C and SIGTERM: 130 and 143, except for commands that ordinarily end that way or hand them on. */
import { ExitCode } from '../../errors.ts'

type Receiver = (signal: NodeJS.Signals) => void
let receiver: Receiver | undefined
let sayLast: (() => void) | undefined

/** Installed by the door for one command line. */
export function endOnSignals(): void {
  receiver = undefined
  sayLast = undefined
  const codes = { SIGINT: ExitCode.interrupted, SIGTERM: ExitCode.terminated } as const
  for (const [signal, code] of Object.entries(codes) as ['SIGINT' | 'SIGTERM', number][]) {
    process.on(signal, () => {
      if (receiver) return receiver(signal)
      sayLast?.()
      process.exit(code)
    })
  }
}

/** Said when a signal ends the command: how far it came. */
export function lastWords(say: () => void): void {
  sayLast = say
}

const echoMs = 250

/**
 * For `watch`, `preview`, `mock start`, `mcp`: resolves at the signal, and the command exits 0. A second one ends at once.
 * @param graceMs how long what is under way may still take, where it is not waited for in any case
 */
export function untilInterrupted(graceMs?: number): Promise<void> {
  return new Promise((resolve) => {
    receiver = () => {
      // What `atomically` loads sends each signal a second time, and nobody presses so soon again.
      receiver = () => {}
      setTimeout(() => {
        receiver = undefined
      }, echoMs).unref()
      if (graceMs !== undefined) setTimeout(() => process.exit(), graceMs).unref()
      resolve()
    }
  })
}

/** Ctrl-Z and `fg`: what is on the screen is left in order before, and drawn again after. */
export function aroundSuspension(leave: () => void, comeBack: () => void): () => void {
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

/** Every signal goes to somebody else, until it is released. */
export function passSignals(to: Receiver): () => void {
  receiver = to
  return () => {
    receiver = undefined
  }
}
