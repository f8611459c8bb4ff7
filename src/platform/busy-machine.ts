/** Says that this machine cannot check a script now, whatever the script does. */
import { ExitCode, KnownError } from '../errors.ts'

/**
 * Milliseconds for one script. Its step limit takes a few seconds at most, so only a busy or suspended machine needs
 * longer, or a bug of topo. A timeout says nothing about the script.
 */
export const SCRIPT_TIMEOUT_MS = 60_000

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
