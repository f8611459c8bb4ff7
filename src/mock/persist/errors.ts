/** Errors of a data folder. */
import { ExitCode, KnownError, usageError } from '../../errors.ts'
import { ownIdentity } from './identity.ts'
import type { LockContent } from './lock-file.ts'

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

/** The process that has the folder. */
export interface DataHolder {
  /** Undefined if the lock file cannot be read. */
  readonly content: LockContent | undefined
  /** `starting` while several processes compete; `unknown` until it has shown that it runs, or the lease has ended. */
  readonly state: 'running' | 'starting' | 'unknown'
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
  const { content } = holder
  if (content === undefined) {
    const hint = 'Wait until it ends, or stop it. If no process uses the folder, try again after ten seconds.'
    return new DataLockedError(`The data folder ${path} is in use by another process.`, hint, holder)
  }
  const { pid, host, space, url } = content
  const near = space !== null && space === ownIdentity().space
  const who = near
    ? `process ${pid}`
    : `process ${pid} of another container or machine (${host || 'unnamed'})`
  const where = url === null ? '' : `, which serves it at ${url}`
  const hint =
    url === null
      ? `Wait until it ends, or stop it${near ? '' : ' there'}.`
      : near
        ? 'Use that address as the base URL, or stop that process.'
        : 'Make that port reachable from here and use its address as the base URL, or stop that process there.'
  return new DataLockedError(`The data folder ${path} is in use by ${who}${where}.`, hint, holder)
}

export const takenOverError = (path: string): KnownError =>
  new KnownError(
    `Another process has taken over the data folder ${path}, because this one was suspended for too long or its lock file was removed.`,
    {
      code: 'TOPO_DATA_TAKEN_OVER',
      exitCode: ExitCode.temporary,
      hint: 'Start it again when the other one has ended. Acknowledged changes are kept.',
    },
  )

export const notSyncedError = (path: string, cause: unknown): KnownError =>
  new KnownError(
    `The disk did not confirm what was written to the data folder ${path} (${(cause as NodeJS.ErrnoException).code ?? cause}).`,
    {
      code: 'TOPO_DATA_NOT_SYNCED',
      exitCode: ExitCode.refused,
      hint: 'Check the disk. The last changes were not acknowledged; they may be lost.',
      cause,
    },
  )
