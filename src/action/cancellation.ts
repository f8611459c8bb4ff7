/**
 * Ends a step at a signal. The runner sends SIGINT when a job is cancelled or takes too long, SIGTERM 7.5 seconds later, and
 * kills the process after another 2.5. Until then the step reports what it has done.
 */
import { ExitCode, KnownError } from '../errors.ts'
import { unansweredInWords } from '../sync/send/unanswered.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/** `received` rejects at the first signal, and further ones change nothing. `ignore` is for a step that got none. */
export function cancellation(): { received: Promise<never>; ignore: () => void } {
  let end: NodeJS.SignalsListener = () => {}
  let isReceived = false
  const received = new Promise<never>((_, reject) => {
    end = (signal) => {
      isReceived = true
      reject(cancelled(signal))
    }
  })
  // The command may have ended by then.
  received.catch(() => {})
  for (const signal of signals) process.on(signal, end)
  return {
    received,
    ignore: () => {
      if (!isReceived) for (const signal of signals) process.off(signal, end)
    },
  }
}

const cancelled = (signal: NodeJS.Signals): KnownError =>
  new KnownError('The step was cancelled, or the job ran out of time.', {
    code: 'TOPO_INTERRUPTED',
    exitCode: signal === 'SIGINT' ? ExitCode.interrupted : ExitCode.terminated,
    hint: 'Run the job again; it skips what is done.',
  })

/** Adds to the error of a cancelled step which scripts have no answer yet. */
export function withUnanswered(error: KnownError, unanswered: readonly string[]): KnownError {
  const uncertain = unansweredInWords(unanswered)
  if (uncertain === undefined || error.code !== 'TOPO_INTERRUPTED') return error
  return new KnownError(`${error.message} ${uncertain}`, {
    code: error.code,
    exitCode: error.exitCode,
    hint: 'Run the job again: it looks on the service first, and skips what is done.',
    details: { unanswered },
  })
}
