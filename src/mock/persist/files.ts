/** File system of the data folder. Tests replace it with one that fails. */
import { randomBytes } from 'node:crypto'
import {
  type BigIntStats,
  chmodSync,
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import stubborn from 'stubborn-fs'
import { readFileWithinSync } from '../../limits/files.ts'
import { makeFolders } from '../../limits/make-folders.ts'

/** How a file is opened for writing: emptied, or with its content kept. */
export type OpenedAs = 'empty' | 'kept'

/** Tells a file or folder from another one that has its path later. */
export interface FileIdentity {
  readonly device: bigint
  readonly inode: bigint
  readonly size: bigint
}

const flags: Readonly<Record<OpenedAs, string>> = { empty: 'w', kept: 'r+' }
/** Milliseconds to retry: on Windows a virus scanner or an indexer may hold a new file. Elsewhere a refusal is final. */
const RETRY_MS = process.platform === 'win32' ? 2_000 : 0

/** Each function throws the error of the file system. */
export const nodeFiles = {
  /** Creates it with its parents. */
  makeFolder: (path: string): void => void makeFolders(path),
  list: (path: string): string[] => readdirSync(path),
  /** A whole file, within the limit `data`. */
  read: (path: string): Buffer => readFileWithinSync('data', path),
  open: (path: string, as: OpenedAs) => openSync(path, flags[as]),
  /** Undefined if nothing has the path. */
  identify: (path: string): FileIdentity | undefined => {
    const stats = statSync(path, exactStats)
    return stats && identityOf(stats)
  },
  identifyOpen: (descriptor: number): FileIdentity =>
    identityOf(fstatSync(descriptor, { bigint: true })),
  /** How many bytes were written, which may be fewer than given. */
  write: (descriptor: number, bytes: Uint8Array, position: number) =>
    writeSync(descriptor, bytes, 0, bytes.byteLength, position),
  truncate: (descriptor: number, length: number): void => ftruncateSync(descriptor, length),
  /** Returns when the content of the file would survive a power cut. */
  sync: (descriptor: number): void => fdatasyncSync(descriptor),
  close: (descriptor: number): void => closeSync(descriptor),
  rename: (from: string, to: string): void =>
    stubborn.retry.renameSync({ timeout: RETRY_MS })(from, to),
  /** Only this user may use the file. */
  makePrivate: (path: string): void => chmodSync(path, 0o600),
  /** Returns a shorter path of a folder, to remove later. */
  linkTo: (folder: string): string => {
    const link = join(tmpdir(), `topo-${randomBytes(6).toString('hex')}`)
    symlinkSync(folder, link)
    return link
  },
  /** A missing file is no error. */
  remove: (path: string): void => rmSync(path, { force: true }),
}

export type DataFiles = typeof nodeFiles

/** Writes all bytes, or throws the error that stopped the write. */
export function writeAll(
  files: DataFiles,
  descriptor: number,
  bytes: Uint8Array,
  position: number,
): void {
  for (let done = 0; done < bytes.byteLength; ) {
    const written = files.write(descriptor, bytes.subarray(done), position + done)
    if (written === 0) throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' })
    done += written
  }
}

/** Numbers of files may be larger than what a double can hold, for example on Windows. */
const exactStats = { bigint: true, throwIfNoEntry: false } as const

const identityOf = ({ dev, ino, size }: BigIntStats): FileIdentity => ({
  device: dev,
  inode: ino,
  size,
})
