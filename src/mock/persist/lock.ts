/** One owner at a time of a folder, by a file that names the owner's process. */
import { join } from 'node:path'
import { ExitCode, KnownError } from '../../errors.ts'
import type { DataFiles } from './files.ts'

/** Locks that this very process holds. */
const held = new Set<string>()
let count = 0

/**
 * First the own file is made, then the others are looked at: of two who come at the same time at least one sees
 * the other, so there are never two owners. Files of processes that have died are cleared away.
 */
export class Lock {
  readonly #files: DataFiles
  readonly #file: string

  /** @throws KnownError `TOPO_DATA_LOCKED` (exit 75) while somebody else has the folder. */
  constructor(folder: string, files: DataFiles) {
    this.#files = files
    const name = `lock-${process.pid}-${++count}`
    this.#file = join(folder, name)
    files.close(files.open(this.#file, 'empty'))
    held.add(this.#file)
    try {
      this.#yieldToOthers(folder, name)
    } catch (error) {
      this.release()
      throw error
    }
  }

  #yieldToOthers(folder: string, own: string): void {
    for (const other of this.#files.list(folder)) {
      const holder = lockHolder(other)
      if (!holder || other === own) continue
      const { pid, running } = holder
      const file = join(folder, other)
      if (pid === process.pid ? held.has(file) : running) {
        throw new KnownError(`The data folder ${folder} is in use by process ${pid}.`, {
          code: 'TOPO_DATA_LOCKED',
          exitCode: ExitCode.temporary,
          hint: 'Stop that process, or use its address as the base URL.',
        })
      }
      this.#files.remove(file)
    }
  }

  /** Lets go of the folder. A file that cannot be removed names a process that has it no longer. */
  release(): void {
    held.delete(this.#file)
    try {
      this.#files.remove(this.#file)
    } catch {}
  }
}

/** Whose lock a file of this name is, if it is one. */
export function lockHolder(name: string): { pid: number; running: boolean } | undefined {
  const pid = /^lock-(\d+)-\d+$/.exec(name)?.[1]
  return pid === undefined ? undefined : { pid: Number(pid), running: isRunning(Number(pid)) }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
