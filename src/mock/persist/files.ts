/** File system of the data folder. Tests replace it with one that fails. */
import { closeSync, fdatasyncSync, ftruncateSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import stubborn from 'stubborn-fs'
import { readFileWithinSync, readStartSync } from '../../limits/files.ts'
import { makeFolders } from '../../limits/make-folders.ts'

/** How a file is opened for writing: emptied, with its content kept, or new and readable by this user only. */
export type OpenedAs = 'empty' | 'kept' | 'private'

/** Each method throws the error of the file system. */
export interface DataFiles {
  /** Creates it with its parents. */
  makeFolder(path: string): void
  /** Names in a folder. */
  list(path: string): string[]
  /** A whole file, within the limit `data`. */
  read(path: string): Buffer
  /** At most the first 4 KiB of a file. */
  readStart(path: string): Buffer
  open(path: string, as: OpenedAs): number
  /** How many bytes were written, which may be fewer than given. */
  write(descriptor: number, bytes: Uint8Array, position: number): number
  truncate(descriptor: number, length: number): void
  /** Returns when the content of the file would survive a power cut. */
  sync(descriptor: number): void
  close(descriptor: number): void
  rename(from: string, to: string): void
  /** A missing file is no error. */
  remove(path: string): void
}

const startLength = 4096
const flags: Readonly<Record<OpenedAs, string>> = { empty: 'w', kept: 'r+', private: 'wx' }
/** Milliseconds to retry: on Windows a virus scanner or an indexer may hold a new file. Elsewhere a refusal is final. */
const RETRY_MS = process.platform === 'win32' ? 2_000 : 0

export const nodeFiles: DataFiles = {
  makeFolder: (path) => void makeFolders(path),
  list: (path) => readdirSync(path),
  read: (path) => readFileWithinSync('data', path),
  readStart: (path) => readStartSync(path, startLength),
  open: (path, as) => openSync(path, flags[as], as === 'private' ? 0o600 : undefined),
  write: (descriptor, bytes, position) => writeSync(descriptor, bytes, 0, bytes.byteLength, position),
  truncate: (descriptor, length) => ftruncateSync(descriptor, length),
  sync: (descriptor) => fdatasyncSync(descriptor),
  close: (descriptor) => closeSync(descriptor),
  rename: (from, to) => stubborn.retry.renameSync({ timeout: RETRY_MS })(from, to),
  remove: (path) => rmSync(path, { force: true }),
}

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
