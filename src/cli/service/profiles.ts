/** Stores profiles (logins on this machine): one per service and key, in a file that only its owner can read. */
import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { KnownError, usageError } from '../../errors.ts'
import { requireText } from '../../files/decode.ts'
import { readFileWithinSync } from '../../limits/files.ts'
import type { Environment } from '../io/process/environment.ts'
import { changeSettingsFile } from './change-settings-file.ts'

const loginProfile = z.object({
  baseUrl: z.string(),
  /** Address of the web app that shows public scripts. */
  webUrl: z.optional(z.string()),
  /** The key itself, or the command that prints it; never both. */
  apiKey: z.optional(z.string()),
  apiKeyCommand: z.optional(z.string()),
  /** Header that contains the key, instead of `Authorization`. */
  keyHeader: z.optional(z.string()),
  /** Further headers for this address; the values are secret. */
  headers: z.optional(z.record(z.string(), z.string())),
})
export type LoginProfile = z.infer<typeof loginProfile>

export type NamedProfile = readonly [name: string, profile: LoginProfile]

interface Contents {
  /** The profile to use if none is named. */
  current?: string
  profiles: Record<string, LoginProfile>
}

/** Checks the contents, because the file may have been edited by hand. Fields that topo does not know are kept. */
function parseContents(text: string): Contents {
  const found = JSON.parse(text)
  const profiles = z.optional(z.record(z.string(), z.unknown()))
  z.object({ current: z.optional(z.string()), profiles }).parse(found)
  // zod itself leaves out a profile with the name `__proto__`.
  for (const profile of Object.values(found.profiles ?? {})) loginProfile.parse(profile)
  return { profiles: {}, ...found }
}

const defaultProfile = 'default'

/** Folder of the user's settings: `TOPO_CONFIG_HOME`, else the platform's folder for configuration. */
export function configHome(environment: Environment): string {
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

  /**
   * The contents of the file; without the file, no profiles. `conf` would create the folder to read, and wait for a pipe.
   * @throws KnownError `TOPO_PROFILES_DAMAGED`, `TOPO_NOT_UTF8` or `TOPO_INPUT_TOO_LARGE` (exit 2) that names the file.
   */
  #read(): Contents {
    try {
      return parseContents(requireText(readFileWithinSync('config', this.file), this.file))
    } catch (cause) {
      if (cause instanceof KnownError) throw cause
      if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? ''))
        return { profiles: {} }
      throw usageError(`Cannot read the profiles in ${this.file}.`, {
        code: 'TOPO_PROFILES_DAMAGED',
        hint: 'Fix the file or delete it, then run "topo login" again.',
        cause,
      })
    }
  }

  /** @throws KnownError `TOPO_WRITE_FAILED` (exit 1), and what `change` throws. */
  #update(change: (contents: Contents) => Contents): void {
    changeSettingsFile(this.file, () => change(this.#read()))
  }

  all(): Readonly<Record<string, LoginProfile>> {
    return this.#read().profiles
  }

  /** Name of the profile to use if none is named. */
  current(): string {
    return this.#read().current ?? defaultProfile
  }

  get(name: string): LoginProfile | undefined {
    const profiles = this.all()
    return Object.hasOwn(profiles, name) ? profiles[name] : undefined
  }

  /** @throws usage error `TOPO_UNKNOWN_PROFILE`. */
  require(name: string): NamedProfile {
    const profile = this.get(name)
    if (profile) return [name, profile]
    throw usageError(`Unknown profile "${name}".`, {
      code: 'TOPO_UNKNOWN_PROFILE',
      hint: `Profiles on this machine: ${Object.keys(this.all()).join(', ') || 'none'}. "topo login --profile NAME" creates one.`,
    })
  }

  /** A profile for this address, preferably the current one. */
  for(baseUrl: string): NamedProfile | undefined {
    const current = this.current()
    return Object.entries(this.all())
      .sort(([a], [b]) => Number(b === current) - Number(a === current))
      .find(([, profile]) => profile.baseUrl === baseUrl)
  }

  /** True if a profile has this key for this address. */
  hasKey(baseUrl: string, apiKey: string): boolean {
    return Object.values(this.all()).some(
      (profile) => profile.baseUrl === baseUrl && profile.apiKey === apiKey,
    )
  }

  save(name: string, profile: LoginProfile): void {
    this.#update((contents) => ({
      ...contents,
      profiles: { ...contents.profiles, [name]: profile },
    }))
  }

  /** @throws usage error `TOPO_UNKNOWN_PROFILE`, and what `change` throws. */
  change(name: string, change: (profile: LoginProfile) => LoginProfile): void {
    this.#update((contents) => {
      const [, profile] = this.require(name)
      return { ...contents, profiles: { ...contents.profiles, [name]: change(profile) } }
    })
  }

  /** Makes this profile the one to use if none is named. */
  use(name: string): void {
    this.#update((contents) => ({ ...contents, current: name }))
  }

  useDefault(): void {
    this.#update(({ current: _default, ...contents }) => contents)
  }

  remove(name: string): void {
    this.#update(({ current, profiles: { [name]: _removed, ...profiles }, ...more }) => ({
      ...more,
      ...(current !== undefined && current !== name && { current }),
      profiles,
    }))
  }

  /** True if other users of this machine can read the file. */
  get exposed(): boolean {
    if (process.platform === 'win32' || !existsSync(this.file)) return false
    return (statSync(this.file).mode & 0o077) !== 0
  }
}
