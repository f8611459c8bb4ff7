/** File system in memory that loses what was not synced, as a disk does in a power cut. */
import { basename } from 'node:path'
import type { DataFiles, OpenedAs } from '../../../src/mock/persist/files.ts'

/** What a power cut leaves: systems write names and bytes in any order, as long as nobody syncs. */
export const cuts = {
  'only what was synced': (now: Disk) => now.syncedNames.map(([name, { synced }]) => [name, synced] as const),
  'all names, and synced bytes': (now: Disk) =>
    now.names.map(([name, { synced }]) => [name, synced] as const),
  'all names, and half of the other bytes': (now: Disk) =>
    now.names.map(([name, { synced, bytes }]) => {
      const kept = Math.max(synced.length, bytes.length >> 1)
      return [name, bytes.subarray(0, kept)] as const
    }),
}

interface StoredFile {
  bytes: Buffer
  synced: Buffer
  writes: number
}

interface Disk {
  readonly names: [string, StoredFile][]
  readonly syncedNames: [string, StoredFile][]
}

export class PowerCutFiles implements DataFiles {
  /** Calls that change something, in order: `write journal-1.ndjson`. */
  readonly calls: string[] = []
  readonly #cutAt: number
  #names = new Map<string, StoredFile>()
  #syncedNames = new Map<string, StoredFile>()
  readonly #open = new Map<number, [string, StoredFile]>()

  /** @param cutAt number of the call, from 1, that is the last one to return */
  constructor(files: Iterable<readonly [string, Buffer]> = [], cutAt = Number.POSITIVE_INFINITY) {
    this.#cutAt = cutAt
    for (const [name, bytes] of files) {
      // Locks are of processes that no longer run.
      if (!name.startsWith('lock-')) this.#names.set(name, { bytes, synced: bytes, writes: 0 })
    }
    this.#syncedNames = new Map(this.#names)
  }

  get dead(): boolean {
    return this.calls.length > this.#cutAt
  }

  /** The disk after a power cut. */
  after(cut: keyof typeof cuts): PowerCutFiles {
    return new PowerCutFiles(cuts[cut]({ names: [...this.#names], syncedNames: [...this.#syncedNames] }))
  }

  makeFolder = () => []
  list = () => [...this.#names.keys()]
  read = (path: string) => this.#file(path).bytes
  readStart = (path: string) => this.#file(path).bytes.subarray(0, 4096)
  writtenAt = (path: string) => this.#names.get(basename(path))?.writes

  open = (path: string, as: OpenedAs) => {
    const name = basename(path)
    this.#call(`open ${name}`)
    const isNew = as === 'new' || as === 'private'
    if (isNew && this.#names.has(name)) throw refused('EEXIST')
    const file = as === 'kept' ? this.#file(name) : { bytes: none, synced: none, writes: 0 }
    this.#names.set(name, file)
    const descriptor = this.#open.size + 1
    this.#open.set(descriptor, [name, file])
    return descriptor
  }

  write = (descriptor: number, bytes: Uint8Array, position: number) => {
    const [name, file] = this.#opened(descriptor)
    this.#call(`write ${name}`)
    const length = Math.max(file.bytes.length, position + bytes.length)
    const changed = Buffer.alloc(length)
    changed.set(file.bytes)
    changed.set(bytes, position)
    file.bytes = changed
    file.writes++
    return bytes.length
  }

  truncate = (descriptor: number, length: number) => {
    const [name, file] = this.#opened(descriptor)
    this.#call(`truncate ${name}`)
    file.bytes = file.bytes.subarray(0, length)
  }

  sync = (descriptor: number) => {
    const [name, file] = this.#opened(descriptor)
    this.#call(`sync ${name}`)
    file.synced = file.bytes
  }

  syncFolder = () => {
    this.#call('sync folder')
    this.#syncedNames = new Map(this.#names)
  }

  close = () => {}

  rename = (from: string, to: string) => {
    this.#call(`rename ${basename(to)}`)
    this.#names.set(basename(to), this.#file(from))
    this.#names.delete(basename(from))
  }

  remove = (path: string) => {
    this.#call(`remove ${basename(path)}`)
    this.#names.delete(basename(path))
  }

  #call(what: string): void {
    this.calls.push(what)
    if (this.dead) throw new Error('power cut')
  }

  #file(path: string): StoredFile {
    const file = this.#names.get(basename(path))
    if (file === undefined) throw refused('ENOENT')
    return file
  }

  #opened(descriptor: number): [string, StoredFile] {
    const found = this.#open.get(descriptor)
    if (found === undefined) throw refused('EBADF')
    return found
  }
}

const none = Buffer.alloc(0)
const refused = (code: string) => Object.assign(new Error(`${code}: for this test`), { code })
