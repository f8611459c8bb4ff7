/** The settings in force and where each comes from, and those that a profile keeps. */
import { normalizeBaseUrl } from '../../api/base-url.ts'
import { KnownError, usageError } from '../../errors.ts'
import type { Project } from '../../project/config/project.ts'
import { CONFIG_FILE } from '../../project/files/root.ts'
import { defaultInclude } from '../../project/select/find.ts'
import type { LoginProfile, Profiles } from './profiles.ts'
import type { ServiceChoice } from './settings.ts'

export interface Setting {
  readonly name: string
  readonly value: unknown
  readonly source: string
}

/** Every setting that has a value. A key is not read for this, and never shown. */
export async function settingsInForce(
  project: Project,
  profiles: Profiles,
  choose: () => Promise<ServiceChoice>,
): Promise<Setting[]> {
  const settings: Setting[] = []
  const add = (name: string, value: unknown, source: string) => settings.push({ name, value, source })
  try {
    const { address, addressSource, webUrl, key, unconfirmedKey } = await choose()
    add('baseUrl', address, addressSource)
    if (webUrl) add('webUrl', webUrl.value, webUrl.source)
    if (key) add('apiKey', '[REDACTED]', key.source)
    if (unconfirmedKey) add('apiKey', '[REDACTED]', `${unconfirmedKey.source} (not sent: unconfirmed)`)
  } catch (error) {
    // Nothing is configured yet: this is where one finds out what there is.
    if (!(error instanceof KnownError) || error.code !== 'TOPO_NO_SERVICE') throw error
  }
  const { config, root } = project
  add('include', config.include ?? defaultInclude, config.include ? CONFIG_FILE : 'default')
  for (const name of ['exclude', 'defaults', 'rules'] as const) {
    if (config[name] !== undefined) add(name, config[name], CONFIG_FILE)
  }
  add('profile', profiles.current(), 'profiles')
  add('profilesFile', profiles.file, 'platform')
  add('root', root, 'project')
  return settings
}

/** What `config set` sets; all but `profile` belong to one profile. */
export const ownSettings = ['profile', 'baseUrl', 'webUrl', 'apiKeyCommand'] as const
export type OwnSetting = (typeof ownSettings)[number]

/** @throws usage error for a profile that is not there, or a value that is none. */
export function setOwn(profiles: Profiles, profileName: string, setting: OwnSetting, value: string): void {
  if (setting === 'profile') {
    profiles.require(value)
    profiles.use(value)
    return
  }
  const [name, profile] = profiles.require(profileName)
  profiles.save(name, changed(profile, setting, value))
}

function changed(
  profile: LoginProfile,
  setting: Exclude<OwnSetting, 'profile'>,
  value: string,
): LoginProfile {
  if (setting === 'apiKeyCommand') {
    const { apiKey: _forgotten, ...rest } = profile
    return { ...rest, apiKeyCommand: value }
  }
  const address = normalizeBaseUrl(value, setting)
  if (setting === 'baseUrl' && profile.apiKey !== undefined && address !== profile.baseUrl) {
    throw usageError(`The key of this profile belongs to ${profile.baseUrl}; it is not sent elsewhere.`, {
      code: 'TOPO_PROFILE_ELSEWHERE',
      hint: `Run "topo login --base-url ${address}" with the key for that address.`,
    })
  }
  return { ...profile, [setting]: address }
}

/** @throws usage error `TOPO_SETTING_NEEDED` for what a profile cannot be without. */
export function unsetOwn(profiles: Profiles, profileName: string, setting: OwnSetting): void {
  if (setting === 'profile') {
    profiles.useDefault()
    return
  }
  if (setting === 'baseUrl') {
    throw usageError('A profile is nothing without its baseUrl.', {
      code: 'TOPO_SETTING_NEEDED',
      hint: 'Run "topo logout" to forget the profile.',
    })
  }
  const [name, profile] = profiles.require(profileName)
  const { [setting]: _removed, ...rest } = profile
  profiles.save(name, rest)
}
