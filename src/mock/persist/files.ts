/** File system of the data folder. Tests replace it with one that fails. */
import { closeSync, fdatasyncSync, ftruncateSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import stubborn from 'stubborn-fs'
import { readFileWithinSync, readStartSync } from '../../limits/files.ts'
import { makeFolders } from '../../limits/make-folders.ts'

/** How a file is opened for writing: emptied, with its content kept, or new and readable by this user only. */
export type OpenedAs = 'empty' | 'kept' | 'private'

const startLength = 4096
const flags: Readonly<Record<OpenedAs, string>> = { empty: 'w', kept: 'r+', private: 'wx' }
/** Milliseconds to retry: on Windows a virus scanner or an indexer may hold a new file. Elsewhere a refusal is final. */
const RETRY_MS = process.platform === 'win32' ? 2_000 : 0

/** Each function throws the error of the file system. */
export const nodeFiles = {
  /** Creates it with its parents. */
  makeFolder: (path: string): void => void makeFolders(path),
  list: (path: string): string[] => readdirSync(path),
  /** A whole file, within the limit `data`. */
  read: (path: string): Buffer => readFileWithinSync('data', path),
  readStart: (path: string): Buffer => readStartSync(path, startLength),
  open: (path: string, as: OpenedAs) => openSync(path, flags[as], as === 'private' ? 0o600 : undefined),
  /** How many bytes were written, which may be fewer than given. */
  write: (descriptor: number, bytes: Uint8Array, position: number) =>
    writeSync(descriptor, bytes, 0, bytes.byteLength, position),
  truncate: (descriptor: number, length: number): void => ftruncateSync(descriptor, length),
  /** Returns when the content of the file would survive a power cut. */
  sync: (descriptor: number): void => fdatasyncSync(descriptor),
  close: (descriptor: number): void => closeSync(descriptor),
  rename: (from: string, to: string): void => stubborn.retry.renameSync({ timeout: RETRY_MS })(from, to),
  /** A missing file is no error. */
  remove: (path: string): void => rmSync(path, { force: true }),
}

export type DataFiles = typeof nodeFiles

/** Writes all bytes, or throws the error that stopped the write. */
export function writeAll(files: DataFiles, descriptor: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.byteLength; ) {
    const written = files.write(descriptor, bytes.subarray(done), position + done)
    if (written === 0) throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' })
    done += written
  }
}

/** Text of a file that the system writes about processes; undefined on systems without that file. */
export function systemText(path: string): string | undefined {
  try {
    return readFileWithinSync('data', path).toString('latin1')
  } catch {
    return undefined
  }
}
