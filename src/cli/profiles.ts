/** Logins on this machine: one profile per service and key, in a file that only its owner can read. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import Conf from 'conf'
import { usageError } from '../errors.ts'
import type { Environment } from './environment.ts'

export interface Profile {
  readonly baseUrl: string
  readonly apiKey: string
}

interface Contents {
  profiles: Record<string, Profile>
}

export const defaultProfile = 'default'

/** Where profiles are kept: `TOPO_CONFIG_HOME`, else the platform's place for configuration. */
function configHome(environment: Environment): string {
  if (environment.configHome) return environment.configHome
  if (process.platform === 'win32') {
    return join(environment.localAppData ?? join(homedir(), 'AppData', 'Local'), 'topo')
  }
  return join(environment.xdgConfigHome ?? join(homedir(), '.config'), 'topo')
}

export class Profiles {
  readonly file: string

  constructor(environment: Environment) {
    this.file = join(configHome(environment), 'profiles.json')
  }

  /** @throws KnownError `TOPO_PROFILES_DAMAGED` (exit 2) naming the file when it cannot be read. */
  #open(): Conf<Contents> {
    try {
      return new Conf<Contents>({
        cwd: dirname(this.file),
        configName: 'profiles',
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
        projectVersion: '1',
      })
    } catch (cause) {
      throw usageError(`The profiles in ${this.file} cannot be read.`, {
        code: 'TOPO_PROFILES_DAMAGED',
        hint: 'Correct the file or delete it, then run "topo login" again.',
        cause,
      })
    }
  }

  all(): Readonly<Record<string, Profile>> {
    // Opening would make the folder, which a read-only home does not allow.
    return existsSync(this.file) ? this.#open().get('profiles', {}) : {}
  }

  get(name: string): Profile | undefined {
    const profiles = this.all()
    return Object.hasOwn(profiles, name) ? profiles[name] : undefined
  }

  /** The first profile for this address, the default one before others. */
  for(baseUrl: string): [name: string, profile: Profile] | undefined {
    return Object.entries(this.all())
      .sort(([a], [b]) => Number(b === defaultProfile) - Number(a === defaultProfile))
      .find(([, profile]) => profile.baseUrl === baseUrl)
  }

  save(name: string, profile: Profile): void {
    const folder = dirname(this.file)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    this.#open().set('profiles', { ...this.all(), [name]: profile })
  }

  /** True when there was such a profile. */
  remove(name: string): boolean {
    const { [name]: removed, ...rest } = this.all()
    if (removed) this.#open().set('profiles', rest)
    return removed !== undefined
  }
}
