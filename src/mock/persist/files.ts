/** File system of the data folder. Tests replace it with one that fails. */
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { readFileWithinSync } from '../../limits/files.ts'

/** Each method throws the error of the file system. */
export interface DataFiles {
  makeFolder(path: string): void
  /** Names in a folder. */
  list(path: string): string[]
  /** A whole file, within the limit `data`. */
  read(path: string): Buffer
  /** Opens a file for writing: emptied, or with its content kept. */
  open(path: string, content: 'empty' | 'kept'): number
  /** How many bytes were written, which may be fewer than given. */
  write(descriptor: number, bytes: Uint8Array, position: number): number
  truncate(descriptor: number, length: number): void
  close(descriptor: number): void
  rename(from: string, to: string): void
  /** A missing file is no error. */
  remove(path: string): void
}

export const nodeFiles: DataFiles = {
  makeFolder: (path) => void mkdirSync(path, { recursive: true }),
  list: (path) => readdirSync(path),
  read: (path) => readFileWithinSync('data', path),
  open: (path, content) => openSync(path, content === 'empty' ? 'w' : 'r+'),
  write: (descriptor, bytes, position) => writeSync(descriptor, bytes, 0, bytes.byteLength, position),
  truncate: (descriptor, length) => ftruncateSync(descriptor, length),
  close: (descriptor) => closeSync(descriptor),
  rename: (from, to) => renameSync(from, to),
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
