/** One owner at a time of a folder, by a file that names the owner's process. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExitCode, KnownError } from '../errors.ts'

/** Locks that this very process holds. */
const held = new Set<string>()
let count = 0

/**
 * First the own file is made, then the others are looked at: of two who come at the same time at least one sees
 * the other, so that there are never two owners. Files of processes that have died are cleared away.
 */
export class Lock {
  readonly #file: string

  /** @throws KnownError `TOPO_DATA_LOCKED` (exit 75) while somebody else has the folder. */
  constructor(folder: string) {
    const name = `lock-${process.pid}-${++count}`
    this.#file = join(folder, name)
    writeFileSync(this.#file, '')
    held.add(this.#file)
    for (const other of readdirSync(folder)) {
      const holder = lockHolder(other)
      if (!holder || other === name) continue
      const { pid, running } = holder
      const file = join(folder, other)
      if (pid === process.pid ? held.has(file) : running) {
        this.release()
        throw new KnownError(`The data folder ${folder} is in use by process ${pid}.`, {
          code: 'TOPO_DATA_LOCKED',
          exitCode: ExitCode.temporary,
          hint: 'Stop that process, or use its address as the base URL.',
        })
      }
      rmSync(file, { force: true })
    }
  }

  /** Lets go of the folder. */
  release(): void {
    rmSync(this.#file, { force: true })
    held.delete(this.#file)
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
