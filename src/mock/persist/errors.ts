/** Errors of a data folder. */
import { ExitCode, KnownError, usageError } from '../../errors.ts'

/** @param cause error of the file system; a KnownError is returned unchanged */
export function writeError(path: string, cause: unknown): KnownError {
  if (cause instanceof KnownError) return cause
  const { code, message } = cause as NodeJS.ErrnoException
  return new KnownError(`The data folder ${path} cannot be written (${code ?? message}).`, {
    code: 'TOPO_DATA_NOT_WRITTEN',
    exitCode: ExitCode.refused,
    hint: 'Nothing was changed. Free disk space or grant write access to the folder, then try again.',
    cause,
  })
}

export const damagedError = (path: string, where: string, what: string): KnownError =>
  new KnownError(`The data of the embedded service is damaged: ${where} ${what}.`, {
    code: 'TOPO_DATA_DAMAGED',
    exitCode: ExitCode.refused,
    hint: `Run "topo mock repair --data ${path} --dry-run" to see what can be saved.`,
  })

export const formatError = (file: string, version: string): KnownError =>
  new KnownError(`${file} has format ${version}, which this version of topo cannot read.`, {
    code: 'TOPO_DATA_FORMAT',
    exitCode: ExitCode.refused,
    hint: 'Use the version of topo that wrote it, or move the folder away and start with an empty one.',
  })

export const noDataError = (path: string): KnownError =>
  usageError(`${path} contains no data of the embedded service.`, {
    code: 'TOPO_NO_DATA',
    hint: 'Use the folder that was passed to "topo mock start --data".',
  })

export const dataLostError = (path: string): KnownError =>
  new KnownError(`Nothing can be saved from ${path}: all of its snapshots are unreadable.`, {
    code: 'TOPO_DATA_LOST',
    exitCode: ExitCode.refused,
    hint: 'Restore the folder from a backup, or move it away and start with an empty one.',
  })
