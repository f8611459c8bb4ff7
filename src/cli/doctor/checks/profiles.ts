/** Doctor check: topo can read the profiles, and other users cannot. */
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { KnownError } from '../../../errors.ts'
import type { Profiles } from '../../service/profiles.ts'
import { type DoctorCheck, failedCheck, type Observation, ok, warning } from '../check.ts'

export const profilesCheck: DoctorCheck = {
  name: 'profiles',
  run: async ({ profiles }) => {
    const { file } = profiles
    if (!existsSync(file)) return [ok(`no profiles yet; they would be stored in ${file}`)]
    // Check the mode first, because reading the file may correct it.
    const found =
      process.platform === 'win32'
        ? []
        : [...checkMode(file, 0o600), ...checkMode(dirname(file), 0o700)]
    return [listProfiles(profiles), ...found]
  },
}

function listProfiles(profiles: Profiles): Observation {
  try {
    const current = profiles.current()
    const names = Object.keys(profiles.all()).map((name) =>
      name === current ? `${name} (in use)` : name,
    )
    return ok(`${names.join(', ') || 'none'} in ${profiles.file}`)
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    return failedCheck(error.message.replace(/\.$/, ''), error.hint)
  }
}

function checkMode(path: string, mode: number): Observation[] {
  const actual = statSync(path).mode & 0o777
  if ((actual & ~mode) === 0) return []
  return [
    warning(
      `${path} is accessible to other users of this machine (${actual.toString(8)})`,
      `Run chmod ${mode.toString(8)} on it.`,
    ),
  ]
}
