/** Lets a command that creates drafts on the service delete them before a signal ends it. */
import { ExitCode, KnownError } from '../../errors.ts'
import { passSignals } from '../io/process/signals.ts'
import type { Terminal } from '../io/terminal.ts'

/**
 * @param act deletes its drafts itself, and stops early once `stopped` returns true
 * @throws KnownError `TOPO_INTERRUPTED` after a signal.
 */
export async function untilDraftsDeleted<T>(
  terminal: Terminal,
  act: (stopped: () => boolean) => Promise<T>,
): Promise<T> {
  let signal: NodeJS.Signals | undefined
  const release = passSignals((received) => {
    signal = received
    terminal.note('Deleting the draft before exit')
  })
  try {
    const result = await act(() => signal !== undefined)
    if (signal !== undefined) throw interrupted(signal)
    return result
  } finally {
    release()
  }
}

const interrupted = (signal: NodeJS.Signals): KnownError =>
  new KnownError('Interrupted; no draft is left on the service.', {
    code: 'TOPO_INTERRUPTED',
    exitCode: signal === 'SIGTERM' ? ExitCode.terminated : ExitCode.interrupted,
  })
