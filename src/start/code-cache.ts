/**
 * Keeps the code that V8 compiled from topo's modules, so that the next start does not compile it again. There is one file for
 * each build of topo and version of Node.
 *
 * V8 runs what the file contains and checks little of it. So only a file is read that nobody but this user can write, and
 * it is complete before it gets its name. Checksums find what a disk has damaged since: such a file is removed.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { isPrivate, isPrivateFolder } from '../files/cache/cache-folder.ts'
import { sweepTemporary, temporaryPath } from '../files/temporary.ts'
import { makeFolders } from '../limits/make-folders.ts'
import { reusableBuffer } from './reusable-buffer.ts'

/** The state of a module's file: V8 only compares the length of its text. */
export interface FileState {
  readonly size: number
  readonly modified: number
}

/** Compiled code of a module, and the state of its file when it was compiled. */
export interface CompiledModule extends FileState {
  readonly code: Buffer
}

interface Entry extends FileState {
  /** Position in the file, after the index. */
  readonly start: number
  readonly length: number
  readonly checksum: number
}

type Index = Readonly<Record<string, Entry>>

/** Start of the file: this text, then length in bytes and checksum of the index (32 bits each). The index is JSON. */
const MAGIC = 'topo code 2\n'
const HEAD = MAGIC.length + 8
const MOST_INDEX_BYTES = 1024 * 1024
/** Files of other builds and other versions of Node that are kept. */
const KEPT = 4
const SUFFIX = '.code'

export class CodeCache {
  readonly #folder: string
  readonly #name: string
  #file: number | undefined
  #index: Index = {}
  #first = HEAD

  /** Opens the file, if it exists. @param id the build of topo and the version of Node, as part of a file name */
  constructor(folder: string, id: string) {
    this.#folder = folder
    this.#name = `${id}${SUFFIX}`
    try {
      this.#open()
    } catch {
      // Not written yet, or it cannot be read.
    }
  }

  #open(): void {
    const path = join(this.#folder, this.#name)
    const file = openSync(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    )
    this.#file = file
    const stats = fstatSync(file)
    if (!stats.isFile() || !isPrivate(stats) || !isPrivateFolder(this.#folder)) return
    const index = this.#readIndex()
    if (index === undefined) this.#remove()
    else this.#index = index
  }

  /** @returns undefined if it is damaged */
  #readIndex(): Index | undefined {
    const head = this.#read(0, HEAD)
    if (head?.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
    const length = head.readUInt32LE(MAGIC.length)
    const checksum = head.readUInt32LE(MAGIC.length + 4)
    this.#first = HEAD + length
    const index = length > MOST_INDEX_BYTES ? undefined : this.#read(HEAD, length, checksum)
    return index && (JSON.parse(index.toString('latin1')) as Index)
  }

  /** @returns bytes that the next call may overwrite; undefined if they are damaged */
  #read(start: number, length: number, checksum?: number): Buffer | undefined {
    const bytes = reusableBuffer(length)
    if (this.#file === undefined || readSync(this.#file, bytes, 0, length, start) !== length)
      return undefined
    return checksum === undefined || crc32(bytes) === checksum ? bytes : undefined
  }

  /** Removes a damaged file; this run compiles the other modules, and writes a new one. */
  #remove(): void {
    this.#index = {}
    rmSync(join(this.#folder, this.#name), { force: true })
  }

  /** Compiled code of a module, until the next call; undefined if the file was in another state. */
  find(module: string, { size, modified }: FileState): Buffer | undefined {
    const entry = Object.hasOwn(this.#index, module) ? this.#index[module] : undefined
    return entry?.size === size && entry.modified === modified ? this.#codeOf(entry) : undefined
  }

  #codeOf({ start, length, checksum }: Entry): Buffer | undefined {
    try {
      const code = this.#read(this.#first + start, length, checksum)
      if (code === undefined) this.#remove()
      return code
    } catch {
      return undefined
    }
  }

  /**
   * Replaces the file by one that also has these modules. A file that cannot be written is no failure: the next start
   * only takes longer.
   */
  add(modules: ReadonlyMap<string, CompiledModule>): void {
    try {
      makeFolders(this.#folder, 0o700)
      if (!isPrivateFolder(this.#folder)) return
      const kept = Object.entries(this.#index).flatMap(([name, entry]) => {
        const code = modules.has(name) ? undefined : this.#codeOf(entry)
        return code === undefined ? [] : [[name, { ...entry, code: Buffer.from(code) }] as const]
      })
      this.#write([...kept, ...modules])
      removeOld(this.#folder, this.#name)
    } catch {
      // A full disk, or a folder that cannot be written.
    }
  }

  #write(modules: readonly (readonly [string, CompiledModule])[]): void {
    let start = 0
    const index: Record<string, Entry> = {}
    for (const [name, { size, modified, code }] of modules) {
      index[name] = { size, modified, start, length: code.length, checksum: crc32(code) }
      start += code.length
    }
    const text = Buffer.from(JSON.stringify(index), 'latin1')
    const head = Buffer.alloc(HEAD)
    head.write(MAGIC, 'latin1')
    head.writeUInt32LE(text.length, MAGIC.length)
    head.writeUInt32LE(crc32(text), MAGIC.length + 4)
    const bytes = Buffer.concat([head, text, ...modules.map(([, { code }]) => code)])
    const path = join(this.#folder, this.#name)
    const unfinished = temporaryPath(path)
    try {
      writePrivate(unfinished, bytes)
      renameSync(unfinished, path)
    } catch (error) {
      rmSync(unfinished, { force: true })
      throw error
    }
  }
}

/** Writes a new file that only this user can read. */
function writePrivate(path: string, bytes: Buffer): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    // After a loss of power, a file has its name but not its content if that was not written before.
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Removes files of other builds, and of processes that were killed while they wrote. */
function removeOld(folder: string, own: string): void {
  sweepTemporary(folder, statSync(join(folder, own)).mtimeMs)
  const others = readdirSync(folder)
    .filter((name) => name !== own && name.endsWith(SUFFIX))
    .map((name) => ({ name, modified: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.modified - a.modified)
  for (const { name } of others.slice(KEPT)) rmSync(join(folder, name), { force: true })
}
