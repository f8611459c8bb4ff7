/** The folders of topo's caches: where they are, and whether only this user can write to them. */
import { realpathSync, type Stats, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

const OFF = ['off', '0', 'false', 'no']
const WRITABLE_BY_OTHERS = 0o002
const WRITABLE_BY_GROUP_OR_OTHERS = 0o022
/** In a folder with this bit, such as `/tmp`, people cannot replace the files of others. */
const STICKY = 0o1000

/** A cache of topo, and the name of its folder. */
export type CacheName = 'code' | 'verdicts'

/**
 * Its folder in the one that `TOPO_CACHE` names, else in the platform's folder for caches; undefined if the variable is `off`, and
 * for code if Node's own `NODE_DISABLE_COMPILE_CACHE` is set.
 */
export function cacheFolder(
  name: CacheName,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const chosen = env.TOPO_CACHE?.trim() ?? ''
  if (OFF.includes(chosen.toLowerCase())) return undefined
  if (name === 'code' && (env.NODE_DISABLE_COMPILE_CACHE ?? '') !== '') return undefined
  if (chosen !== '') return join(chosen, name)
  try {
    return join(platformFolder(env, platform), 'topo', name)
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
 * True if nobody but this user (and root) can write to a folder or replace it. topo trusts what is in its caches: Node would run
 * code that others write. On Windows, the folder in the user's profile is private; it has no modes.
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
