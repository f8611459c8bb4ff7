/** Ctrl-C and SIGTERM: 130 and 143, except for commands that ordinarily end that way. */
import { ExitCode } from '../errors.ts'

let ordinaryEnd: (() => void) | undefined

/** Installed once by the door. A second signal always ends at once. */
export function endOnSignals(): void {
  const codes = { SIGINT: ExitCode.interrupted, SIGTERM: ExitCode.terminated }
  for (const [signal, code] of Object.entries(codes)) {
    process.on(signal, () => {
      if (!ordinaryEnd) process.exit(code)
      ordinaryEnd()
      ordinaryEnd = undefined
    })
  }
}

/** For `watch`, `preview`, `mock start`, `mcp`: resolves at the signal, and the command exits 0. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    ordinaryEnd = resolve
  })
}
