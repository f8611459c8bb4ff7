/** Chooses service and key. Precedence: flag, environment, project file, profile. */
import { createHash } from 'node:crypto'
import { normalizeBaseUrl } from '../../api/transport/base-url.ts'
import { ExitCode, KnownError, usageError } from '../../errors.ts'
import { CONFIG_FILE } from '../../files/root.ts'
import type { Environment } from '../io/process/environment.ts'
import { registerSecret } from '../io/terminal.ts'
import { chooseHeaders, chooseKeyHeader, type HeaderChoice } from './headers.ts'
import { readKeyFile, validateKey } from './key/api-key.ts'
import type { NamedProfile, Profiles } from './profiles.ts'
import type { SettingValue } from './setting-value.ts'
import { chooseWebUrl, type WebChoice, webUrlOfEnvironment } from './web-url.ts'

/** Address of the local service, in flags, environment and project file. */
export const localAddress = 'local'

export interface ServiceFlags {
  'base-url'?: string | undefined
  profile?: string | undefined
  local?: boolean
}

export interface ServiceChoice extends WebChoice {
  /** `local`, or a normalized base URL. */
  readonly address: string
  readonly addressSource: string
  readonly key: KeyChoice | undefined
  /** A key that is not sent: only the project file names the address, and no person confirmed it. */
  readonly unconfirmedKey?: KeyChoice | undefined
  /** The header that carries the key, instead of `Authorization`. */
  readonly keyHeader?: SettingValue | undefined
  /** Further headers for this address. */
  readonly headers?: HeaderChoice | undefined
  /** Headers that are not sent, for the same reason as the key. */
  readonly unconfirmedHeaders?: HeaderChoice | undefined
}

export interface KeyChoice {
  readonly source: string
  /** Equal for equal keys, without revealing the key. */
  readonly identity: string
  /** Reads the key, possibly from a password manager, and redacts it from all output. */
  read(limitMs?: number): Promise<string>
}

/** Profiles are read only when needed, so a key from the environment needs no file. */
type LazyProfiles = () => Promise<Profiles>

interface ProjectSettings {
  readonly config: { baseUrl?: string | undefined; webUrl?: string | undefined }
  /** The folder whose confirmed addresses count; without it none do. */
  readonly root?: string
}

export async function chooseService(
  flags: ServiceFlags,
  environment: Environment,
  { config, root }: ProjectSettings,
  profiles: LazyProfiles,
): Promise<ServiceChoice> {
  const name = flags.profile ?? environment.profile
  const named = name === undefined ? undefined : (await profiles()).require(name)
  const found = addressOf(flags, environment, config, named) ?? (await currentAddress(profiles))
  if (!found) throw noService(Object.keys((await profiles()).all()))
  const { value, source: addressSource } = found
  if (value === localAddress) {
    const key = localKey(environment)
    return { address: localAddress, addressSource, webUrl: webUrlOfEnvironment(environment), key }
  }
  const address = normalizeBaseUrl(value, addressSource)
  const given = environmentKey(environment)
  // A key from the environment needs no file, so only a profile that named the address is read.
  const profile = given
    ? found.profile
    : profileFor(address, named ?? found.profile, await profiles())
  const key = given?.key ?? (profile && profileKey(profile))
  const headers = chooseHeaders(environment, profile)
  const choice = {
    address,
    addressSource,
    keyHeader: chooseKeyHeader(environment, profile),
    ...(await chooseWebUrl({
      environment,
      configured: config.webUrl,
      root,
      address,
      profile: given ? undefined : profile,
    })),
  }
  const isTrusted = async () =>
    addressSource !== CONFIG_FILE ||
    (given ? (await profiles()).hasKey(address, given.value) : profile !== undefined) ||
    (await isConfirmed(environment, root, address))
  // The project file comes with the repository, so a person must confirm its address before it gets a secret.
  return (key ?? headers) === undefined || (await isTrusted())
    ? { ...choice, key, headers }
    : { ...choice, key: undefined, unconfirmedKey: key, unconfirmedHeaders: headers }
}

async function isConfirmed(environment: Environment, root: string | undefined, address: string) {
  if (root === undefined) return false
  const { ConfirmedAddresses } = await import('./confirmed-addresses.ts')
  return new ConfirmedAddresses(environment).has(root, address)
}

/** An address, and the profile that named it. */
type FoundAddress = SettingValue & { readonly profile?: NamedProfile }

function addressOf(
  flags: ServiceFlags,
  environment: Environment,
  config: ProjectSettings['config'],
  named: NamedProfile | undefined,
): FoundAddress | undefined {
  const profile = named && addressOfProfile(named)
  if (flags.local) return { value: localAddress, source: '--local' }
  if (flags['base-url'] !== undefined) return { value: flags['base-url'], source: '--base-url' }
  if (flags.profile !== undefined) return profile
  if (environment.baseUrl !== undefined)
    return { value: environment.baseUrl, source: 'TOPO_BASE_URL' }
  if (profile) return profile
  if (config.baseUrl !== undefined) return { value: config.baseUrl, source: CONFIG_FILE }
  return undefined
}

/** The current profile names the service even if the key comes from the environment. */
async function currentAddress(profiles: LazyProfiles): Promise<FoundAddress | undefined> {
  const all = await profiles()
  const name = all.current()
  const profile = all.get(name)
  return profile && addressOfProfile([name, profile])
}

const addressOfProfile = (profile: NamedProfile): FoundAddress => ({
  value: profile[1].baseUrl,
  source: `profile ${profile[0]}`,
  profile,
})

function environmentKey({
  apiKey,
  apiKeyFile,
}: Environment): { key: KeyChoice; value: string } | undefined {
  const found = (value: string, source: string) => ({ key: knownKey(value, source), value })
  if (apiKey !== undefined) return found(validateKey(apiKey, 'TOPO_API_KEY'), 'TOPO_API_KEY')
  return apiKeyFile === undefined ? undefined : found(readKeyFile(apiKeyFile), 'TOPO_API_KEY_FILE')
}

function knownKey(value: string, source: string): KeyChoice {
  registerSecret(value)
  return { source, identity: identityOf(value), read: async () => value }
}

const identityOf = (value: string) => createHash('sha256').update(value).digest('hex')

/** The key of a profile is only sent to the address of that profile. */
function profileFor(
  address: string,
  named: NamedProfile | undefined,
  profiles: Profiles,
): NamedProfile | undefined {
  const found = named ?? profiles.for(address)
  if (!found || found[1].baseUrl === address) return found
  throw usageError(`Profile "${found[0]}" is for ${found[1].baseUrl}, not for ${address}.`, {
    code: 'TOPO_PROFILE_ELSEWHERE',
    hint: 'Remove --profile, or log in to that address with another profile.',
  })
}

function profileKey([name, { apiKey, apiKeyCommand }]: NamedProfile): KeyChoice | undefined {
  // Checked when it is needed: "topo login" replaces it.
  if (apiKey !== undefined) {
    const source = `profile ${name}`
    return { source, identity: identityOf(apiKey), read: async () => validateKey(apiKey, source) }
  }
  if (apiKeyCommand === undefined) return undefined
  const source = `apiKeyCommand of profile ${name}`
  const read = async (limitMs?: number) => {
    const { runSecretCommand } = await import('./key/secret-command.ts')
    return validateKey(await runSecretCommand(apiKeyCommand, limitMs), source)
  }
  return { source, identity: JSON.stringify(apiKeyCommand), read }
}

/**
 * The local service accepts the keys of the demo world; the default is alice's. A key of another service is not sent to
 * it.
 * @throws usage error `TOPO_KEY_INVALID` for a demo key with something around it
 */
function localKey({ apiKey }: Environment): KeyChoice {
  if (!apiKey?.includes('ca_demo_')) return knownKey('ca_demo_alice', 'the demo world')
  return knownKey(validateKey(apiKey, 'TOPO_API_KEY'), 'TOPO_API_KEY')
}

function noService(profiles: readonly string[]): KnownError {
  const choose =
    profiles.length === 0 ? '' : `Choose a profile with --profile: ${profiles.join(', ')}. Or run`
  return usageError('No service is configured.', {
    code: 'TOPO_NO_SERVICE',
    hint: `${choose || 'Run'} "topo login", set TOPO_BASE_URL, or add --local to use the local service.`,
  })
}

/**
 * For commands that need a key.
 * @throws KnownError `TOPO_NOT_LOGGED_IN` (exit 4); `TOPO_ADDRESS_UNCONFIRMED` (exit 2) for a key that is not sent.
 */
export function requireKey(choice: ServiceChoice, interactive: boolean): KeyChoice {
  if (choice.key) return choice.key
  const { unconfirmedKey: key } = choice
  if (key) throw unconfirmedAddress(choice, { name: 'key', source: key.source })
  throw new KnownError(`No API key for ${choice.address}.`, {
    code: 'TOPO_NOT_LOGGED_IN',
    exitCode: ExitCode.auth,
    hint: interactive
      ? 'Run "topo login".'
      : 'Set TOPO_API_KEY, or run "topo login" on a terminal.',
  })
}

/** A secret that is not sent. */
interface UnsentSecret {
  readonly name: 'key' | 'headers'
  readonly source: string
}

/** The key if there is one, else the headers. */
export function unsentSecret(choice: ServiceChoice): UnsentSecret | undefined {
  const { unconfirmedKey: key, unconfirmedHeaders: headers } = choice
  if (key) return { name: 'key', source: key.source }
  return headers && { name: 'headers', source: headers.source }
}

/** A repository may come from anyone, so the address in its project file gets no secret without confirmation. */
export const unconfirmedAddress = (
  { address, addressSource }: ServiceChoice,
  { name, source }: UnsentSecret,
  hint = confirmationHint(address),
): KnownError =>
  usageError(
    `The ${name} from ${source} ${name === 'key' ? 'was' : 'were'} not sent to ${address}: only ${addressSource} names that address, and nobody has confirmed it.`,
    { code: 'TOPO_ADDRESS_UNCONFIRMED', hint },
  )

/** Explains how to send a key to an address that only the project file names. */
export const confirmationHint = (address: string): string =>
  `If this is your service, add --base-url ${address} or set TOPO_BASE_URL=${address}. On a terminal, topo prompts once for each folder.`

/** Masks a key so that people recognise it. */
export function maskKey(key: string): string {
  return `${key.slice(0, 3)}…${key.slice(-4)}`
}
