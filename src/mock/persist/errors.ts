/** Errors of a data folder. */
import { dirname } from 'node:path'
import { ExitCode, KnownError, refusedError } from '../../errors.ts'
import { systemReason } from '../../text/system-reason.ts'

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

/** The folder is no longer the one that the process opened. */
export const goneError = (path: string, what: string): KnownError =>
  refusedError(`The data folder ${path} ${what} while the embedded service uses it.`, {
    code: 'TOPO_DATA_NOT_WRITTEN',
    hint: 'Nothing was changed. Put the folder back, or start the service again with what the folder has now.',
  })

export function readError(file: string, cause: unknown): KnownError {
  if (cause instanceof KnownError) return cause
  return refusedError(
    `The data of the embedded service cannot be read: ${file}, ${systemReason(cause)}.`,
    {
      code: 'TOPO_READ_FAILED',
      hint: 'Grant read access to the folder, or choose another one.',
      cause,
    },
  )
}

/** Where a file of a data folder is damaged. */
export interface DamagedPlace {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** Offset of the line in the file, in bytes. */
  readonly byte: number
}

export const damagedError = ({ file, line, byte }: DamagedPlace, what: string): KnownError =>
  refusedError(
    `The data of the embedded service is damaged: line ${line} of ${file} (from byte ${byte}) ${what}.`,
    {
      code: 'TOPO_DATA_DAMAGED',
      hint: `Nothing was changed. Restore a copy of ${dirname(file)}, or move it away and start with an empty one.`,
    },
  )

export const formatError = (file: string, version: string): KnownError =>
  refusedError(`${file} has format ${version}, which this version of topo cannot read.`, {
    code: 'TOPO_DATA_FORMAT',
    hint: 'Use the version of topo that wrote it, or move the folder away and start with an empty one.',
  })

/** A process that has a data folder, as it describes itself. */
export interface DataHolder {
  /** In its own container, so it is for people only. */
  readonly pid: number
  readonly host: string
  /** True in this container, or on this machine outside of containers. */
  readonly isNear: boolean
  /** False while it still looks for others. */
  readonly isOwner: boolean
  /** Known only to those who can open the lock: who knows it serves this data. */
  readonly secret: string
  /** Address at which the process serves the data. */
  readonly url: string | null
}

/** `TOPO_DATA_LOCKED`, with what is known about the other process. */
export class DataLockedError extends KnownError {
  /** Undefined for a process that does not answer, perhaps because it is busy. */
  readonly holder: DataHolder | undefined

  constructor(message: string, hint: string, holder: DataHolder | undefined) {
    super(message, { code: 'TOPO_DATA_LOCKED', exitCode: ExitCode.temporary, hint })
    this.holder = holder
  }
}

export function lockedError(path: string, holder: DataHolder | undefined): DataLockedError {
  const who = whoIs(holder)
  const where = holder?.url ? `, which serves it at ${holder.url}` : ''
  const message = `The data folder ${path} is in use by ${who}${where}.`
  return new DataLockedError(message, lockedHint(holder), holder)
}

function whoIs(holder: DataHolder | undefined): string {
  if (holder === undefined) return 'another process'
  const { pid, host, isNear } = holder
  return isNear ? `process ${pid}` : `process ${pid} of another container (${host || 'unnamed'})`
}

function lockedHint(holder: DataHolder | undefined): string {
  if (!holder?.url) return 'Wait until it ends, or stop it.'
  if (holder.isNear) return 'Use that address as the base URL, or stop that process.'
  return 'Make that port reachable from here and use its address as the base URL, or stop that process there.'
}

/** Somebody may have the folder: the system does not say whether a process listens at the lock. */
export const unknownLockError = (path: string, file: string, code: string): DataLockedError =>
  new DataLockedError(
    `The data folder ${path} may be in use: its lock ${file} cannot be opened (${code}).`,
    'Run topo as the user who owns the lock, or remove it if no process uses the folder.',
    undefined,
  )

/** @param reason why no socket works there, as a clause */
export const noLockError = (path: string, reason: string, cause?: unknown): KnownError =>
  refusedError(`The data folder ${path} cannot be locked: ${reason}.`, {
    code: 'TOPO_DATA_NO_LOCK',
    hint: 'Choose a folder on a local disk, with --data or TOPO_LOCAL_DATA.',
    cause,
  })
