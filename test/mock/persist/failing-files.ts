/** File system that fails at a chosen call, in one of the ways that file systems fail. */
import { type DataFiles, nodeFiles, type OpenedAs } from '../../../src/mock/persist/files.ts'

export const failures = {
  /** Nothing is written. */
  refuses: 'the call is refused',
  /** A write leaves half of its bytes. */
  half: 'half is written, then it is refused',
  /** No failure: the rest has to be written by another call. */
  short: 'fewer bytes are written than given',
  /** From then on no write and no rollback succeeds. */
  full: 'the disk is full from then on',
  late: 'it is done, and reported as failed',
  dies: 'the process is killed in the middle of it',
  'dies after': 'the process is killed right after it',
} as const
export type Failure = keyof typeof failures

const refused = (code: string) => Object.assign(new Error(`${code}: for this test`), { code })

export class FailingFiles implements DataFiles {
  /** Writing calls so far. */
  calls = 0
  dead = false
  readonly #failure: Failure | undefined
  readonly #at: number

  /** @param at number of the failing call, from 1 */
  constructor(failure?: Failure, at = 0) {
    this.#failure = failure
    this.#at = at
  }

  makeFolder = (path: string) => this.#change(() => nodeFiles.makeFolder(path))
  list = (path: string) => this.#alive(() => nodeFiles.list(path))
  read = (path: string) => this.#alive(() => nodeFiles.read(path))
  identify = (path: string) => this.#alive(() => nodeFiles.identify(path))
  identifyOpen = (descriptor: number) => this.#alive(() => nodeFiles.identifyOpen(descriptor))
  open = (path: string, as: OpenedAs) => this.#change(() => nodeFiles.open(path, as))
  sync = (descriptor: number) => this.#change(() => nodeFiles.sync(descriptor))
  truncate = (descriptor: number, length: number) =>
    this.#change(() => nodeFiles.truncate(descriptor, length))
  rename = (from: string, to: string) => this.#change(() => nodeFiles.rename(from, to))
  makePrivate = (path: string) => this.#change(() => nodeFiles.makePrivate(path))
  linkTo = (folder: string) => this.#change(() => nodeFiles.linkTo(folder))
  remove = (path: string) => this.#change(() => nodeFiles.remove(path))
  // Close releases the descriptor even if it reports an error.
  close = (descriptor: number) => {
    nodeFiles.close(descriptor)
    this.#change(() => {})
  }

  write = (descriptor: number, bytes: Uint8Array, position: number) => {
    const half = bytes.subarray(0, bytes.byteLength >> 1)
    const someOf = () => nodeFiles.write(descriptor, half, position)
    return this.#change(() => nodeFiles.write(descriptor, bytes, position), someOf)
  }

  #change<T>(act: () => T, half?: () => T): T {
    return this.#alive(() => {
      this.calls++
      if (this.#failure === undefined || this.calls < this.#at) return act()
      if (this.calls > this.#at) {
        if (this.#failure === 'full') throw refused('ENOSPC')
        return act()
      }
      switch (this.#failure) {
        case 'short':
          return half ? half() : act()
        case 'half':
          half?.()
          throw refused('ENOSPC')
        case 'late':
          act()
          throw refused('EIO')
        case 'dies':
          this.dead = true
          half?.()
          throw new Error('killed')
        case 'dies after':
          this.dead = true
          act()
          throw new Error('killed')
        default:
          throw refused('ENOSPC')
      }
    })
  }

  #alive<T>(act: () => T): T {
    if (this.dead) throw new Error('killed')
    return act()
  }
}
