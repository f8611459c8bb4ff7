/** Which service, and with which key: flag, environment, project file, profile, in this order. */
import { readFileSync } from 'node:fs'
import { normalizeBaseUrl } from '../api/base-url.ts'
import { ExitCode, KnownError, usageError } from '../errors.ts'
import type { Environment } from './environment.ts'
import type { Profile, Profiles } from './profiles.ts'
import { keepSecret } from './terminal.ts'

/** The embedded service's address, in flags, environment and project file. */
export const localAddress = 'local'

export interface Asked {
  'base-url'?: string | undefined
  profile?: string | undefined
  local?: boolean
}

export interface ServiceChoice {
  /** `local`, or a normalized base URL. */
  readonly address: string
  readonly addressSource: string
  readonly webUrl: string | undefined
  readonly key: KeyChoice | undefined
}

export interface KeyChoice {
  readonly value: string
  /** For people: `TOPO_API_KEY`, `profile default`, … */
  readonly source: string
}

/** Profiles are read only when they matter, so that a key from the environment needs no file. */
type LazyProfiles = () => Promise<Profiles>

export async function chooseService(
  asked: Asked,
  environment: Environment,
  config: { baseUrl?: string | undefined; webUrl?: string | undefined },
  profiles: LazyProfiles,
): Promise<ServiceChoice> {
  const named = await namedProfile(asked.profile ?? environment.profile, profiles)
  const [value, addressSource] = addressOf(asked, environment, config, named) ??
    (await onlyProfile(profiles)) ?? [undefined, '']
  if (value === undefined) throw nothingConfigured()
  const webUrl = environment.webUrl ?? config.webUrl
  if (value === localAddress) {
    return { address: localAddress, addressSource, webUrl, key: localKey(environment) }
  }
  const address = normalizeBaseUrl(value, addressSource)
  const key = environmentKey(environment) ?? (await profileKey(address, named, profiles))
  if (key) keepSecret(key.value)
  return { address, addressSource, webUrl, key }
}

type Named = readonly [name: string, profile: Profile]

async function namedProfile(name: string | undefined, profiles: LazyProfiles): Promise<Named | undefined> {
  if (name === undefined) return undefined
  const profile = (await profiles()).get(name)
  if (!profile) {
    throw usageError(`There is no profile "${name}".`, {
      code: 'TOPO_UNKNOWN_PROFILE',
      hint: `Run "topo login --profile ${name}" to make it.`,
    })
  }
  return [name, profile]
}

function addressOf(
  asked: Asked,
  environment: Environment,
  config: { baseUrl?: string | undefined },
  named: Named | undefined,
): [string, string] | undefined {
  if (asked.local) return [localAddress, '--local']
  if (asked['base-url'] !== undefined) return [asked['base-url'], '--base-url']
  if (environment.baseUrl !== undefined) return [environment.baseUrl, 'TOPO_BASE_URL']
  if (config.baseUrl !== undefined) return [config.baseUrl, 'topo.config.json']
  if (named) return [named[1].baseUrl, `profile ${named[0]}`]
  return undefined
}

/** The default profile; with a key in the environment the profiles still say which service is meant. */
async function onlyProfile(profiles: LazyProfiles): Promise<[string, string] | undefined> {
  const profile = (await profiles()).get('default')
  return profile && [profile.baseUrl, 'profile default']
}

function environmentKey({ apiKey, apiKeyFile }: Environment): KeyChoice | undefined {
  if (apiKey !== undefined) return { value: checkedKey(apiKey, 'TOPO_API_KEY'), source: 'TOPO_API_KEY' }
  if (apiKeyFile === undefined) return undefined
  let text: string
  try {
    text = readFileSync(apiKeyFile, 'utf8')
  } catch (cause) {
    throw usageError(`TOPO_API_KEY_FILE names ${apiKeyFile}, which cannot be read.`, {
      code: 'TOPO_KEY_FILE',
      hint: 'Correct the path, or unset the variable.',
      cause,
    })
  }
  return { value: checkedKey(text.trim(), 'TOPO_API_KEY_FILE'), source: 'TOPO_API_KEY_FILE' }
}

/** @throws usage error `TOPO_KEY_INVALID` for what no header could carry; the value itself is not repeated. */
export function checkedKey(value: string, source: string): string {
  keepSecret(value)
  if (/^[\x21-\x7e]+$/.test(value)) return value
  throw usageError(`What ${source} holds is not an API key.`, {
    code: 'TOPO_KEY_INVALID',
    hint: 'A key is one word and begins with "ca_".',
  })
}

/** A profile's key goes to that profile's address and nowhere else. */
async function profileKey(
  address: string,
  named: Named | undefined,
  profiles: LazyProfiles,
): Promise<KeyChoice | undefined> {
  const found = named ?? (await profiles()).for(address)
  if (!found) return undefined
  const [name, profile] = found
  if (profile.baseUrl !== address) {
    throw usageError(`Profile "${name}" is for ${profile.baseUrl}, not for ${address}.`, {
      code: 'TOPO_PROFILE_ELSEWHERE',
      hint: 'Leave --profile out, or log in to that address under another name.',
    })
  }
  return { value: profile.apiKey, source: `profile ${name}` }
}

/** The demo world's keys work on the embedded service; without one, alice acts. */
function localKey(environment: Environment): KeyChoice {
  const demo = environment.apiKey?.startsWith('ca_demo_') ? environment.apiKey : undefined
  return demo === undefined
    ? { value: 'ca_demo_alice', source: 'the demo world' }
    : { value: demo, source: 'TOPO_API_KEY' }
}

function nothingConfigured(): KnownError {
  return usageError('No service is configured.', {
    code: 'TOPO_NO_SERVICE',
    hint: 'Run "topo login", set TOPO_BASE_URL, or add --local to use the embedded service.',
  })
}

/** For commands that cannot do without a key. */
export function requireKey(choice: ServiceChoice, interactive: boolean): KeyChoice {
  if (choice.key) return choice.key
  throw new KnownError(`There is no API key for ${choice.address}.`, {
    code: 'TOPO_NOT_LOGGED_IN',
    exitCode: ExitCode.auth,
    hint: interactive ? 'Run "topo login".' : 'Set TOPO_API_KEY, or run "topo login" on a terminal.',
  })
}

/** A key that can be recognised and not used. */
export function masked(key: string): string {
  return `${key.slice(0, 3)}…${key.slice(-4)}`
}
