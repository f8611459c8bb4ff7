/** Doctor check: `.topo/` is a real, writable folder, and no lock is in the way. */
import { accessSync, constants, lstatSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataHolder } from '../../mock/persist/errors.ts'
import { nodeFiles } from '../../mock/persist/files.ts'
import { locksIn } from '../../mock/persist/lock.ts'
import { TOPO_FOLDER } from '../../project/files/root.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import { type DoctorCheck, failedCheck, type Observation, ok, warning } from './check.ts'
import type { DoctorContext } from './context.ts'

export const topoFolder: DoctorCheck = {
  name: TOPO_FOLDER,
  run: async (context) => {
    const folder = join(context.root, TOPO_FOLDER)
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    if (stats?.isSymbolicLink()) {
      return [
        failedCheck(`${folder} is a link`, 'Remove it: topo keeps its state in a real folder of this name.'),
      ]
    }
    if (stats && !stats.isDirectory()) {
      return [
        failedCheck(`${folder} is not a folder`, 'Remove it: topo keeps its state in a folder of this name.'),
      ]
    }
    const refused = stats ? writeError(folder) : createError(context.root)
    if (refused !== undefined) {
      return [
        warning(
          `${folder} cannot be written (${refused})`,
          'push and pull keep their state in it; validate and show work without it.',
        ),
      ]
    }
    return [
      ok(stats ? `${folder} can be written` : `${folder} will be created when needed`),
      ...findLocks(context),
    ]
  },
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)

function writeError(folder: string): string | undefined {
  const file = join(folder, `doctor-${process.pid}`)
  try {
    writeFileSync(file, '')
    rmSync(file)
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

/** Only reads the permission: a check creates nothing. */
function createError(root: string): string | undefined {
  try {
    accessSync(root, constants.W_OK)
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

/** Locks on the data of the local service, by running and by dead processes. */
function findLocks({ root, environment }: DoctorContext): Observation[] {
  const data = environment.localData ?? join(root, TOPO_FOLDER, 'local')
  try {
    return locksIn(data, nodeFiles).map((lock) => describeLock(data, lock))
  } catch {
    return []
  }
}

function describeLock(data: string, { file, pid, near, running, content }: DataHolder): Observation {
  if (!running) {
    return warning(
      `${file} is a stale lock: process ${pid} has ended`,
      'The next command with --local removes it.',
    )
  }
  if (!near) {
    return warning(
      `process ${pid} of another container or machine has locked ${data}, if it still runs`,
      `If it has ended, remove ${file}.`,
    )
  }
  return content?.url
    ? ok(`process ${pid} serves ${data} at ${forTerminal(content.url)}; commands with --local use it`)
    : warning(`process ${pid} uses ${data}`, 'Commands with --local wait for it; stop it if it hangs.')
}
