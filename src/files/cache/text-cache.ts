/** A folder of texts that topo computed once, named by the hash of all that decides them. */
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { readFileWithinSync } from '../../limits/files.ts'
import { makeFolders } from '../../limits/make-folders.ts'
import { temporaryPath } from '../temporary.ts'
import { isPrivateFolder } from './cache-folder.ts'

/** In characters; a longer text is computed again. */
const LONGEST = 1024 * 1024
/** Longer ones have a folder for themselves. */
const SHORT = 16 * 1024
/** Files in one of the 257 folders: together about three hundred megabytes at most, and ordinarily a tenth. */
const MOST_FILES = 64
const LONG_TEXTS = 'long'
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

  /** @param folder absolute; it need not exist */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** @param key hexadecimal, of a hash */
  find(key: string): string | undefined {
    if (!this.#isPrivate()) return undefined
    return this.#read(key.slice(0, 2), key) ?? this.#read(LONG_TEXTS, key)
  }

  keep(key: string, text: string): void {
    if (this.#refuses || text.length > LONGEST) return
    const folder = join(this.#folder, text.length > SHORT ? LONG_TEXTS : key.slice(0, 2))
    try {
      if (!this.#isPrivate()) this.#makePrivate()
      if (this.#refuses) return
      makeFolders(folder, PRIVATE)
      write(join(folder, key), text)
      removeOldest(folder)
    } catch {
      this.#refuses = true
    }
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

  #read(folder: string, key: string): string | undefined {
    try {
      const file = join(this.#folder, folder, key)
      const content = readFileWithinSync('record', file).toString()
      const end = content.indexOf('\n')
      const text = content.slice(end + 1)
      return content.slice(0, end) === checksum(text) ? text : undefined
    } catch {
      return undefined
    }
  }
}

/** @param folder undefined if nothing is kept */
export const textCacheIn = (folder: string | undefined): TextCache | undefined =>
  folder === undefined ? undefined : new TextCache(folder)

function write(file: string, text: string): void {
  const temporary = temporaryPath(file)
  writeFileSync(temporary, `${checksum(text)}\n${text}`, { flag: 'wx', mode: 0o600 })
  renameSync(temporary, file)
}

const checksum = (text: string) => `${crc32(text).toString(16)} ${text.length}`

/** Removes the older half of the files, if there are too many. */
function removeOldest(folder: string): void {
  const names = readdirSync(folder)
  if (names.length <= MOST_FILES) return
  const files = names.map((name) => join(folder, name))
  const written = new Map(files.map((file) => [file, modified(file)]))
  files.sort((a, b) => (written.get(a) ?? 0) - (written.get(b) ?? 0))
  for (const file of files.slice(0, MOST_FILES / 2)) rmSync(file, { force: true })
}

/** Zero if another process has removed the file. */
const modified = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
