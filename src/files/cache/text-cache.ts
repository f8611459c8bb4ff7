/** A folder of texts that topo computed once, named by the hash of all that decides them. */
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { readFileWithinSync } from '../../limits/files.ts'
import { makeFolders } from '../../limits/make-folders.ts'
import { temporaryPath } from '../temporary.ts'
import { isPrivateFolder } from './cache-folder.ts'

const MiB = 1024 * 1024
/** In bytes; a longer text is computed again. */
const LONGEST = MiB / 2
/** Each of the 256 folders has this limit; the first letters of a key name its folder. */
const MOST_FILES = 64
const MOST_BYTES = MiB
const PRIVATE = 0o700

/**
 * Each text is a file with a checksum. A file that is damaged, or that somebody else could have written, is none. Nothing fails
 * because of the cache: a folder that refuses keeps nothing.
 */
export class TextCache {
  readonly #folder: string
  /** Undefined until it was looked at. */
  #isTrusted: boolean | undefined
  #refuses = false
  readonly #pruned = new Set<string>()

  /** @param folder absolute; it need not exist */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** @param key hexadecimal, of a hash */
  find(key: string): string | undefined {
    if (!this.#isPrivate()) return undefined
    try {
      const content = readFileWithinSync('record', join(this.#folderOf(key), key)).toString()
      const end = content.indexOf('\n')
      const text = content.slice(end + 1)
      return content.slice(0, end) === checksum(text) ? text : undefined
    } catch {
      return undefined
    }
  }

  keep(key: string, text: string): void {
    if (this.#refuses || Buffer.byteLength(text) > LONGEST) return
    const folder = this.#folderOf(key)
    try {
      if (!this.#isPrivate()) this.#makePrivate()
      if (this.#refuses) return
      makeFolders(folder, PRIVATE)
      write(join(folder, key), text)
      this.#prune(folder)
    } catch {
      this.#refuses = true
    }
  }

  /** Once in a run: until the next one, a folder may exceed its limits. */
  #prune(folder: string): void {
    if (this.#pruned.has(folder)) return
    this.#pruned.add(folder)
    removeOldest(folder)
  }

  /** Creates the folder, unless it exists and others can write to it. */
  #makePrivate(): void {
    makeFolders(this.#folder, PRIVATE)
    this.#isTrusted = undefined
    this.#refuses = !this.#isPrivate()
  }

  #isPrivate(): boolean {
    this.#isTrusted ??= isPrivateFolder(this.#folder)
    return this.#isTrusted
  }

  #folderOf(key: string): string {
    return join(this.#folder, key.slice(0, 2))
  }
}

/** @param folder undefined if nothing is kept */
export const textCacheIn = (folder: string | undefined): TextCache | undefined =>
  folder === undefined ? undefined : new TextCache(folder)

function write(file: string, text: string): void {
  const temporary = temporaryPath(file)
  try {
    writeFileSync(temporary, `${checksum(text)}\n${text}`, { flag: 'wx', mode: 0o600 })
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

const checksum = (text: string) => `${crc32(text).toString(16)} ${text.length}`

interface KeptFile {
  readonly file: string
  readonly bytes: number
  readonly written: number
}

/** Removes the oldest files that the folder has no room for. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder).flatMap((name) => keptFile(join(folder, name)) ?? [])
  files.sort((a, b) => b.written - a.written)
  let bytes = 0
  for (const [newer, one] of files.entries()) {
    bytes += one.bytes
    if (newer >= MOST_FILES || bytes > MOST_BYTES) rmSync(one.file, { force: true })
  }
}

/** Undefined if another process has removed it. */
function keptFile(file: string): KeptFile | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats && { file, bytes: stats.size, written: stats.mtimeMs }
}
