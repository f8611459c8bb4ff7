/** The folder of the code cache: where it is, and whether only this user can write to it. */
import { realpathSync, type Stats, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

const OFF = ['off', '0', 'false', 'no']
const WRITABLE_BY_OTHERS = 0o002
const WRITABLE_BY_GROUP_OR_OTHERS = 0o022
/** In a folder with this bit, such as `/tmp`, people cannot replace the files of others. */
const STICKY = 0o1000

/**
 * The folder that `TOPO_CODE_CACHE` names, else the platform's folder for caches; undefined if the variable is `off`, or
 * if Node's own `NODE_DISABLE_COMPILE_CACHE` is set.
 */
export function cacheFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const chosen = env.TOPO_CODE_CACHE?.trim() ?? ''
  if (OFF.includes(chosen.toLowerCase()) || (env.NODE_DISABLE_COMPILE_CACHE ?? '') !== '')
    return undefined
  if (chosen !== '') return chosen
  try {
    return join(platformFolder(env, platform), 'topo', 'code')
  } catch {
    // Some containers have a user without a home.
    return undefined
  }
}

function platformFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  const given = env.XDG_CACHE_HOME ?? ''
  return isAbsolute(given) ? given : join(homedir(), '.cache')
}

/**
 * True if nobody but this user (and root) can write to a folder or replace it. Node would run what they write. On Windows, the
 * folder in the user's profile is private; it has no modes.
 */
export function isPrivateFolder(folder: string): boolean {
  const user = process.geteuid?.()
  if (user === undefined) return true
  try {
    const path = realpathSync(folder)
    if (!statSync(path).isDirectory() || !isOwnedBy(user, statSync(path))) return false
    for (let above = dirname(path); ; above = dirname(above)) {
      const { uid, mode } = statSync(above)
      if (uid !== user && uid !== 0) return false
      if ((mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0) return false
      if (above === dirname(above)) return true
    }
  } catch {
    return false
  }
}

/** True for a file or folder of this user that nobody else can write to. */
export function isPrivate(stats: Stats): boolean {
  const user = process.geteuid?.()
  return user === undefined || isOwnedBy(user, stats)
}

const isOwnedBy = (user: number, { uid, mode }: Stats) =>
  uid === user && (mode & WRITABLE_BY_GROUP_OR_OTHERS) === 0
