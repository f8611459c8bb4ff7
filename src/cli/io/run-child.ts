/** Runs another program with our streams; passes signals on and returns its exit code. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { usageError } from '../../errors.ts'
import { systemReason } from '../../text/system-reason.ts'
import { passSignals } from './signals.ts'

/**
 * Resolves to the exit code of the program, or to 128 plus the number of the signal that ended it.
 * @throws usage error `TOPO_COMMAND_NOT_FOUND` if the program cannot be started.
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
      // On Windows npm and similar programs are scripts, which only a shell runs.
      shell: process.platform === 'win32',
    })
    const release = passSignals((signal) => child.kill(signal))
    child.on('error', (cause) => {
      release()
      reject(
        usageError(`"${command}" could not be started: ${systemReason(cause)}.`, {
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
