/**
 * Keeps the code that V8 compiled from topo's modules, so that the next start does not compile it again. There is one file for
 * each build of topo and version of Node.
 *
 * V8 runs what the file contains and checks little of it. So only a file is read that nobody but this user can write, and
 * it is complete before it gets its name.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { isPrivate, isPrivateFolder } from './cache-folder.ts'
import { scratch } from './scratch.ts'

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
}

type Index = Readonly<Record<string, Entry>>

/** Start of the file: this text, then the length of the index in bytes (32 bits). The index is JSON. */
const MAGIC = 'topo code 1\n'
const HEAD = MAGIC.length + 4
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
      // Not written yet, or damaged: then it is replaced.
      this.#index = {}
    }
  }

  #open(): void {
    const path = join(this.#folder, this.#name)
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    this.#file = file
    const stats = fstatSync(file)
    if (!stats.isFile() || !isPrivate(stats) || !isPrivateFolder(this.#folder)) return
    const head = this.#read(0, HEAD)
    const length = head.readUInt32LE(MAGIC.length)
    if (head.toString('latin1', 0, MAGIC.length) !== MAGIC || length > MOST_INDEX_BYTES) return
    const index = JSON.parse(this.#read(HEAD, length).toString('latin1')) as Index
    this.#first = HEAD + length
    const total = Object.values(index).reduce((sum, entry) => sum + entry.length, this.#first)
    if (total === stats.size) this.#index = index
  }

  /** @returns bytes that the next call may overwrite */
  #read(start: number, length: number): Buffer {
    const bytes = scratch(length)
    if (this.#file === undefined || readSync(this.#file, bytes, 0, length, start) !== length)
      throw new Error('The code cache ends too early.')
    return bytes
  }

  /** Compiled code of a module, until the next call; undefined if the file was in another state. */
  find(module: string, { size, modified }: FileState): Buffer | undefined {
    const entry = Object.hasOwn(this.#index, module) ? this.#index[module] : undefined
    return entry?.size === size && entry.modified === modified ? this.#codeOf(entry) : undefined
  }

  #codeOf({ start, length }: Entry): Buffer | undefined {
    try {
      return this.#read(this.#first + start, length)
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
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
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
      index[name] = { size, modified, start, length: code.length }
      start += code.length
    }
    const text = Buffer.from(JSON.stringify(index), 'latin1')
    const head = Buffer.alloc(HEAD)
    head.write(MAGIC, 'latin1')
    head.writeUInt32LE(text.length, MAGIC.length)
    const bytes = Buffer.concat([head, text, ...modules.map(([, { code }]) => code)])
    const path = join(this.#folder, this.#name)
    const unfinished = `${path}.${process.pid}`
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
  const others = readdirSync(folder)
    .filter((name) => name !== own && (name.endsWith(SUFFIX) || /\.code\.\d+$/.test(name)))
    .map((name) => ({ name, modified: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.modified - a.modified)
  for (const { name } of others.slice(KEPT)) rmSync(join(folder, name), { force: true })
}
