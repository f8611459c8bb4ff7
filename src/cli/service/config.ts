/** `topo config`: lists the settings with their sources; sets and unsets those of a profile. */
import { normalizeBaseUrl, normalizeWebUrl } from '../../api/transport/base-url.ts'
import { KnownError, usageError } from '../../errors.ts'
import { CONFIG_FILE } from '../../files/root.ts'
import type { Project } from '../../project/config/project.ts'
import { defaultInclude } from '../../project/select/find-scripts.ts'
import { checkKeyHeader } from './headers.ts'
import type { LoginProfile, Profiles } from './profiles.ts'
import type { ServiceChoice } from './settings.ts'

export interface Setting {
  readonly name: string
  readonly value: unknown
  readonly source: string
}

/** Every setting that has a value. Neither reads nor shows a key. */
export async function effectiveSettings(
  project: Project,
  profiles: Profiles,
  choose: () => Promise<ServiceChoice>,
): Promise<Setting[]> {
  const settings: Setting[] = []
  const add = (name: string, value: unknown, source: string) =>
    settings.push({ name, value, source })
  try {
    const choice = await choose()
    const { address, addressSource, webUrl, key, unconfirmedKey, keyHeader, headers } = choice
    add('baseUrl', address, addressSource)
    if (webUrl) add('webUrl', webUrl.value, webUrl.source)
    const { unconfirmedWebUrl: unused } = choice
    if (unused) add('webUrl', unused.value, `${unused.source} (not used: unconfirmed)`)
    if (key) add('apiKey', '[REDACTED]', key.source)
    if (keyHeader) add('keyHeader', keyHeader.value, keyHeader.source)
    if (headers) add('headers', headers.names, headers.source)
    if (unconfirmedKey)
      add('apiKey', '[REDACTED]', `${unconfirmedKey.source} (not sent: unconfirmed)`)
  } catch (error) {
    // Without a service the other settings are still listed.
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

/** Settings of `config set`; all but `profile` belong to one profile. */
export const ownSettings = ['profile', 'baseUrl', 'webUrl', 'apiKeyCommand', 'keyHeader'] as const
export type OwnSetting = (typeof ownSettings)[number]

/** Settings of `config unset`: `topo login` sets headers, because no argument takes a secret. */
export const removableSettings = [...ownSettings, 'headers'] as const

/** @throws usage error for an unknown profile or an invalid value. */
export function setSetting(
  profiles: Profiles,
  profileName: string,
  setting: OwnSetting,
  value: string,
): void {
  if (setting === 'profile') {
    profiles.require(value)
    profiles.use(value)
    return
  }
  profiles.change(profileName, (profile) => withSetting(profile, setting, value))
}

function withSetting(
  profile: LoginProfile,
  setting: Exclude<OwnSetting, 'profile'>,
  value: string,
): LoginProfile {
  const { apiKey, ...rest } = profile
  if (setting === 'apiKeyCommand') return { ...rest, apiKeyCommand: value }
  if (setting === 'keyHeader') return { ...profile, keyHeader: checkKeyHeader(value, 'keyHeader') }
  if (setting === 'webUrl') return { ...profile, webUrl: normalizeWebUrl(value, setting) }
  const address = normalizeBaseUrl(value, setting)
  const secret = apiKey === undefined ? profile.headers && 'headers' : 'key'
  if (secret !== undefined && address !== profile.baseUrl) {
    throw usageError(
      `The ${secret} of this profile ${secret === 'key' ? 'is' : 'are'} for ${profile.baseUrl}; topo sends ${secret === 'key' ? 'it' : 'them'} to no other address.`,
      {
        code: 'TOPO_PROFILE_ELSEWHERE',
        hint: `Run "topo login --base-url ${address}" with the key for that address.`,
      },
    )
  }
  return { ...profile, baseUrl: address }
}

/** @throws usage error for a setting that a profile needs. */
export function unsetSetting(
  profiles: Profiles,
  profileName: string,
  setting: (typeof removableSettings)[number],
): void {
  if (setting === 'profile') {
    profiles.useDefault()
    return
  }
  if (setting === 'baseUrl') {
    throw usageError('A profile needs its baseUrl.', {
      hint: 'Run "topo logout" to delete the profile.',
    })
  }
  profiles.change(profileName, ({ [setting]: _removed, ...rest }) => rest)
}
