/** Says that this machine cannot check a script now, whatever the script does. */
import { ExitCode, KnownError } from '../errors.ts'

/**
 * Milliseconds for one script. Its step limit takes a few seconds at most, so only a busy or suspended machine needs
 * longer, or a bug of topo. A timeout says nothing about the script.
 */
export const SCRIPT_TIMEOUT_MS = 60_000

export const scriptTimeout = (milliseconds: number) =>
  new KnownError(
    `This machine is too busy to check a script: no result after ${milliseconds / 1000} s.`,
    {
      code: 'TOPO_BUSY',
      exitCode: ExitCode.temporary,
      hint: 'Retry when the machine is less busy. The script itself may be fine.',
    },
  )

export const scriptMemoryRefused = () =>
  new KnownError('This machine has too little free memory to check a script.', {
    code: 'TOPO_BUSY',
    exitCode: ExitCode.temporary,
    hint: 'Retry when less memory is in use, or raise the memory limit. The script itself may be fine.',
  })
