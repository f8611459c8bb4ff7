/** Opens what the function of a command needs beside its words, at its first use: project, logins and service. */
import type { Interfaces } from '@oclif/core'
import type { Config } from '@oclif/core/config'
import type { ServiceCredentials } from '../../api/credentials.ts'
import type { Project } from '../../project/config/project.ts'
import { once } from '../../project/once.ts'
import { readEnvironment } from '../io/environment.ts'
import { Terminal } from '../io/terminal.ts'
import type { Profiles } from '../service/profiles.ts'
import type { Service } from '../service/service.ts'
import type { KeyChoice, ServiceChoice } from '../service/settings.ts'
import type { WebChoice } from '../service/web-url.ts'
import type { globalFlags } from './flags.ts'

/** Flags of every command, and those of some commands that decide what is opened. */
export type CommonFlags = Interfaces.InferredFlags<typeof globalFlags> & {
  'dry-run'?: boolean
  'no-ignore'?: boolean
}

export type CommandContext = ReturnType<typeof commandContext>

export function commandContext(flags: CommonFlags, config: Config) {
  const environment = readEnvironment()
  const terminal = new Terminal(environment, {
    json: flags.json,
    quiet: flags.quiet,
    noColor: flags['no-color'],
    noInput: flags['no-input'],
  })
  const dryRun = flags['dry-run'] === true
  let confirmed: ServiceChoice | undefined
  let opened: Promise<Service> | undefined
  let connected: Service | undefined

  /** The folder of scripts and its settings. */
  const openProject = once(async (): Promise<Project> => {
    const { openProject } = await import('../../project/config/project.ts')
    return openProject(process.cwd(), flags['no-ignore'] !== true)
  })

  /** The profiles: logins on this machine. */
  const openProfiles = once(async (): Promise<Profiles> => {
    const { Profiles } = await import('../service/profiles.ts')
    const profiles = new Profiles(environment)
    if (profiles.exposed)
      terminal.note(`${profiles.file} can be read by others; run chmod 600 on it`)
    return profiles
  })

  const choose = once(async () => {
    const { chooseService } = await import('../service/settings.ts')
    return chooseService(flags, environment, await openProject(), openProfiles)
  })

  /** Chooses service and key; sends nothing. */
  const chooseService = async (): Promise<ServiceChoice> => confirmed ?? choose()

  /**
   * The key, for commands that need one. On a terminal, a person first confirms an address that only the project
   * file names.
   * @throws KnownError `TOPO_NOT_LOGGED_IN` (exit 4), `TOPO_ADDRESS_UNCONFIRMED` (exit 2).
   */
  async function requireKey(): Promise<KeyChoice> {
    const { requireKey } = await import('../service/settings.ts')
    const chosen = await chooseService()
    if (chosen.key || !chosen.unconfirmedKey || !terminal.interactive)
      return requireKey(chosen, terminal.interactive)
    const { confirmAddress } = await import('../service/confirm-address.ts')
    const { unconfirmedKey: key, unconfirmedHeaders: headers, ...rest } = chosen
    await confirmAddress(chosen, (await openProject()).root, environment, terminal)
    confirmed = { ...rest, key, headers }
    return key
  }

  /**
   * For commands that need the address of the web app, before they open the service. On a terminal, a person first confirms an
   * address that only the project file names.
   * @throws KnownError `TOPO_ADDRESS_UNCONFIRMED` (exit 2).
   */
  async function requireKnownWebUrl(): Promise<void> {
    const chosen = await chooseService()
    const { unconfirmedWebUrl: webUrl, ...rest } = chosen
    if (webUrl === undefined) return
    const { unconfirmedWebUrl } = await import('../service/web-url.ts')
    if (!terminal.interactive) throw unconfirmedWebUrl(webUrl)
    const { confirmWebUrl } = await import('../service/confirm-address.ts')
    await confirmWebUrl(webUrl, (await openProject()).root, environment, terminal)
    confirmed = { ...rest, webUrl }
  }

  /**
   * Opens the service once; it is closed when the command ends.
   * @throws KnownError `TOPO_NOT_LOGGED_IN` (exit 4) when there is no key and `key` is required.
   */
  function openService(key: 'required' | 'optional' = 'required'): Promise<Service> {
    opened ??= open(key)
    return opened
  }

  async function open(key: 'required' | 'optional'): Promise<Service> {
    if (key === 'required') await requireKey()
    const chosen = await chooseService()
    const { readCredentials } = await import('../service/headers.ts')
    const { confirmationHint, unconfirmedAddress, unsentSecret } = await import(
      '../service/settings.ts'
    )
    const unsent = unsentSecret(chosen)
    if (unsent) {
      const { message } = unconfirmedAddress(chosen, unsent)
      terminal.note(`${message} ${confirmationHint(chosen.address)}`)
    }
    return connect(chosen.address, await readCredentials(chosen), chosen)
  }

  /** Opens the service, and reads a script by its file, slug, id or URL. */
  async function openScript(name: string, key?: 'required' | 'optional') {
    const { readScriptByName } = await import('../../project/select/resolve-script.ts')
    const service = await openService(key)
    return { ...service, script: await readScriptByName(await openProject(), service.client, name) }
  }

  /**
   * Connects to a known address with known credentials.
   * @param readOnly sends no request that could change anything
   */
  async function connect(
    address: string,
    credentials: ServiceCredentials = {},
    web: WebChoice = {},
    readOnly = dryRun,
  ): Promise<Service> {
    const [{ openService }, { localAddress }] = await Promise.all([
      import('../service/service.ts'),
      import('../service/settings.ts'),
    ])
    const { root, localDataFolder } = await openProject()
    if (address === localAddress && environment.localData === undefined) {
      // With its own .gitignore, so the data never shows up in version control.
      const { assertNoLinks, makeTopoFolder } = await import('../../project/files/topo-folder.ts')
      await makeTopoFolder(root)
      assertNoLinks(localDataFolder)
    }
    connected = await openService({
      address,
      credentials,
      web,
      environment,
      terminal,
      debug: flags.debug || environment.debug,
      localData: environment.localData ?? localDataFolder,
      version: config.version,
      readOnly,
      limits: flags,
    })
    return connected
  }

  /** Asks a person yes or no; `--yes` and `--dry-run` answer yes. */
  async function confirm(question: string): Promise<boolean> {
    const { confirm } = await import('../io/prompts.ts')
    return confirm(terminal, question, flags.yes || dryRun)
  }

  return {
    config,
    environment,
    terminal,
    openProject,
    openProfiles,
    chooseService,
    requireKey,
    requireKnownWebUrl,
    openService,
    openScript,
    connect,
    confirm,
    /** True if anybody sees `data`; else a command need not collect it. */
    showsData: terminal.json || flags['output-file'] !== undefined,
    close: () => connected?.close(),
  }
}
