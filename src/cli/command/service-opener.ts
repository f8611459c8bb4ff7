/** Chooses and opens the service of one command, once. */
import type { ServiceCredentials } from '../../api/transport/credentials.ts'
import { once } from '../../grouped.ts'
import type { Project } from '../../project/config/project.ts'
import type { Environment } from '../io/process/environment.ts'
import type { Terminal } from '../io/terminal.ts'
import type { Profiles } from '../service/profiles.ts'
import type { RequestLimits, Service } from '../service/service.ts'
import type { KeyChoice, ServiceChoice, ServiceFlags } from '../service/settings.ts'
import type { WebChoice } from '../service/web-url.ts'

export type KeyNeed = 'required' | 'optional'

export interface OpenerOptions {
  readonly flags: ServiceFlags & RequestLimits & { readonly debug: boolean }
  readonly environment: Environment
  readonly terminal: Terminal
  /** Version of topo. */
  readonly version: string
  readonly openProject: () => Promise<Project>
  readonly openProfiles: () => Promise<Profiles>
  /** Sends no request that could change anything. */
  readonly isDryRun: boolean
}

export class ServiceOpener {
  readonly #options: OpenerOptions
  readonly #choose: () => Promise<ServiceChoice>
  /** The choice after a person has confirmed an address of the project file. */
  #confirmed: ServiceChoice | undefined
  #opened: Promise<Service> | undefined
  #connected: Service | undefined

  constructor(options: OpenerOptions) {
    this.#options = options
    this.#choose = once(async () => {
      const { flags, environment, openProject, openProfiles } = options
      const { chooseService } = await import('../service/settings.ts')
      return chooseService(flags, environment, await openProject(), openProfiles)
    })
  }

  /** Chooses service and key; sends nothing. */
  async choose(): Promise<ServiceChoice> {
    return this.#confirmed ?? this.#choose()
  }

  /**
   * The key, for commands that need one. On a terminal, a person first confirms an address that only the project
   * file names.
   * @throws KnownError `TOPO_NOT_LOGGED_IN` (exit 4), `TOPO_ADDRESS_UNCONFIRMED` (exit 2).
   */
  async requireKey(): Promise<KeyChoice> {
    const { environment, terminal, openProject } = this.#options
    const { requireKey } = await import('../service/settings.ts')
    const chosen = await this.choose()
    const { unconfirmedKey: key, unconfirmedHeaders: headers, ...confirmed } = chosen
    if (chosen.key || !key || !terminal.interactive) return requireKey(chosen, terminal.interactive)

    const { confirmAddress } = await import('../service/confirm-address.ts')
    await confirmAddress(chosen, (await openProject()).root, environment, terminal)
    this.#confirmed = { ...confirmed, key, headers }
    return key
  }

  /**
   * For commands that need the address of the web app, before they open the service. On a terminal, a person first confirms an
   * address that only the project file names.
   * @throws KnownError `TOPO_ADDRESS_UNCONFIRMED` (exit 2).
   */
  async requireKnownWebUrl(): Promise<void> {
    const { environment, terminal, openProject } = this.#options
    const { unconfirmedWebUrl: webUrl, ...confirmed } = await this.choose()
    if (webUrl === undefined) return

    if (!terminal.interactive) {
      const { unconfirmedWebUrl } = await import('../service/web-url.ts')
      throw unconfirmedWebUrl(webUrl)
    }
    const { confirmWebUrl } = await import('../service/confirm-address.ts')
    await confirmWebUrl(webUrl, (await openProject()).root, environment, terminal)
    this.#confirmed = { ...confirmed, webUrl }
  }

  /**
   * Opens the service once; it is closed when the command ends.
   * @throws KnownError `TOPO_NOT_LOGGED_IN` (exit 4) when there is no key and `key` is required.
   */
  open(key: KeyNeed = 'required'): Promise<Service> {
    this.#opened ??= this.#open(key)
    return this.#opened
  }

  async #open(key: KeyNeed): Promise<Service> {
    if (key === 'required') await this.requireKey()
    const chosen = await this.choose()
    await this.#tellUnsentSecret(chosen)
    const { readCredentials } = await import('../service/headers.ts')
    return this.connect(chosen.address, await readCredentials(chosen), chosen)
  }

  async #tellUnsentSecret(chosen: ServiceChoice): Promise<void> {
    const settings = await import('../service/settings.ts')
    const secret = settings.unsentSecret(chosen)
    if (secret === undefined) return
    const { message } = settings.unconfirmedAddress(chosen, secret)
    this.#options.terminal.note(`${message} ${settings.confirmationHint(chosen.address)}`)
  }

  /**
   * Connects to a known address with known credentials.
   * @param isReadOnly sends no request that could change anything
   */
  async connect(
    address: string,
    credentials: ServiceCredentials = {},
    web: WebChoice = {},
    isReadOnly = this.#options.isDryRun,
  ): Promise<Service> {
    const { flags, environment, terminal, version } = this.#options
    const { openService } = await import('../service/service.ts')
    this.#connected = await openService({
      address,
      credentials,
      web,
      environment,
      terminal,
      debug: flags.debug || environment.debug,
      localData: await this.#localDataOf(address),
      version,
      readOnly: isReadOnly,
      limits: flags,
    })
    return this.#connected
  }

  /** The folder of the embedded service. That of the project is made with its own .gitignore, so the data never shows up in version control. */
  async #localDataOf(address: string): Promise<string> {
    const { environment, openProject } = this.#options
    if (environment.localData !== undefined) return environment.localData

    const { root, localDataFolder } = await openProject()
    const { localAddress } = await import('../service/settings.ts')
    if (address === localAddress) {
      const { assertNoLinks, makeTopoFolder } = await import('../../files/topo-folder.ts')
      await makeTopoFolder(root)
      assertNoLinks(localDataFolder)
    }
    return localDataFolder
  }

  close(): void {
    this.#connected?.close()
  }
}
