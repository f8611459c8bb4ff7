/** File system of the data folder. Tests replace it with one that fails. */
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import stubborn from 'stubborn-fs'
import { readFileWithinSync, readStartSync } from '../../limits/files.ts'
import { makeFolders } from '../../limits/make-folders.ts'

/**
 * How a file is opened for writing: emptied, with its content kept, or only if it does not exist yet; a private one
 * can be read by this user only.
 */
export type OpenedAs = 'empty' | 'kept' | 'new' | 'private'

/** Each method throws the error of the file system. */
export interface DataFiles {
  /** Creates it with its parents, and returns the folders that got a new entry. */
  makeFolder(path: string): string[]
  /** Names in a folder. */
  list(path: string): string[]
  /** A whole file, within the limit `data`. */
  read(path: string): Buffer
  /** At most the first 4 KiB of a file. */
  readStart(path: string): Buffer
  /** When the file was last written, in milliseconds by the clock of its file system; undefined if it is missing. */
  writtenAt(path: string): number | undefined
  open(path: string, as: OpenedAs): number
  /** How many bytes were written, which may be fewer than given. */
  write(descriptor: number, bytes: Uint8Array, position: number): number
  truncate(descriptor: number, length: number): void
  /** Returns when the content of the file would survive a power cut. */
  sync(descriptor: number): void
  /** The same for the names in a folder. Windows has no such call; its file system has a journal for names. */
  syncFolder(path: string): void
  close(descriptor: number): void
  rename(from: string, to: string): void
  /** A missing file is no error. */
  remove(path: string): void
}

const startLength = 4096
const flags: Readonly<Record<OpenedAs, string>> = { empty: 'w', kept: 'r+', new: 'wx', private: 'wx' }
/** Milliseconds to retry: on Windows a virus scanner or an indexer may hold a new file. Elsewhere a refusal is final. */
const RETRY_MS = process.platform === 'win32' ? 2_000 : 0

export const nodeFiles: DataFiles = {
  makeFolder,
  list: (path) => readdirSync(path),
  read: (path) => readFileWithinSync('data', path),
  readStart: (path) => readStartSync(path, startLength),
  writtenAt: (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs,
  open: (path, as) => openSync(path, flags[as], as === 'private' ? 0o600 : undefined),
  write: (descriptor, bytes, position) => writeSync(descriptor, bytes, 0, bytes.byteLength, position),
  truncate: (descriptor, length) => ftruncateSync(descriptor, length),
  sync: (descriptor) => fdatasyncSync(descriptor),
  syncFolder: (path) => {
    if (process.platform === 'win32') return
    const descriptor = openSync(path, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  },
  close: (descriptor) => closeSync(descriptor),
  rename: (from, to) => stubborn.retry.renameSync({ timeout: RETRY_MS })(from, to),
  remove: (path) => rmSync(path, { force: true }),
}

function makeFolder(path: string): string[] {
  const first = makeFolders(path)
  if (first === undefined) return []
  const changed: string[] = []
  for (let parent = dirname(path); parent.length >= dirname(first).length; parent = dirname(parent)) {
    changed.push(parent)
    if (dirname(parent) === parent) break
  }
  return changed
}

/** Text of a file that the system writes about processes; undefined on systems without that file. */
export function systemText(path: string): string | undefined {
  return orUndefined(() => readFileWithinSync('data', path).toString('latin1').trim())
}

/** Target of a link that the system keeps about processes; undefined on systems without that link. */
export const systemLink = (path: string): string | undefined => orUndefined(() => readlinkSync(path))

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Writes all bytes, or throws the error that stopped the write. */
export function writeAll(files: DataFiles, descriptor: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.byteLength; ) {
    const written = files.write(descriptor, bytes.subarray(done), position + done)
    if (written === 0) throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' })
    done += written
  }
}
