/** The file system, as far as the data folder of the embedded service needs it: one that fails can stand in its place. */
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

/** Each throws what the file system says. */
export interface DataFiles {
  makeFolder(path: string): void
  /** Names in a folder. */
  list(path: string): string[]
  /** A whole file, within the limit `data`. */
  read(path: string): Buffer
  /** A descriptor to write to: of an empty file, or of one that is there and keeps what it holds. */
  open(path: string, content: 'empty' | 'kept'): number
  /** How many bytes were written, which may be fewer than given. */
  write(descriptor: number, bytes: Uint8Array, position: number): number
  truncate(descriptor: number, length: number): void
  close(descriptor: number): void
  rename(from: string, to: string): void
  /** Nothing happens where there is no such file. */
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

/** All of the bytes, or the error that kept some of them back. */
export function writeAll(files: DataFiles, descriptor: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.byteLength; ) {
    const written = files.write(descriptor, bytes.subarray(done), position + done)
    if (written === 0) throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' })
    done += written
  }
}
