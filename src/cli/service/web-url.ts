/** Chooses the address of the web app: of addresses that a project file names, only those that somebody else confirms. */
import { normalizeWebUrl } from '../../api/transport/base-url.ts'
import { type KnownError, usageError } from '../../errors.ts'
import { CONFIG_FILE } from '../../files/root.ts'
import type { Environment } from '../io/process/environment.ts'
import type { NamedProfile } from './profiles.ts'
import type { SettingValue } from './setting-value.ts'

export interface WebChoice {
  /** Address of the web app; undefined if it is unknown. */
  readonly webUrl?: SettingValue | undefined
  /** An address that is not used: only the project file names its host, and no person confirmed it. */
  readonly unconfirmedWebUrl?: SettingValue | undefined
  /** How to confirm it; by default, as on the command line. */
  readonly confirmingHint?: string | undefined
}

interface WebSources {
  readonly environment: Environment
  /** The value of the project file. */
  readonly configured: string | undefined
  /** The folder whose confirmed addresses count; without it none do. */
  readonly root: string | undefined
  /** The base URL. */
  readonly address: string
  readonly profile: NamedProfile | undefined
}

/**
 * A repository may come from anyone. Share tokens of private scripts are printed under this address, and the browser opens it.
 * @throws usage error `TOPO_BASE_URL_INVALID` for an address that is not of a web page.
 */
export async function chooseWebUrl(sources: WebSources): Promise<WebChoice> {
  const { environment, configured, profile } = sources
  const ofEnvironment = webUrlOfEnvironment(environment)
  if (ofEnvironment) return { webUrl: ofEnvironment }
  const ofProfile = webUrlOfProfile(profile)
  if (configured === undefined) return { webUrl: ofProfile }
  const webUrl = { value: normalizeWebUrl(configured, CONFIG_FILE), source: CONFIG_FILE }
  const confirming = [sources.address, ...(ofProfile ? [ofProfile.value] : [])]
  const isKnown = confirming.some((one) => new URL(one).origin === new URL(webUrl.value).origin)
  return isKnown || (await isConfirmed(sources, webUrl.value))
    ? { webUrl }
    : { unconfirmedWebUrl: webUrl }
}

/** The only source for the local service: other addresses are those of another service. */
export function webUrlOfEnvironment({ webUrl }: Environment): SettingValue | undefined {
  const source = 'TOPO_WEB_URL'
  return webUrl === undefined ? undefined : { value: normalizeWebUrl(webUrl, source), source }
}

function webUrlOfProfile(profile: NamedProfile | undefined): SettingValue | undefined {
  const [name, { webUrl = undefined } = {}] = profile ?? []
  if (webUrl === undefined) return undefined
  const source = `profile ${name}`
  return { value: normalizeWebUrl(webUrl, source), source }
}

async function isConfirmed({ environment, root }: WebSources, webUrl: string): Promise<boolean> {
  if (root === undefined) return false
  const { ConfirmedAddresses } = await import('./confirmed-addresses.ts')
  return new ConfirmedAddresses(environment).has(root, confirmedWebUrl(webUrl))
}

/** Another entry than that of a base URL, so that no key is sent to a confirmed web app. */
export const confirmedWebUrl = (webUrl: string): string => `web ${new URL(webUrl).origin}`

const unconfirmedMessage = ({ value, source }: SettingValue): string =>
  `The address of the web app, ${value}, is not used: only ${source} names that host, and nobody has confirmed it.`

/** For a command that needs the address. */
export const unconfirmedWebUrl = (
  setting: SettingValue,
  hint = `If this is your web app, set TOPO_WEB_URL=${setting.value}. On a terminal, "topo open" and "topo script share" ask once for each folder.`,
): KnownError => usageError(unconfirmedMessage(setting), { code: 'TOPO_ADDRESS_UNCONFIRMED', hint })
