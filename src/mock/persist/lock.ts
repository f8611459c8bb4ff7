/** Locks a folder for one process, by a file that names the process. */
import { join } from 'node:path'
import { ExitCode, KnownError } from '../../errors.ts'
import type { DataFiles } from './files.ts'

/** Locks of this process. */
const heldLocks = new Set<string>()
let count = 0

/**
 * Creates its own file first, then looks for others. If two processes start at the same time, at least one sees the
 * other, so there are never two owners. Files of dead processes are removed.
 */
export class Lock {
  readonly #files: DataFiles
  readonly #file: string

  /** @throws KnownError `TOPO_DATA_LOCKED` (exit 75) while another process uses the folder. */
  constructor(folder: string, files: DataFiles) {
    this.#files = files
    const name = `lock-${process.pid}-${++count}`
    this.#file = join(folder, name)
    files.close(files.open(this.#file, 'empty'))
    heldLocks.add(this.#file)
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
      if (pid === process.pid ? heldLocks.has(file) : running) {
        throw new KnownError(`The data folder ${folder} is in use by process ${pid}.`, {
          code: 'TOPO_DATA_LOCKED',
          exitCode: ExitCode.temporary,
          hint: 'Stop that process, or use its address as the base URL.',
        })
      }
      this.#files.remove(file)
    }
  }

  /** Releases the folder. A lock file that cannot be removed names a process that no longer has it. */
  release(): void {
    heldLocks.delete(this.#file)
    try {
      this.#files.remove(this.#file)
    } catch {}
  }
}

/** Process that a lock file's name refers to; undefined for other files. */
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
