/** Ctrl-C and SIGTERM: 130 and 143, except for commands that ordinarily end that way or hand them on. */
import { ExitCode } from '../errors.ts'

type Receiver = (signal: NodeJS.Signals) => void
let receiver: Receiver | undefined

/** Installed once by the door. */
export function endOnSignals(): void {
  const codes = { SIGINT: ExitCode.interrupted, SIGTERM: ExitCode.terminated } as const
  for (const [signal, code] of Object.entries(codes) as ['SIGINT' | 'SIGTERM', number][]) {
    process.on(signal, () => {
      if (receiver) receiver(signal)
      else process.exit(code)
    })
  }
}

/** For `watch`, `preview`, `mock start`, `mcp`: resolves at the signal, and the command exits 0. A second one ends at once. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    receiver = () => {
      receiver = undefined
      resolve()
    }
  })
}

/** Every signal goes to somebody else, until it is released. */
export function passSignals(to: Receiver): () => void {
  receiver = to
  return () => {
    receiver = undefined
  }
}
