/** Doctor check: `.topo/` is a real, writable folder, and no lock is in the way. */
import { accessSync, constants, lstatSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '../../mock/persist/files.ts'
import { ownIdentity } from '../../mock/persist/identity.ts'
import { type LockFile, lockFiles, lockPid } from '../../mock/persist/lock-file.ts'
import { TOPO_FOLDER } from '../../project/files/root.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import { type DoctorCheck, type DoctorContext, failedCheck, type Observation, ok, warning } from './check.ts'

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
    return lockFiles(data, nodeFiles).map((lock) => describeLock(data, lock))
  } catch {
    return []
  }
}

function describeLock(data: string, { name, path, content, running }: LockFile): Observation {
  const pid = content?.pid ?? lockPid(name)
  if (running === false) {
    return warning(
      `${path} is a stale lock: process ${pid} has ended`,
      'The next command with --local removes it.',
    )
  }
  // Only Linux tells whether a process of this machine is the same that made the lock.
  const isNear = content !== undefined && content.space !== null && content.space === ownIdentity().space
  if (running === undefined && !isNear) {
    return warning(
      `process ${pid} of another container or machine has locked ${data}, if it still runs`,
      'If it has ended, the next command with --local takes the folder after ten seconds.',
    )
  }
  return content?.url
    ? ok(`process ${pid} serves ${data} at ${forTerminal(content.url)}; commands with --local use it`)
    : warning(`process ${pid} uses ${data}`, 'Commands with --local wait for it; stop it if it hangs.')
}
