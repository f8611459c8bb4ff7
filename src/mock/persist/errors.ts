/** Errors of a data folder. */
import { dirname } from 'node:path'
import { ExitCode, KnownError, refusedError } from '../../errors.ts'

/** @param cause error of the file system; a KnownError is returned unchanged */
export function writeError(path: string, cause: unknown): KnownError {
  if (cause instanceof KnownError) return cause
  const { code, message } = cause as NodeJS.ErrnoException
  return refusedError(`The data folder ${path} cannot be written (${code ?? message}).`, {
    code: 'TOPO_DATA_NOT_WRITTEN',
    hint: 'Nothing was changed. Free disk space or grant write access to the folder, then try again.',
    cause,
  })
}

export const damagedError = (file: string, line: number, what: string): KnownError =>
  refusedError(`The data of the embedded service is damaged: line ${line} of ${file} ${what}.`, {
    code: 'TOPO_DATA_DAMAGED',
    hint: `Nothing was changed. Restore a copy of ${dirname(file)}, or move it away and start with an empty one.`,
  })

export const formatError = (file: string, version: string): KnownError =>
  refusedError(`${file} has format ${version}, which this version of topo cannot read.`, {
    code: 'TOPO_DATA_FORMAT',
    hint: 'Use the version of topo that wrote it, or move the folder away and start with an empty one.',
  })

/** A process with a lock file in the folder. */
export interface DataHolder {
  /** The lock file. */
  readonly file: string
  readonly pid: number
  readonly host: string
  /** True on this machine, or in this container. Nobody knows here whether other processes run. */
  readonly near: boolean
  /** False once the process has certainly ended. */
  readonly running: boolean
  /** Undefined while the process looks for others, and if the file cannot be read. */
  readonly content: { readonly secret: string; readonly url: string | null } | undefined
}

/** `TOPO_DATA_LOCKED`, with what is known about the other process. */
export class DataLockedError extends KnownError {
  readonly holder: DataHolder

  constructor(message: string, hint: string, holder: DataHolder) {
    super(message, { code: 'TOPO_DATA_LOCKED', exitCode: ExitCode.temporary, hint })
    this.holder = holder
  }
}

export function lockedError(path: string, holder: DataHolder): DataLockedError {
  const { pid, host, near, content, file } = holder
  const url = content?.url
  const who = near
    ? `process ${pid}`
    : `process ${pid} of another container or machine (${host || 'unnamed'})`
  const where = url ? `, which serves it at ${url}` : ''
  const nearHint = url
    ? 'Use that address as the base URL, or stop that process.'
    : 'Wait until it ends, or stop it.'
  const farHint = url
    ? 'Make that port reachable from here and use its address as the base URL, or stop that process there.'
    : 'Wait until it ends, or stop it there.'
  const hint = near ? nearHint : `${farHint} If it was killed, remove ${file}.`
  return new DataLockedError(`The data folder ${path} is in use by ${who}${where}.`, hint, holder)
}
