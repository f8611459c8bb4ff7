/** Another program, run in our place: its streams, its signals, its exit code. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { usageError } from '../../errors.ts'
import { passSignals } from './signals.ts'

/**
 * Resolves to its exit code; 128 and the signal's number when a signal ended it.
 * @throws usage error `TOPO_COMMAND_NOT_FOUND` when there is no such program.
 */
export function runChild(
  command: string,
  words: string[],
  variables: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      stdio: 'inherit',
      env: { ...process.env, ...variables },
      // On Windows npm and its like are scripts that only a shell runs.
      shell: process.platform === 'win32',
    })
    const release = passSignals((signal) => child.kill(signal))
    child.on('error', (cause) => {
      release()
      reject(
        usageError(`"${command}" could not be started: ${cause.message}.`, {
          code: 'TOPO_COMMAND_NOT_FOUND',
          hint: 'Check its name; words after -- are the command and its arguments.',
          cause,
        }),
      )
    })
    child.on('close', (code, signal) => {
      release()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}
